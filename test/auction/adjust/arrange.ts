/** An auction with responses of its bidders, for variation in tests. */
import type { Auction } from '#src/auction/auction.ts';
import type { AuctionBid, Seat } from '#src/auction/bid.ts';
import type { BidderTask, CallOutcome } from '#src/auction/bidder-task.ts';
import { newAuction } from '#src/auction/new-auction.ts';
import { mergeBidAdjustments } from '#src/auction/pricing/bid-adjustments.ts';
import { makeConverter } from '#src/auction/pricing/currency.ts';
import type { Services } from '#src/auction/services.ts';
import type { Adapter, BidderInfo, BidderResult, Call, TypedBid } from '#src/bidders/bidder.ts';
import type { AccountInput } from '#src/config/account.ts';
import { accountSchema } from '#src/config/account.ts';
import type { HostConfigInput } from '#src/config/schema.ts';
import type { RequestSrv } from '#src/openrtb/ext.ts';
import type { Bid, BidRequest } from '#src/openrtb/ortb.ts';
import { type TestServices, testServices } from '#test/helpers/services.ts';

const incoming = { method: 'POST', path: '/openrtb2/auction', query: {}, headers: {}, remoteAddress: '', body: Buffer.alloc(0) };

export const info: BidderInfo = {
  endpoint: 'http://bidder.test',
  enabled: true,
  maintainer: '',
  capabilities: {},
  modifyingVastXmlAllowed: true,
  debugAllowed: true,
  openrtb: { version: '2.6', gppSupported: false, multiformatSupported: true },
  adsCert: false,
  whiteLabelOnly: false,
  currencies: [],
  tmaxDeductionMs: 0,
};

/** An auction with this request, one banner imp `i1` unless it names its own. */
export function anAuction(services: Services, request: Partial<BidRequest> = {}, account: AccountInput = {}): Auction {
  const auction = newAuction('auction', incoming, services, () => undefined);
  auction.request = { id: 'r1', imp: [{ id: 'i1', banner: { format: [{ w: 300, h: 250 }] } }], ...request };
  auction.account = accountSchema.parse({ id: 'acc', ...account });
  return auction;
}

export const aBid = (over: Partial<Bid> = {}): Bid => ({ id: 'b1', impid: 'i1', price: 1, crid: 'c1', ...over });
export const aTypedBid = (over: Partial<Bid> = {}, more: Partial<TypedBid> = {}): TypedBid => ({
  bid: aBid(over),
  type: 'banner',
  ...more,
});

export const call: Call = { method: 'POST', uri: 'http://bidder.test', headers: {}, impIds: ['i1'] };

/** A bidder's task; the adapter returns what `makeBids` returns. */
export const aTask = (
  bidder: string,
  makeBids: Adapter['makeBids'] = () => ({ errors: [] }),
  over: Partial<BidderTask> = {},
): BidderTask => ({
  bidder,
  core: bidder,
  info,
  adapter: { makeRequests: () => ({ calls: [], errors: [] }), makeBids },
  request: { id: 'r1', imp: [] },
  impIds: ['i1'],
  calls: [call],
  storedResponses: [],
  ...over,
});

/** Lets `bidder` respond with these results, one call each. */
export function response(auction: Auction, bidder: string, ...results: readonly BidderResult[]): void {
  const calls: CallOutcome[] = results.map((result) => ({ call, result, ms: 1 }));
  auction.tasks.push(aTask(bidder));
  auction.outcomes.push({ bidder, kind: 'bids', ms: 1, calls });
}

/** A seat with priced bids. */
export function aSeat(seat: string, bids: readonly Bid[], currency = 'USD', type: AuctionBid['type'] = 'banner'): Seat {
  const made = bids.map((bid) => ({ bid, type, seat, bidder: seat, core: seat, originalPrice: bid.price, originalCurrency: currency }));
  return { seat, currency, bids: made };
}

export const java: HostConfigInput = { variant: 'java' };

/** An auction before `adjust`, with the adjustments and the conversion of its request. One euro is 1.2 dollars. */
export function arranged(settings: HostConfigInput = {}, srv: RequestSrv = {}, request: Partial<BidRequest> = {}): [Auction, TestServices] {
  const services = testServices({ settings, rates: { current: () => ({ EUR: { USD: 1.2 } }) } });
  const auction = anAuction(services, { ext: { srv }, ...request });
  auction.convert = makeConverter(auction.request, services);
  auction.bidAdjustments = mergeBidAdjustments(auction.request, auction.account, auction.diagnostics);
  return [auction, services];
}

/** By seat: its currency, then the prices of its bids. */
export const pricesIn = ({ seats }: Auction) =>
  Object.fromEntries([...seats].map(([seat, { currency, bids }]) => [seat, [currency, ...bids.map(({ bid }) => bid.price)]]));
