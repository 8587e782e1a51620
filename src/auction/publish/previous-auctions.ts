/** At the end of an auction: stores for each bidder that takes part how its own bids fared. */
import { isObject } from '#src/json/merge.ts';
import type { Imp } from '#src/openrtb/ortb.ts';
import type { Auction } from '../auction.ts';
import type { BidOutcome } from '../bid-outcome.ts';
import type { BidderOutcome } from '../bidder-task.ts';
import { impsById } from '../imps-by-id.ts';
import type { PreviousAuctionInfo } from '../previous-auctions.ts';
import { currencyOfBids } from '../pricing/auction-currency.ts';
import type { Services } from '../services.ts';
import { bidOutcomes, isBeatenByDeal } from './bid-outcomes.ts';
import { minBidToWin } from './min-bid-to-win.ts';

/** Stores nothing of an auction that was rejected, or in which no bidder takes part. */
export function recordPreviousAuctions(auction: Auction, { previousAuctions: store, log }: Services): void {
  const { previousAuctions: parts, rejection } = auction;
  if (!store || !parts || rejection) return;
  try {
    const index = indexOf(auction);
    for (const { bidder, key } of parts) {
      const outcome = auction.outcomes.find((one) => one.bidder === bidder);
      const infos = outcome && wasCalled(outcome) ? infosOf(auction, outcome, index) : [];
      if (infos.length > 0) store.add(key, infos);
    }
  } catch (cause) {
    log.error({ err: cause, auction: auction.number }, 'info of an auction for its bidders cannot be stored');
  }
}

/** Stored responses and bidders that were skipped teach nothing. */
const wasCalled = ({ calls }: BidderOutcome): boolean => calls.some(({ stored }) => !stored);

/** What all bidders of an auction share. */
interface Index {
  readonly imps: ReadonlyMap<string, Imp>;
  /** Bids for imps of the request, by bidder. */
  readonly bids: ReadonlyMap<string, readonly BidOutcome[]>;
}

function indexOf(auction: Auction): Index {
  const imps = impsById(auction);
  const bids = bidOutcomes(auction).filter(({ impId }) => imps.has(impId));
  return { imps, bids: Map.groupBy(bids, ({ bidder }) => bidder) };
}

/** The bidder's bids, and its imps without one. */
function infosOf(auction: Auction, { bidder, kind, calls }: BidderOutcome, { imps, bids }: Index): PreviousAuctionInfo[] {
  const ownBids = bids.get(bidder) ?? [];
  const withBid = new Set(ownBids.map(({ impId }) => impId));
  const infos = ownBids.map((bid) => infoOfBid(auction, bid, imps.get(bid.impId)));
  if (kind === 'rejected') return infos;
  const called = new Set(calls.flatMap(({ call }) => call.impIds));
  for (const impid of called) {
    const imp = imps.get(impid);
    if (imp && !withBid.has(impid)) infos.push({ ...common(auction, imp), outcome: kind === 'bids' ? 'no-bid' : kind });
  }
  return infos;
}

const common = ({ startedAt }: Auction, imp: Imp): Pick<PreviousAuctionInfo, 'source' | 'timestamp' | 'impid' | 'adUnitCode'> => ({
  source: 'auctor',
  timestamp: startedAt,
  impid: imp.id,
  adUnitCode: adUnitOf(imp),
});

function adUnitOf({ ext, tagid }: Imp): string | undefined {
  const srv: unknown = ext?.srv;
  for (const code of [isObject(srv) ? srv['adunitcode'] : undefined, ext?.['gpid'], tagid]) if (typeof code === 'string') return code;
  return undefined;
}

/** Reasons are the bidder's own: those of `bidOutcomes` name the winner and its price. */
function infoOfBid(auction: Auction, bid: BidOutcome, imp: Imp | undefined): PreviousAuctionInfo {
  const min = minBidToWin(auction, bid);
  const isRejected = bid.bidOutcome === 'rejected';
  const lostTo = isBeatenByDeal(auction, bid.impId, bid.dealId) ? 'deal' : 'price';
  return {
    ...common(auction, imp ?? { id: bid.impId }),
    outcome: bid.bidOutcome,
    reason: isRejected ? bid.reason : bid.bidOutcome === 'lost' ? lostTo : undefined,
    code: isRejected ? bid.code : undefined,
    bidId: bid.id,
    bidderCpm: bid.price,
    bidderCurrency: currencyOfBids(auction),
    bidderOriginalCpm: bid.originalPrice,
    bidderOriginalCurrency: bid.originalCurrency,
    minBidToWin: min,
  };
}
