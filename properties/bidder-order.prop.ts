import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runAuction } from '#machines/run.ts';
import type { Auction } from '#src/auction/auction.ts';
import { inRandomOrder } from '#src/auction/fan-out/order.ts';
import { newAuction } from '#src/auction/new-auction.ts';
import { stages } from '#src/host/app.ts';
import type { BidResponse } from '#src/openrtb/ortb.ts';
import { aBidder, incoming, validRequest } from '#test/helpers/auction.ts';
import { WoundClock } from '#test/helpers/clock.ts';
import { pinnedRandom, registryOf, testServices } from '#test/helpers/services.ts';
import { ScriptedTransport } from '#test/helpers/transport.ts';
import { runs } from './runs.ts';

const BIDDERS = ['alpha', 'beta', 'gamma', 'delta'] as const;
type Bidder = (typeof BIDDERS)[number];

/** Randomness that produces this order of bidders. */
function drawing(order: readonly Bidder[]) {
  let drawn = 0;
  return { ...pinnedRandom, next: () => order.indexOf(BIDDERS[drawn++ % BIDDERS.length] ?? 'alpha') / BIDDERS.length };
}

/** Lower prices are rejected and reported. */
const FLOOR = 0.5;

interface Offer {
  readonly price: number;
  readonly afterMs: number;
  readonly deal: boolean;
}

/** The response of a complete auction with the bidders in `order` and the offers in `offers`. */
function respond(order: readonly Bidder[], offers: Readonly<Record<Bidder, Offer>>, variant: 'go' | 'java' = 'go'): BidResponse {
  const clock = new WoundClock();
  const services = testServices({
    clock,
    settings: {
      variant,
      gdpr: { default_value: '0' },
      price_floors: { enabled: true },
      account_defaults: { price_floors: { enabled: true } },
    },
    random: drawing(order),
    bidders: registryOf(...BIDDERS.map((code) => aBidder(code))),
    transport: new ScriptedTransport(clock, ({ uri }) => {
      const code = uri.slice(uri.lastIndexOf('/') + 1) as Bidder;
      const { price, afterMs, deal } = offers[code];
      const bid = { id: code, impid: 'imp-1', price, crid: 'c', ...(deal && { dealid: 'd' }) };
      return { afterMs, response: { body: JSON.stringify({ seatbid: [{ bid: [bid] }] }) } };
    }),
  });
  const full = validRequest(BIDDERS);
  const imp = full.imp.map((one) => ({ ...one, bidfloor: FLOOR }));
  const ext = { srv: { targeting: { preferdeals: true }, returnallbidstatus: true, floors: { enforcement: { enforcepbs: true } } } };
  const body = Buffer.from(JSON.stringify({ ...full, imp, ext }));
  let ended: Auction | undefined;
  const auction = newAuction('auction', incoming({ body }), services, (over) => {
    ended = over;
  });
  runAuction(auction, services, stages);
  clock.wind(1000);
  return JSON.parse(ended?.clientResponse?.body ?? '{}') as BidResponse;
}

const hasWon = (ext: unknown): boolean => 'hb_bidder' in ((ext as { srv?: { targeting?: object } }).srv?.targeting ?? {});

const winnerOf = ({ seatbid = [] }: BidResponse): string | undefined => seatbid.find(({ bid: [bid] }) => hasWon(bid?.ext))?.seat;

const sortedAsJson = (list: unknown): unknown =>
  Array.isArray(list) ? list.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) : list;

/** The response without the order of seats and their reports. */
const bySeat = ({ seatbid, ext, ...rest }: BidResponse): object => ({
  ...rest,
  seatbid: sortedAsJson(seatbid),
  ext: {
    ...ext,
    responsetimemillis: undefined,
    seatnonbid: sortedAsJson(ext?.['seatnonbid']),
    warnings: Object.fromEntries(Object.entries(ext?.warnings ?? {}).map(([name, list]) => [name, sortedAsJson(list)])),
  },
});

const anOrder = fc.shuffledSubarray([...BIDDERS], { minLength: BIDDERS.length });
const times = fc.tuple(fc.nat(40), fc.nat(40), fc.nat(40), fc.nat(40));
const offersOf = (prices: readonly number[], after: readonly number[], deals: readonly boolean[] = []) =>
  Object.fromEntries(
    BIDDERS.map((code, i) => [code, { price: prices[i] ?? 1, afterMs: after[i] ?? 1, deal: deals[i] ?? false }]),
  ) as Record<Bidder, Offer>;

describe('the order of bidders', () => {
  test('is a permutation of the same bidders, and every permutation occurs', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer(), { maxLength: 12 }),
        fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true })),
        (items, keys) => {
          const next = () => keys.next().value ?? 0;
          expect(inRandomOrder(items, { next }).toSorted((a, b) => a - b)).toEqual(items.toSorted((a, b) => a - b));
        },
      ),
    );
    const wanted = fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6 });
    fc.assert(
      fc.property(wanted, (order) => {
        let drawn = 0;
        expect(inRandomOrder([0, 1, 2, 3, 4, 5], { next: () => order.indexOf(drawn++) / 6 })).toEqual(order);
      }),
    );
  });

  test('is uniformly distributed', () => {
    const counts = new Map<string, number>();
    for (let i = 0; i < 6000; i++) {
      const order = inRandomOrder(['a', 'b', 'c'], { next: Math.random }).join('');
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    expect(counts.size).toBe(6);
    // A thousand each; far beyond the random variation of a uniform distribution.
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(250);
  });

  test('decides between equal bids, whichever bidder responds first', () => {
    fc.assert(
      fc.property(anOrder, times, fc.boolean(), (order, after, deal) => {
        const offers = offersOf([1, 1, 1, 1], after, [deal, deal, deal, deal]);
        expect(winnerOf(respond(order, offers))).toBe(order[0]);
      }),
      runs(40),
    );
  });

  test('decides nothing else', () => {
    const prices = fc.uniqueArray(fc.integer({ min: 1, max: 200 }), { minLength: 4, maxLength: 4 });
    const variants = fc.constantFrom('go', 'java');
    const deals = fc.tuple(fc.boolean(), fc.boolean(), fc.boolean(), fc.boolean());
    fc.assert(
      fc.property(anOrder, anOrder, prices, times, deals, variants, (one, other, cents, after, withDeal, variant) => {
        const offers = offersOf(
          cents.map((price) => price / 100),
          after,
          withDeal,
        );
        const made = respond(one, offers, variant);
        const turnedAway = (made.ext?.['seatnonbid'] ?? []) as unknown[];
        expect((made.seatbid?.length ?? 0) + turnedAway.length).toBe(BIDDERS.length);
        expect(bySeat(respond(other, offers, variant))).toEqual(bySeat(made));
      }),
      runs(40),
    );
  });
});
