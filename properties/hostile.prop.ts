import { describe, expect, test } from 'vitest';
import { runAuction } from '#machines/run.ts';
import { stages } from '#src/app.ts';
import type { Auction } from '#src/auction/auction.ts';
import { newAuction } from '#src/auction/new-auction.ts';
import generic from '#src/bidders/adapters/generic.ts';
import { silentLog } from '#src/outside/log.ts';
import { toBuilder } from '#test/conformance/bidders/builder.ts';
import { aBidder, incoming } from '#test/helpers/auction.ts';
import { WoundClock } from '#test/helpers/clock.ts';
import { registryOf, testServices } from '#test/helpers/services.ts';
import { ScriptedTransport } from '#test/helpers/transport.ts';
import { fullAnswer, fullRequest, nativeMarkup } from './arbitraries/full.ts';
import { type Path, pathsOf, withValueAt } from './arbitraries/request.ts';

/** Cannot even be made a text: `String(value)` throws. */
const WORST = { toString: 1, valueOf: 1 };

/** Values that break code which takes a member for what it should be. */
const HOSTILE: readonly unknown[] = [
  [{ toString: null }],
  JSON.parse('{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}'),
  null,
  '',
  'text',
  -1,
  1e308,
  true,
  [],
  {},
  [[[]]],
];

/** What JavaScript says of our own mistakes, and nobody else should hear. */
const BUG = /Cannot (read|convert|destructure|set)|is not (a function|iterable|a constructor)|\[object Object\]/;

interface Ended {
  readonly auction: Auction;
  readonly faults: unknown[];
}

const HEADERS = {
  'sec-browsing-topics': '(1);v=chrome.1:1:2, ();p=P00000000',
  'user-agent': 'agent',
  referer: 'https://publisher.example/',
};

/** A whole auction with two bidders that answer `answer`, in virtual time. */
function run(variant: 'go' | 'java', request: unknown, answer: unknown): Ended {
  const faults: unknown[] = [];
  const clock = new WoundClock();
  const services = testServices({
    clock,
    settings: { variant, account_defaults: { privacy: { privacysandbox: { topicsdomain: 'topics.example' } } } },
    bidders: registryOf(
      ...['alpha', 'beta'].map((code) => aBidder(code, { adapter: generic.build(toBuilder({ name: code, endpoint: '' })) })),
    ),
    log: { ...silentLog, error: (fields) => faults.push(fields) },
    transport: new ScriptedTransport(clock, () => ({ answer: { body: JSON.stringify(answer) } })),
  });
  const http = incoming({ body: Buffer.from(JSON.stringify(request)), headers: HEADERS });
  let ended: Auction | undefined;
  const auction = newAuction('auction', http, services, (over) => {
    ended = over;
  });
  runAuction(auction, services, stages);
  for (let i = 0; i < 10 && !ended; i++) clock.wind(1000);
  return { auction, faults: ended ? faults : [...faults, 'no end'] };
}

/** Where a spoilt member makes the service fail, and how. */
function failures(variant: 'go' | 'java', whole: object, runWith: (spoilt: unknown) => Ended): string[] {
  const told = new Set<string>();
  for (const [i, path] of (pathsOf(whole) as Path[]).entries()) {
    for (const value of [WORST, HOSTILE[i % HOSTILE.length]]) {
      const { auction, faults } = runWith(withValueAt(whole, path, value));
      const status = auction.reply?.status ?? 0;
      const slip = [auction.findings.errors, auction.findings.warnings]
        .flatMap((all) => [...all.values()].flat())
        .find(({ message }) => BUG.test(message));
      if (slip) told.add(`${variant}: ${path.join('.')} = ${JSON.stringify(value)}: told "${slip.message}"`);
      if (faults.length > 0 || status < 200 || status > 503) {
        const [fault] = faults as { err?: { stack?: string } }[];
        told.add(
          `${variant}: ${path.join('.')} = ${JSON.stringify(value)}: ${status} ${fault?.err?.stack?.split('\n').slice(0, 3).join(' ') ?? fault}`,
        );
      }
    }
  }
  return [...told];
}

describe.each(['go', 'java'] as const)('variant %s', (variant) => {
  test('the request and the answer are as good as they look', () => {
    const { auction, faults } = run(variant, fullRequest, fullAnswer);
    expect([auction.refusal, faults, auction.reply?.status]).toEqual([undefined, [], 200]);
    expect(auction.reply?.body).toContain('"seatbid":[{');
  });

  test('no value in place of a member of a request makes the service fail', () => {
    expect(failures(variant, fullRequest, (spoilt) => run(variant, spoilt, fullAnswer))).toEqual([]);
  });

  test('no value in place of a member of a bidder’s answer makes the service fail', () => {
    expect(failures(variant, fullAnswer, (spoilt) => run(variant, fullRequest, spoilt))).toEqual([]);
  });

  test('no value in place of a member of a native creative makes the service fail', () => {
    const inAnswer = (markup: unknown) => withValueAt(fullAnswer, ['seatbid', 0, 'bid', 2, 'adm'], JSON.stringify(markup));
    expect(failures(variant, nativeMarkup, (spoilt) => run(variant, fullRequest, inAnswer(spoilt)))).toEqual([]);
  });

  test('nothing of it reaches the prototypes', () => {
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });
});
