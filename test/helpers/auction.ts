/** An auction record for variation, and the few services tests need around it. */

import type { Auction, Incoming } from '#src/auction/auction.ts';
import type { BidderTask } from '#src/auction/bidder-task.ts';
import { newAuction } from '#src/auction/new-auction.ts';
import type { Services } from '#src/auction/services.ts';
import type { Adapter, BidderInfo } from '#src/bidders/bidder.ts';
import type { KnownBidder } from '#src/bidders/registry.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { sameCurrency } from './conversions.ts';

export const incoming = (over: Partial<Incoming> = {}): Incoming => ({
  method: 'POST',
  path: '/openrtb2/auction',
  query: {},
  headers: {},
  remoteAddress: '203.0.113.7',
  body: Buffer.alloc(0),
  ...over,
});

/** A request that violates no rule, calling `bidders` for each of `imps` banner imps. Its time is enough for real bidders on a busy machine. */
export const validRequest = (bidders: readonly string[] = ['alpha'], imps = 1): BidRequest => ({
  id: 'request',
  imp: Array.from({ length: imps }, (_, i) => ({
    id: `imp-${i + 1}`,
    banner: { format: [{ w: 300, h: 250 }] },
    ext: { srv: { bidder: Object.fromEntries(bidders.map((bidder) => [bidder, { placement: i }])) } },
  })),
  site: { page: 'https://publisher.example/page', publisher: { id: 'publisher' } },
  tmax: 60_000,
  ext: { srv: { targeting: {} } },
});

/** An auction whose body is the serialized request. */
export function anAuction(services: Services, request: BidRequest = validRequest(), over: Partial<Auction> = {}): Auction {
  const auction = newAuction('auction', incoming({ body: Buffer.from(JSON.stringify(request)) }), services, () => {});
  return Object.assign(auction, { request }, over);
}

export const hostInfo = (over: Partial<BidderInfo> = {}): BidderInfo => ({
  endpoint: 'http://bidder.example/bid',
  enabled: true,
  maintainer: '',
  capabilities: { site: ['banner', 'video', 'audio', 'native'], app: ['banner', 'video', 'audio', 'native'], dooh: ['banner', 'video'] },
  modifyingVastXmlAllowed: true,
  debugAllowed: true,
  openrtb: { version: '2.6', gppSupported: true, multiformatSupported: true },
  adsCert: false,
  whiteLabelOnly: false,
  currencies: [],
  tmaxDeductionMs: 0,
  ...over,
});

/** A bidder with plain OpenRTB in both directions; every bid is a banner unless `mtype` says otherwise. */
export const plainAdapter = (code: string): Adapter => ({
  makeRequests: (request) => ({
    calls: [{ method: 'POST', uri: `http://bidder.example/${code}`, headers: {}, body: request, impIds: request.imp.map(({ id }) => id) }],
    errors: [],
  }),
  makeBids: (_request, _sent, response) => {
    if (response.status === 204) return { errors: [] };
    const { cur, seatbid = [] } = JSON.parse(response.body) as { cur?: string; seatbid?: { bid: [] }[] };
    return {
      result: { currency: cur, bids: seatbid.flatMap(({ bid }) => bid.map((one) => ({ bid: one, type: 'banner' as const }))) },
      errors: [],
    };
  },
});

export const aBidder = (code: string, over: Partial<KnownBidder> = {}): KnownBidder => ({
  code,
  info: hostInfo(),
  adapter: plainAdapter(code),
  syncKey: code,
  ...over,
});

/** A task that calls one bidder once for all imps of the request. */
export function aTask(bidder: string, request: BidRequest, over: Partial<BidderTask> = {}): BidderTask {
  const adapter = over.adapter ?? plainAdapter(bidder);
  const { calls } = adapter.makeRequests(request, sameCurrency);
  return {
    bidder,
    core: bidder,
    info: hostInfo(),
    adapter,
    request,
    impIds: request.imp.map(({ id }) => id),
    calls,
    storedResponses: [],
    ...over,
  };
}
