/** Calls that wait for a signature: of a signatory that responds, fails, or never responds, in auctions that end at any time. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CallSigner, Signed } from '#src/auction/services.ts';
import { bidderCalls } from '#streams/bidder-calls.ts';
import { anAuction, aTask, hostInfo, plainAdapter, validRequest } from '#test/helpers/auction.ts';
import { WoundClock } from '#test/helpers/clock.ts';
import { testServices } from '#test/helpers/services.ts';
import { ScriptedTransport } from '#test/helpers/transport.ts';
import { runs } from './runs.ts';

const CALL_TIMEOUT_MS = 60;
const DRAIN_MS = 1000;

/** Of one bidder: when it is signed and with what result, its response time, and its own timeout. */
const bidder = fc.record({
  signedMs: fc.oneof(fc.constant(undefined), fc.integer({ min: 0, max: 80 })),
  isSync: fc.boolean(),
  isSigned: fc.boolean(),
  responseMs: fc.oneof(fc.constant(undefined), fc.integer({ min: 1, max: 80 })),
  timeoutMs: fc.oneof(fc.constant(undefined), fc.integer({ min: 1, max: 40 })),
});

/** `deadlineMs`: absent, the auction has none; `stopMs`: the client disconnects. */
const situation = fc.record({
  bidders: fc.array(bidder, { minLength: 1, maxLength: 4 }),
  deadlineMs: fc.oneof(fc.constant(undefined), fc.integer({ min: 1, max: 50 })),
  stopMs: fc.oneof(fc.constant(undefined), fc.integer({ min: 0, max: 50 })),
});

type Situation = typeof situation extends fc.Arbitrary<infer T> ? T : never;

async function run({ bidders, deadlineMs, stopMs }: Situation) {
  const clock = new WoundClock();
  const begun = clock.now();
  const scriptOf = (uri: string) => bidders[Number(uri.slice(uri.lastIndexOf('/') + 1))];
  const calls: { readonly name: string; readonly header: unknown }[] = [];
  const noticed: string[] = [];
  const transport = new ScriptedTransport(clock, ({ uri, headers }) => {
    const name = uri.slice(uri.lastIndexOf('/') + 1);
    if (uri.includes('/notice/')) {
      noticed.push(name);
      return { response: { status: 204 } };
    }
    calls.push({ name, header: headers['X-Ads-Cert-Auth'] });
    const afterMs = scriptOf(uri)?.responseMs;
    return afterMs === undefined ? undefined : { afterMs, response: { status: 204 } };
  });
  const adsCert: CallSigner = {
    sign(uri) {
      const { signedMs, isSync, isSigned } = scriptOf(uri) ?? {};
      const signed: Signed = isSigned ? { header: 'signed' } : { error: 'not signed' };
      if (isSync) return signed;
      return new Promise((resolve) => signedMs !== undefined && clock.after(signedMs, () => resolve(signed)));
    },
  };
  const notes: [bidder: string, isSuccess: boolean | undefined][] = [];
  const health = {
    admit: () => undefined,
    note: (name: string, isSuccess: boolean | undefined) => void notes.push([name, isSuccess]),
    late: () => {},
  };
  const services = testServices({ clock, transport, adsCert, health, settings: { http_client: { call_timeout_ms: CALL_TIMEOUT_MS } } });
  const request = { ...validRequest(), ext: { srv: { experiment: { adscert: { enabled: true } } } } };
  const tasks = bidders.map(({ timeoutMs }, i) => {
    const notice = { method: 'GET' as const, uri: `https://bidder.example/notice/${i}`, headers: {}, body: undefined, impIds: [] };
    const adapter = { ...plainAdapter(String(i)), timeoutNotice: () => notice };
    return { ...aTask(String(i), request, { info: hostInfo({ adsCert: true }), adapter }), timeoutMs };
  });
  const auction = anAuction(services, request, { tasks, deadlineAt: deadlineMs === undefined ? undefined : begun + deadlineMs });
  let endedMs: number | undefined;
  const subscription = bidderCalls(auction, services).subscribe({ complete: () => (endedMs = clock.now() - begun) });
  for (let ms = 0; ms <= CALL_TIMEOUT_MS + DRAIN_MS + 100; ms++) {
    if (ms === stopMs) subscription.unsubscribe();
    if (ms < 150 || ms % 50 === 0) for (let turn = 0; turn < 4; turn++) await Promise.resolve();
    clock.wind(1);
  }
  return { calls, noticed, notes, endedMs };
}

test('each auction ends, no call is sent when it is no longer awaited, and each counts once for its bidder', () =>
  fc.assert(
    fc.asyncProperty(situation, async (given) => {
      const { bidders, deadlineMs = CALL_TIMEOUT_MS, stopMs } = given;
      const { calls, noticed, notes, endedMs } = await run(given);
      const endMs = Math.min(deadlineMs, CALL_TIMEOUT_MS);
      if (stopMs === undefined || stopMs > endMs) expect(endedMs).toBeLessThanOrEqual(endMs);
      for (const [i, { isSync, signedMs, isSigned, timeoutMs = endMs }] of bidders.entries()) {
        const sent = calls.filter(({ name }) => name === String(i));
        const awaitedMs = Math.min(timeoutMs, endMs, stopMs ?? endMs);
        const readyMs = isSync ? 0 : (signedMs ?? Number.POSITIVE_INFINITY);
        if (readyMs > awaitedMs) expect(sent).toEqual([]);
        // A signature is used in the millisecond after it.
        if (readyMs + 1 < awaitedMs) expect(sent).toMatchObject([{ header: isSigned ? 'signed' : undefined }]);
        const noted = notes.filter(([name]) => name === String(i));
        expect(noted.length).toBe(1);
        if (sent.length === 0) expect([noted, noticed.includes(String(i))]).toEqual([[[String(i), undefined]], false]);
      }
    }),
    runs(200),
  ));
