/** `ext.srv.previousauctioninfo`: bidders that opted in learn how their bids fared in the user's previous auctions (docs/PREVIOUS-AUCTIONS.md). */
import { after, type MaybeLater } from '#src/lang/later.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import type { PreviousAuctionInfo, PreviousAuctions, PreviousOfBidder } from '../previous-auctions.ts';
import type { Plan } from './plan.ts';
import type { Prepared } from './task.ts';

/** Adds the info to the requests of bidders that take part, and records them for the end of the auction. Waits only for a shared store. */
export function withPreviousAuctions(plan: Plan, all: readonly Prepared[]): MaybeLater<readonly Prepared[]> {
  const { auction, services } = plan;
  const store = services.previousAuctions;
  if (!store || !auction.account.previous_auction_info.enabled || auction.accountId === '') return all;
  const keys = all.map((prepared) => keyFor(plan, prepared, store));
  const knownKeys = keys.filter((key) => key !== undefined);
  if (knownKeys.length === 0) return all;
  return after(store.find(knownKeys), (found) => {
    const sent = new Map(knownKeys.map((key, at) => [key, found[at] ?? []]));
    const parts: PreviousOfBidder[] = [];
    const requests = all.map((prepared, at) => {
      const key = keys[at];
      if (key === undefined) return prepared;
      const infos = sent.get(key) ?? [];
      parts.push({ bidder: prepared.called.bidder, key, sent: infos });
      return infos.length === 0 ? prepared : { ...prepared, request: withInfo(prepared.request, infos) };
    });
    auction.previousAuctions = parts;
    return requests;
  });
}

/** Undefined: the bidder, the account or the privacy decision does not permit it, or the bidder does not know the user. */
function keyFor({ auction }: Plan, { called, request }: Prepared, store: PreviousAuctions): string | undefined {
  const { bidder, known } = called;
  const { bidders } = auction.account.previous_auction_info;
  if (!known.info.previousAuctionInfo || (bidders.length > 0 && !bidders.includes(bidder))) return undefined;
  const decision = auction.privacy.get(bidder);
  const buyeruid: unknown = request.user?.buyeruid;
  if (!decision?.mayPassIds || !decision.mayPassUfpd || typeof buyeruid !== 'string' || buyeruid === '') return undefined;
  return store.keyOf({ account: auction.accountId, bidder, core: known.code, buyeruid });
}

const withInfo = (request: BidRequest, previousauctioninfo: readonly PreviousAuctionInfo[]): BidRequest => ({
  ...request,
  ext: { ...request.ext, srv: { ...request.ext?.srv, previousauctioninfo } },
});
