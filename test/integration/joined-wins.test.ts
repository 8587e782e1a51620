/** Wins of a host with two workers, in a process of its own: each is joined to its auction, whichever worker it reaches. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '#test/helpers/observed-calls.ts';
import { openTap } from '#test/helpers/tap-client.ts';
import { type AuctorProcess, type LocalServer, serve, startAuctor, startBidder } from './host.ts';
import { until } from './servers.ts';

const WINS = 6;

interface Notification {
  readonly kind: string;
  readonly bidid: string;
  readonly bid?: object;
}

let bidder: LocalServer;
let collector: LocalServer;
let host: AuctorProcess;
const collected: Notification[] = [];

beforeAll(async () => {
  bidder = await startBidder();
  collector = await serve((_, body) => {
    collected.push(...(JSON.parse(body) as Notification[]));
    return 200;
  });
  host = await startAuctor({
    workers: 2,
    adapters: { one: { alias_of: 'generic', enabled: true, endpoint: bidder.url } },
    account_defaults: { events: { enabled: true } },
    analytics: { http: { url: collector.url, format: 'json', gzip: false, events: ['notification'], batch: { timeout_ms: 50 } } },
  });
}, 30_000);
afterAll(async () => {
  await host?.stop();
  await Promise.all([bidder?.close(), collector?.close()]);
});

test('a win is joined to its auction in any worker', { timeout: 60_000 }, async () => {
  const tap = await openTap(`${host.adminUrl}/taps?kinds=auction,event`);
  await tap.next('snapshot');
  const imp = { id: 'top', banner: { format: [{ w: 300, h: 250 }] }, ext: { prebid: { bidder: { one: {} } } } };
  const site = { page: 'https://p.example', publisher: { id: 'publisher' } };
  expect(await call(host.url, 'POST', '/openrtb2/auction', JSON.stringify({ id: 'a', imp: [imp], site }))).toBe(200);
  const auction = await tap.event(({ kind }) => kind === 'auction');
  for (let i = 0; i < WINS; i++) expect(await call(host.url, 'GET', '/event?t=win&b=bid-top&a=publisher&bidder=one')).toBe(204);
  expect(await call(host.url, 'GET', '/event?t=win&b=made-up&a=publisher&bidder=one')).toBe(204);
  await until('every win was reported', () => collected.length === WINS + 1);
  await until('all was heard', () => tap.events().filter(({ kind }) => kind === 'event').length === WINS + 1);
  expect(tap.events().some(({ kind, worker }) => kind === 'event' && worker !== auction.worker)).toBe(true);
  tap.close();
  const bid = { auction: 'a', imp: 'top', bidder: 'one', price: 1, currency: 'USD', type: 'banner', crid: 'c' };
  for (const { bidid, bid: joined } of collected) {
    if (bidid === 'made-up') expect(joined).toBeUndefined();
    else expect(joined).toMatchObject(bid);
  }
});
