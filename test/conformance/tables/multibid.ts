import type { AuctionBid } from '#src/auction/bid.ts';
import { multiBidFor } from '#src/auction/fan-out/multibid.ts';
import { limitSeat, limitsBySeat, targetedBids } from '#src/auction/target/multibid.ts';
import { normaliseMultibid } from '#src/auction/validate/multibid.ts';
import type { AlternateBidderCodes, MultiBid } from '#src/openrtb/ext.ts';
import type { Bid } from '#src/openrtb/ortb.ts';
import type { Row } from '../suites/tables.ts';

interface Input {
  readonly op: string;
  readonly multibid: MultiBid[] | null;
  readonly bidder: string | null;
  readonly alternateBidderCodes: AlternateBidderCodes | null;
  readonly multibidByBidder: { readonly [bidder: string]: MultiBid } | null;
  readonly preferDeals: boolean;
  readonly accountDefaultBidLimit: number;
  readonly bySeat: { readonly [seat: string]: readonly Bid[] } | null;
}

const plainBids = (bids: readonly AuctionBid[]): Bid[] => bids.map(({ bid }) => bid);

/** Limits every seat and returns the remaining bids, by imp and by seat. */
function limited({ bySeat, accountDefaultBidLimit, preferDeals }: Input): Record<string, unknown> {
  const byImp: { [impId: string]: { [seat: string]: Bid[] } } = {};
  const left: { [seat: string]: Bid[] } = {};
  for (const [seat, bids] of Object.entries(bySeat ?? {})) {
    const filed = { seat, bids: (bids ?? []).map((bid) => ({ bid, type: 'banner', seat, bidder: seat }) as AuctionBid) };
    const ranked = limitSeat(filed, { accountLimit: accountDefaultBidLimit, removeExtra: false }, new Map(), preferDeals);
    for (const [impId, best] of ranked) byImp[impId] = { ...byImp[impId], [seat]: plainBids(best) };
    left[seat] = plainBids(filed.bids);
  }
  return { byImp, bySeat: left };
}

const OPS: { readonly [op: string]: (input: Input) => Record<string, unknown> } = {
  normalise: ({ multibid }) => ({ ...normaliseMultibid(multibid) }),
  'for-bidder': ({ multibid, bidder, alternateBidderCodes }) => ({ entries: multiBidFor(multibid, bidder ?? '', alternateBidderCodes) }),
  limits: ({ multibidByBidder, bidder }) => ({ limit: targetedBids(limitsBySeat(Object.values(multibidByBidder ?? {})), bidder ?? '') }),
  cut: limited,
};

export function run(row: Row): Record<string, unknown> {
  const input = row.in as unknown as Input;
  return OPS[input.op]?.(input) ?? {};
}
