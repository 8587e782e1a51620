/** Worked examples that run through a complete state. */
import { describe, expect, it } from 'vitest';
import type { Auction } from '#src/auction/auction.ts';
import type { AuctionBid } from '#src/auction/bid.ts';
import { ttlOf } from '#src/auction/cache/ttl.ts';
import { bucketTable, priceBucket } from '#src/auction/pricing/price-bucket.ts';
import { target } from '#src/auction/target.ts';
import { accountSchema } from '#src/config/account.ts';
import type { HostConfigInput } from '#src/config/schema.ts';
import type { MultiBid, RequestSrv } from '#src/openrtb/ext.ts';
import { legacyGranularity } from '#src/openrtb/granularity.ts';
import { anAuction, validRequest } from '#test/helpers/auction.ts';
import { aBid, collectBids, targetingSettings } from '#test/helpers/bids.ts';
import { testServices } from '#test/helpers/services.ts';

const LEGACY = ['low', 'med', 'high', 'auto', 'dense'] as const;
const legacy = (name: string) => bucketTable(legacyGranularity(name) ?? {});

describe('E1, price buckets', () => {
  it.each([
    [1.87, ['1.50', '1.80', '1.87', '1.85', '1.87']],
    [5.72, ['5.00', '5.70', '5.72', '5.70', '5.70']],
    [0, ['0.00', '0.00', '0.00', '0.00', '0.00']],
    [0.3, ['0.00', '0.30', '0.30', '0.30', '0.30']],
    [100, ['5.00', '20.00', '20.00', '20.00', '20.00']],
  ])('put %d into %j', (price, wanted) => {
    expect(LEGACY.map((name) => priceBucket(price, legacy(name), 'down', 'half-away'))).toEqual(wanted);
  });

  it('of custom ranges', () => {
    const fine = [
      { max: 5, increment: 0.03 },
      { max: 10, increment: 0.1 },
    ];
    expect(priceBucket(1.87, bucketTable({ precision: 2, ranges: fine }), 'down', 'half-away')).toBe('1.86');
    expect((['down', 'up', 'true'] as const).map((mode) => priceBucket(1.88, legacy('auto'), mode, 'half-away'))).toEqual([
      '1.85',
      '1.90',
      '1.90',
    ]);
  });
});

/** An auction after `target`. */
function targeted(bids: readonly AuctionBid[], over: Partial<Auction> = {}, settings: HostConfigInput = {}, srv: RequestSrv = {}): Auction {
  const category = (_: string, __: string, iab: string) => (iab === 'IAB1-1' ? '404' : null);
  const stored = { find: () => ({ documents: new Map(), errors: [] }), category };
  const services = testServices({ settings, stored });
  const request = { ...validRequest(['bidderA'], 2), ext: { srv: { ...srv, targeting: srv.targeting ?? {} } } };
  const auction = anAuction(services, request, { targeting: targetingSettings(), ...over });
  collectBids(auction, ...bids);
  void target(auction, services);
  return auction;
}
const everyBid = ({ seats }: Auction): AuctionBid[] => [...seats.values()].flatMap(({ bids }) => bids);

describe('E8, several bids', () => {
  const multibid: MultiBid[] = [
    { bidder: 'alpha', maxbids: 2, targetbiddercodeprefix: 'al' },
    { bidder: 'beta', maxbids: 2 },
  ];
  const bids = (): AuctionBid[] => [
    ...[0.71, 0.51, 0.21].map((price, i) => aBid({ id: `a${i + 1}`, price })),
    ...[1, 2].map((n) => aBid({ id: `b${n}`, price: 0.3 }, { seat: 'beta', bidder: 'beta' })),
  ];
  const reported = (auction: Auction) =>
    everyBid(auction).map(({ bid, targetBidderCode, targeting }) => [bid.id, targetBidderCode, targeting]);

  it('all remain in the Go variant, those with a code have targeting', () => {
    const auction = targeted(bids(), { multibid });
    const first = { hb_pb_alpha: '0.70', hb_pb: '0.70', hb_bidder_alpha: 'alpha', hb_bidder: 'alpha' };
    expect(reported(auction)).toEqual([
      ['a1', 'alpha', first],
      ['a2', 'al2', { hb_pb_al2: '0.50', hb_bidder_al2: 'al2' }],
      ['a3', undefined, undefined],
      ['b1', 'beta', { hb_pb_beta: '0.30', hb_bidder_beta: 'beta' }],
      ['b2', undefined, undefined],
    ]);
  });

  it('are limited to maxbids in the Java variant, to one without an entry', () => {
    const java: HostConfigInput = { variant: 'java' };
    expect(everyBid(targeted(bids(), { multibid }, java)).map(({ bid }) => bid.id)).toEqual(['a1', 'a2', 'b1', 'b2']);
    expect(everyBid(targeted(bids(), {}, java)).map(({ bid }) => bid.id)).toEqual(['a1', 'b1']);
  });
});

