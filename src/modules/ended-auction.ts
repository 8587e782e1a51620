/** What modules learn from an ended auction: which bidders were called for which imps, and what came of it. No personal data. */
import type { Auction } from '#src/auction/auction.ts';
import type { BidderOutcome } from '#src/auction/bidder-task.ts';
import { revenueOf } from '#src/auction/pricing/revenue.ts';
import type { BidRequest, DeepReadonly } from '#src/openrtb/ortb.ts';

/** The bid of a bidder for an imp. */
export interface EndedBid {
  readonly impId: string;
  /** Price of the accepted bid if it is the highest of its imp, for one impression, USD; otherwise 0. */
  readonly revenue: number;
}

/** A bidder that was called and responded, with or without bids. */
export interface EndedCall {
  readonly bidder: string;
  readonly impIds: readonly string[];
  /** At most one per imp. */
  readonly bids: readonly EndedBid[];
}

export interface EndedAuction {
  readonly accountId: string;
  /** The parts that describe the traffic; shared, not to be modified. */
  readonly request: DeepReadonly<Pick<BidRequest, 'imp' | 'test' | 'device'>>;
  readonly calls: readonly EndedCall[];
}

/** The highest accepted bid of each imp, with its revenue. */
function bestBids(auction: Auction): Map<string, { readonly bidder: string; readonly revenue: number }> {
  const best = new Map<string, { bidder: string; revenue: number }>();
  for (const { bids } of auction.seats.values()) {
    for (const bid of bids) {
      const revenue = revenueOf(bid, auction);
      const { impid } = bid.bid;
      if (revenue > (best.get(impid)?.revenue ?? -1)) best.set(impid, { bidder: bid.bidder, revenue });
    }
  }
  return best;
}

const isResponded = ({ kind }: BidderOutcome): boolean => kind === 'bids' || kind === 'no-bid';

/** The summary of an ended auction for modules. */
export function endedAuction(auction: Auction): EndedAuction {
  const { accountId, request, outcomes, tasks } = auction;
  const best = bestBids(auction);
  const impIds = new Map(tasks.map((task) => [task.bidder, task.impIds]));
  const calls = outcomes.filter(isResponded).map(({ bidder, calls: made }): EndedCall => {
    const ids = new Set(made.flatMap(({ result }) => result?.bids.map(({ bid }) => bid.impid) ?? []));
    const bids = [...ids].map((impId) => ({ impId, revenue: best.get(impId)?.bidder === bidder ? (best.get(impId)?.revenue ?? 0) : 0 }));
    return { bidder, impIds: impIds.get(bidder) ?? [], bids };
  });
  const { geo } = request.device ?? {};
  const device = geo?.country === undefined ? {} : { device: { geo: { country: geo.country } } };
  return { accountId, request: { imp: request.imp, ...(request.test === undefined ? {} : { test: request.test }), ...device }, calls };
}
