/** Seats other than the bidder itself: who may bid under which name (auction-exchange.md 6.6). */
import type { AlternateBidderCodes } from '#src/wire/ext.ts';

type BidderCodes = NonNullable<AlternateBidderCodes['bidders']>[string];

/** The settings an auction goes by: the request's, else the account's. */
export const alternateCodesOf = (
  request: AlternateBidderCodes | null | undefined,
  account: AlternateBidderCodes | null | undefined,
): AlternateBidderCodes | undefined => request ?? account ?? undefined;

/** What the settings say of one bidder; codes match in any case. */
export function codesOfBidder(settings: AlternateBidderCodes | undefined, bidder: string): BidderCodes | undefined {
  const { bidders } = settings ?? {};
  if (!bidders || !bidder) return undefined;
  if (Object.hasOwn(bidders, bidder)) return bidders[bidder] ?? undefined;
  const wanted = bidder.toLowerCase();
  for (const name of Object.keys(bidders)) if (name.toLowerCase() === wanted) return bidders[name] ?? undefined;
  return undefined;
}

/** The settings cut down to one bidder, under the name it goes by in this request. */
export function codesForBidder(settings: AlternateBidderCodes | undefined, bidder: string): AlternateBidderCodes | undefined {
  if (!settings) return undefined;
  const own = codesOfBidder(settings, bidder);
  const cut: AlternateBidderCodes = own ? { bidders: { [bidder]: own } } : {};
  return settings.enabled === undefined ? cut : { enabled: settings.enabled, ...cut };
}

/**
 * Why `bidder` may not bid as `seat`; undefined when it may. No seat, or the bidder's own name in any case, is always fine.
 * @returns text of the Go variant's warning
 */
export function seatFault(bidder: string, seat: string | undefined, settings: AlternateBidderCodes | undefined): string | undefined {
  if (!seat || seat === bidder || seat.toLowerCase() === bidder.toLowerCase()) return undefined;
  const disabled = `alternateBidderCodes disabled for "${bidder}", rejecting bids for "${seat}"`;
  if (settings?.enabled !== true) return disabled;
  const own = codesOfBidder(settings, bidder);
  if (!own) return `alternateBidderCodes not defined for adapter "${bidder}", rejecting bids for "${seat}"`;
  if (own.enabled !== true) return disabled;
  const codes = own.allowedbiddercodes;
  if (!Array.isArray(codes) || (codes.length === 1 && codes[0] === '*') || codes.includes(seat)) return undefined;
  return `invalid biddercode "${seat}" sent by adapter "${bidder}"`;
}