it('E9, keys are truncated to twenty bytes', () => {
  const long = aBid({}, { seat: 'exampleNetwork1', bidder: 'exampleNetwork1' });
  expect(Object.keys(everyBid(targeted([long]))[0]?.targeting ?? {})).toEqual([
    'hb_pb_exampleNetwork',
    'hb_pb',
    'hb_bidder_exampleNet',
    'hb_bidder',
  ]);
});

describe('E10, lifetimes in the cache', () => {
  const ttl = (variant: 'go' | 'java', exp: number | undefined, impExp: number | undefined, account = {}): number | undefined => {
    const services = testServices({ settings: { variant } });
    const auction = anAuction(services, undefined, { account: accountSchema.parse({ cache_ttl: account }) });
    return ttlOf(aBid(exp === undefined ? {} : { exp }, { type: 'video' }), 'json', impExp, auction, services);
  };

  it.each<[number | undefined, number | undefined, object, number | undefined, number]>([
    [300, 600, {}, 360, 300],
    [undefined, 600, {}, 660, 600],
    [undefined, undefined, { video: 3600 }, 3660, 3600],
    [undefined, undefined, {}, undefined, 1500],
  ])('bid %s, imp %s, account %j: %s (go), %s (java)', (exp, impExp, account, go, java) => {
    expect([ttl('go', exp, impExp, account), ttl('java', exp, impExp, account)]).toEqual([go, java]);
  });
});

describe('E11, categories', () => {
  const full = { precision: 2, ranges: [{ max: 20, increment: 1 }] };
  const srv = (more: object = {}): RequestSrv => ({
    supportdeals: true,
    targeting: { durationrangesec: [15, 30], includebrandcategory: { primaryadserver: 1, withcategory: true }, ...more },
  });
  const video = (id: string, price: number): AuctionBid =>
    aBid({ id, price, cat: ['IAB1-1'] }, { seat: 'bidderA', bidder: 'bidderA', video: { duration: 18, primary_category: '' } });
  const run = (bid: AuctionBid[], targeting: object = {}, settings: HostConfigInput = {}, request?: Partial<Auction>) =>
    targeted(
      bid,
      { targeting: targetingSettings({ priceGranularity: full, ...targeting }), ...request },
      { category_mapping_enabled: true, ...settings },
      srv(),
    );
  const value = (auction: Auction) => everyBid(auction).map(({ categoryDuration }) => categoryDuration);

  it('combine bucket, category, duration and, if requested, bidder', () => {
    expect(value(run([video('b1', 12.3)]))).toEqual(['12.00_404_30s']);
    expect(value(run([video('b1', 12.3)], { appendBidderNames: true }))).toEqual(['12.00_404_30s_bidderA']);
  });

  it('keep one bid each', () => {
    const auction = run([video('b1', 12.3), video('b2', 11.9)]);
    expect(auction.diagnostics.errors.get('srv')?.map(({ message }) => message)).toEqual([
      'bid rejected [bid ID: b2] reason: Bid was deduplicated',
    ]);
    expect(value(auction)).toEqual(['12.00_404_30s']);
  });

  it.each([
    ['go', 'tier7_404_30s'],
    ['java', 'tier5_404_30s'],
  ] as const)('contain the tier of a deal (%s)', (variant, wanted) => {
    const request = {
      ...validRequest(),
      imp: [{ id: 'imp-1', ext: { srv: { bidder: { bidderA: { dealTier: { prefix: 'tier', minDealTier: 5 } } } } } }],
      ext: { srv: srv() },
    };
    expect(value(run([{ ...video('b1', 12.3), dealPriority: 7 }], {}, { variant }, { request }))).toEqual([wanted]);
  });
});
