/** Stage `cache`: the objects cached for the bids of one auction. */
import type { AuctionBid } from '#src/auction/bid.ts';
import { cache } from '#src/auction/cache.ts';
import { newAuction } from '#src/auction/new-auction.ts';
import { target } from '#src/auction/target.ts';
import type { CachePut } from '#src/cache/contract.ts';
import { hostSchema } from '#src/config/schema.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { Bid, BidRequest } from '#src/openrtb/ortb.ts';
import { incoming } from '#test/helpers/auction.ts';
import { type CompareOptions, firstDifference } from '../compare.ts';
import type { Case } from './case.ts';
import { directoryRegistry } from './known-bidders.ts';
import { CountingCache, makeParts } from './parts.ts';
import { StubTransport } from './stubs.ts';

interface RecordedBid {
  readonly bidder: string;
  readonly type: AuctionBid['type'];
  readonly bid: Bid;
}

interface Events {
  readonly accountId?: string;
  readonly enabledForAccount?: boolean;
  readonly enabledForRequest?: boolean;
  readonly externalUrl?: string;
  readonly auctionTimestampMs?: number;
}

/** Suffix of custom keys in the runner's auctions. */
const GENERATED = 'generated';

const toAuctionBid = ({ bidder, type, bid }: RecordedBid): AuctionBid => ({
  bid,
  type,
  seat: bidder,
  bidder,
  core: bidder,
  originalPrice: bid.price,
  originalCurrency: 'USD',
  categoryDuration: bid.cat?.[0],
});

/** A put in the format of a case: JSON values as strings, keys by their prefix. */
function reported({ type, value, ttlSeconds, key }: CachePut): Ext {
  return {
    type,
    value: type === 'json' ? (JSON.parse(JSON.stringify(value)) as unknown) : value,
    ...(ttlSeconds ? { ttlseconds: ttlSeconds } : {}),
    ...(key ? { key: key.replace(GENERATED, '') } : {}),
  };
}

const wantedPuts = (puts: readonly Ext[]): Ext[] =>
  puts.map((put) => ({
    ...put,
    value: put['type'] === 'json' && typeof put['value'] === 'string' ? (JSON.parse(put['value']) as unknown) : put['value'],
  }));

/**
 * An unrecorded key is not compared, others up to their generated suffix; a lifetime that starts with the bid's own is accepted as well.
 */
const lenient =
  (bidTtls: readonly number[]): NonNullable<CompareOptions['special']> =>
  (wanted, made, path) => {
    if (path.endsWith('.key')) return wanted === undefined || String(made ?? '').startsWith(String(wanted));
    if (path.endsWith('.ttlseconds') && wanted !== made) return (!wanted && !made) || bidTtls.includes(Number(made));
    return undefined;
  };

export async function runCache({ request, expect }: Case): Promise<string | undefined> {
  const events = (request['events'] ?? {}) as Events;
  const accountId = events.accountId ?? '';
  const bids = (request['bids'] ?? []) as RecordedBid[];
  const buffer = Number(request['ttlBufferSeconds'] ?? 0);
  const config = hostSchema.parse({
    external_url: events.externalUrl ?? '',
    cache: { ttl_buffer_seconds: buffer },
    account_defaults: { id: accountId, events: { enabled: events.enabledForAccount === true }, cache_ttl: request['defaultTtls'] ?? {} },
  } as Parameters<typeof hostSchema.parse>[0]);
  const bidCache = new CountingCache();
  const services = makeParts({
    config,
    bidCache,
    transport: new StubTransport([]),
    bidders: directoryRegistry({ adapters: {}, realParams: false, settings: config }),
    clock: { now: () => events.auctionTimestampMs ?? 0 },
    random: { uuid: () => GENERATED },
  });
  const auction = newAuction('auction', incoming(), services, () => {});
  auction.request = { id: 'request', ...structuredClone(request.body), imp: structuredClone(request.body?.['imp'] ?? []) } as BidRequest;
  if (events.enabledForRequest) auction.request.ext = { srv: { events: {} } };
  auction.accountId = accountId;
  auction.caching = { ...auction.caching, bids: request['cacheBids'] === true, vast: request['cacheVast'] === true };
  auction.targeting = {
    prefix: 'hb',
    maxKeyLength: 20,
    includeWinners: request['includeWinners'] === true,
    includeBidderKeys: request['includeBidderKeys'] === true,
    includeFormat: false,
    preferDeals: false,
    alwaysIncludeDeals: false,
    appendBidderNames: false,
    priceGranularity: { precision: 2, ranges: [{ max: 20, increment: 0.1 }] },
    mediaTypePriceGranularity: {},
  };
  const log = request['debugLog'] as
    | { Enabled?: boolean; TTL?: number; Data?: { Request?: string; Headers?: string; Response?: string } }
    | undefined;
  if (log?.Enabled) {
    auction.debugLog = {
      request: log.Data?.Request ?? '',
      headers: log.Data?.Headers ?? '',
      response: log.Data?.Response ?? '',
      ttlSeconds: log.TTL ?? 3600,
    };
  }
  for (const one of structuredClone(bids)) {
    const seat = auction.seats.get(one.bidder) ?? { seat: one.bidder, currency: 'USD', bids: [] };
    seat.bids.push(toAuctionBid(one));
    auction.seats.set(one.bidder, seat);
  }
  await target(auction, services);
  await cache(auction, services);
  const bidTtls = bids.map(({ bid }) => (bid.exp ?? 0) + buffer);
  return firstDifference(
    wantedPuts((expect['puts'] ?? []) as Ext[]),
    bidCache.puts.map(reported),
    { anyOrder: true, special: lenient(bidTtls) },
    'puts',
  );
}
