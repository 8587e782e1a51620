/** The state `respond` alone, for auctions as earlier states leave them. */
import type { Auction } from '#src/auction/auction.ts';
import type { BidderOutcome } from '#src/auction/bidder-task.ts';
import { respond } from '#src/auction/respond.ts';
import { accountSchema } from '#src/config/account.ts';
import type { RequestSrv } from '#src/openrtb/ext.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { aBidder, anAuction, hostInfo, validRequest } from './auction.ts';
import { type aBid, collectBids } from './bids.ts';
import { registryOf, testServices } from './services.ts';

export type RespondInput = {
  bids?: ReturnType<typeof aBid>[];
  settings?: object;
  account?: object;
  srv?: RequestSrv;
  request?: Partial<BidRequest>;
  auction?: Partial<Auction>;
  find?: (auction: Auction) => void;
};

/** An auction with a response: the bidder `alpha`, and `shy`, which allows no debug output. */
export function runRespond({
  bids = [],
  settings = {},
  account = {},
  srv = {},
  request = {},
  auction: over = {},
  find,
}: RespondInput = {}): Auction {
  const bidCache = { address: { scheme: 'https', host: 'cache.example', path: '/cache' }, put: () => ({ ids: [], errors: [] }) };
  const services = testServices({
    settings,
    bidCache,
    bidders: registryOf(aBidder('alpha'), aBidder('shy', { info: hostInfo({ debugAllowed: false }) })),
  });
  const full = { ...validRequest(), tmax: 0, ...request, ext: { srv } };
  const auction = anAuction(services, full, { account: accountSchema.parse(account), startedAt: 0, ...over });
  collectBids(auction, ...bids);
  find?.(auction);
  void respond(auction, services);
  return auction;
}

/** An outcome without bids, unless stated. */
export const outcome = (bidder: string, over: Partial<BidderOutcome> = {}): BidderOutcome => ({
  bidder,
  kind: 'no-bid',
  ms: 73.4,
  calls: [],
  ...over,
});
