import { afterAll, beforeAll, expect, test } from 'vitest';
import { validRequest } from '#test/helpers/auction.ts';
import { type BidderServer, bidderServer, bidOnAll, type RunningHost, startTestHost } from '#test/helpers/host.ts';

let bidder: BidderServer;
let host: RunningHost;

beforeAll(async () => {
  bidder = await bidderServer((_, response, body) => void response.writeHead(200).end(bidOnAll(body)));
  const adapters = { good: { alias_of: 'generic', enabled: true, endpoint: bidder.origin } };
  const account_defaults = { price_floors: { enabled: true, enforce_floors_rate: 100 } };
  const currency_converter = { fetch_interval_seconds: 0 };
  host = await startTestHost({ adapters, account_defaults, price_floors: { enabled: true }, currency_converter });
});

afterAll(async () => {
  await host.stop(1000);
  await bidder.close();
});

async function post(
  srv: object,
  over: object = {},
): Promise<{ seatbid?: object[]; ext: { errors?: object; warnings?: object; srv: object } }> {
  const request = validRequest(['good']);
  const body = JSON.stringify({ ...request, ...over, ext: { srv } });
  return (await (await fetch(`${host.origin}/openrtb2/auction`, { method: 'POST', body })).json()) as never;
}

const floored = (bidfloor: number, cur: string): object => ({
  imp: validRequest(['good']).imp.map((imp) => ({ ...imp, bidfloor, bidfloorcur: cur })),
});
const RATES = { currency: { rates: { USD: { EUR: 0.5 } }, usepbsrates: false } };
const REJECTED = 'good bid id b0 rejected - bid price 1.0000 USD is less than bid floor 5.0000 EUR for imp imp-1';

test('the rejection of a bid below its floor names the price in the currency of the bid', async () => {
  const { ext, seatbid } = await post(RATES, floored(5, 'EUR'));
  expect([seatbid ?? [], ext.warnings]).toEqual([[], { srv: [{ code: 10009, message: REJECTED }] }]);
});

test('a request cannot switch the enforcement of floors off as if they were skipped', async () => {
  const { seatbid } = await post({ ...RATES, floors: { skipped: true, enforcement: { enforcepbs: true } } }, floored(5, 'EUR'));
  expect(seatbid ?? []).toEqual([]);
});

test("errors about a host's own floor settings are shown in debug output only", async () => {
  expect((await post({ floors: { enabled: false } })).ext.errors).toBeUndefined();
});

test('the timestamp of a response is the start of the auction', async () => {
  const { ext } = await post({ auctiontimestamp: 1000 });
  expect((ext.srv as { auctiontimestamp: number }).auctiontimestamp).toBeGreaterThan(1000);
});
