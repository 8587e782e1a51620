import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runAuction } from '#machines/run.ts';
import type { Auction } from '#src/auction/auction.ts';
import { newAuction } from '#src/auction/new-auction.ts';
import { stages } from '#src/host/app.ts';
import type { BidResponse } from '#src/openrtb/ortb.ts';
import { aBidder, incoming, validRequest } from '#test/helpers/auction.ts';
import { WoundClock } from '#test/helpers/clock.ts';
import { registryOf, testServices } from '#test/helpers/services.ts';
import { type Scripted, ScriptedTransport } from '#test/helpers/transport.ts';
import { runs } from './runs.ts';

const IMPS = 3;
const DEADLINE_MS = 500;
const impId = fc.constantFrom('imp-1', 'imp-2', 'imp-3', 'imp-9', '');

/** A valid or malicious bid. */
const bid = fc.record(
  {
    id: fc.constantFrom('a', 'b', 'a'),
    impid: impId,
    price: fc.oneof(fc.double({ min: 0.01, max: 30, noNaN: true }), fc.constantFrom<unknown>(-1, 0, '1', null, 1e308)),
    crid: fc.constantFrom('c', ''),
    dealid: fc.constantFrom('deal'),
    w: fc.constantFrom<unknown>(300, -1, 'wide'),
    h: fc.constantFrom(250, 600),
    adm: fc.string(),
    ext: fc.constantFrom<unknown>({}, { srv: { type: 'video' } }, [], 'text', null, { __proto__: null, prebid: 1 }),
  },
  { requiredKeys: ['id', 'impid', 'price'] },
);

const bidderResponse: fc.Arbitrary<Scripted | undefined> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .record({ cur: fc.constantFrom('USD', 'EUR', ''), bids: fc.array(bid, { maxLength: 5 }), afterMs: fc.integer({ min: 1, max: 900 }) })
      .map(({ cur, bids, afterMs }) => ({ afterMs, response: { body: JSON.stringify({ cur, seatbid: [{ bid: bids }] }) } })),
  },
  fc.record({ response: fc.record({ status: fc.constantFrom(200, 204, 400, 503), body: fc.string() }) }),
  fc.constant(undefined),
);

interface Ended {
  readonly auction: Auction;
  readonly ms: number;
  readonly response: BidResponse;
}

/** Runs one complete auction in virtual time, with the responses of bidders `b0`, `b1`, … */
function carryOut(responses: readonly (Scripted | undefined)[]): Ended {
  const names = responses.map((_, i) => `b${i}`);
  const clock = new WoundClock();
  const transport = new ScriptedTransport(clock, ({ bidder }) => responses[Number(bidder.slice(1))]);
  const bidders = registryOf(...names.map((name) => aBidder(name)));
  const services = testServices({
    clock,
    transport,
    bidders,
    settings: { gdpr: { default_value: '0' }, auction_timeouts_ms: { max: DEADLINE_MS } },
  });
  const request = { ...validRequest(names, IMPS), tmax: DEADLINE_MS, ext: { srv: { targeting: {}, returnallbidstatus: true } } };
  const start = clock.now();
  let ms: number | undefined;
  const auction = newAuction('auction', incoming({ body: Buffer.from(JSON.stringify(request)) }), services, () => {
    ms = clock.now() - start;
  });
  runAuction(auction, services, stages);
  clock.wind(5_000);
  if (ms === undefined) throw new Error('the auction never ended');
  return { auction, ms, response: JSON.parse(auction.clientResponse?.body ?? '') as BidResponse };
}

const auctions = fc.array(bidderResponse, { minLength: 1, maxLength: 5 });

describe('a complete auction, whatever bidders respond', () => {
  test('ends by its deadline with a valid response', () => {
    fc.assert(
      fc.property(auctions, (responses) => {
        const { auction, ms } = carryOut(responses);
        expect(auction.clientResponse?.status).toBe(200);
        expect(ms).toBeLessThanOrEqual(DEADLINE_MS);
      }),
      runs(150),
    );
  });

  // The response of the Go variant does not list invalid bids; the record that analytics and taps receive does.
  test('accounts for every pair of imp and bidder in bids or recorded reasons', () => {
    fc.assert(
      fc.property(auctions, (responses) => {
        const { auction, response } = carryOut(responses);
        const known = new Set<string>();
        for (const { seat, bid: bids } of response.seatbid ?? []) for (const { impid } of bids) known.add(`${seat} ${impid}`);
        for (const { seat, impId } of auction.nonBids) known.add(`${seat} ${impId}`);
        const pairs = responses.flatMap((_, i) => ['imp-1', 'imp-2', 'imp-3'].map((imp) => `b${i} ${imp}`));
        expect(pairs.filter((pair) => !known.has(pair))).toEqual([]);
      }),
      runs(150),
    );
  });

  test('lets the highest bid of an imp win, and only one bid have the unsuffixed keys', () => {
    fc.assert(
      fc.property(auctions, (responses) => {
        const { response } = carryOut(responses);
        const bids = (response.seatbid ?? []).flatMap(({ bid: own }) => own);
        // The Go variant accepts bids for imps that the request does not have.
        for (const imp of ['imp-1', 'imp-2', 'imp-3', 'imp-9']) {
          const own = bids.filter(({ impid }) => impid === imp);
          const winners = own.filter(({ ext }) => ext?.srv?.targeting?.['hb_pb'] !== undefined);
          expect(winners).toHaveLength(own.length > 0 ? 1 : 0);
          expect(winners[0]?.price ?? 0).toBe(Math.max(0, ...own.map(({ price }) => price)));
        }
      }),
      runs(150),
    );
  });
});
