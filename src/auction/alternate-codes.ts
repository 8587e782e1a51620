/** Seats other than the bidder itself: which bidder may bid under which name. */
import { fieldInAnyCase } from '#src/json/letter-case.ts';
import type { AlternateBidderCodes } from '#src/openrtb/ext.ts';

type BidderCodes = NonNullable<AlternateBidderCodes['bidders']>[string];

/** The settings of an auction: the request's, else the account's. */
export const alternateCodesOf = (
  request: AlternateBidderCodes | null | undefined,
  account: AlternateBidderCodes | null | undefined,
): AlternateBidderCodes | undefined => request ?? account ?? undefined;

/** The settings of one bidder; codes are case-insensitive. */
export const codesOfBidder = (settings: AlternateBidderCodes | undefined, bidder: string): BidderCodes | undefined =>
  bidder === '' ? undefined : (fieldInAnyCase(settings?.bidders, bidder) ?? undefined);

/** The settings limited to one bidder, under its name in this request. */
export function codesForBidder(settings: AlternateBidderCodes | undefined, bidder: string): AlternateBidderCodes | undefined {
  if (!settings) return undefined;
  const own = codesOfBidder(settings, bidder);
  const relevant: AlternateBidderCodes = own ? { bidders: { [bidder]: own } } : {};
  return settings.enabled === undefined ? relevant : { enabled: settings.enabled, ...relevant };
}

/**
 * Why `bidder` may not bid as `seat`; undefined if it may. An absent seat, or the bidder's own name in any case, is always allowed.
 * @returns the Go variant's warning
 */
export function seatError(bidder: string, seat: string | undefined, settings: AlternateBidderCodes | undefined): string | undefined {
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
