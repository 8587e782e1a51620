import type { CreativeError, Mode } from '#src/auction/adjust/creative-error.ts';
import type { Auction } from '#src/auction/auction.ts';
import type { AuctionBid } from '#src/auction/bid.ts';
import type { Size } from '#src/auction/validate/interstitial-sizes.ts';
import type { Imp } from '#src/openrtb/ortb.ts';

/** Size and security of creatives. */
export interface CreativeDialect {
  /** The max banner size; undefined: the imp's own maximum. */
  maxSize(limits: { readonly maxWidth: number; readonly maxHeight: number }): Size | undefined;
  /** A creative without a size is rejected. */
  readonly needsSize: boolean;
  /** Whether markup loads resources with TLS. */
  isSecure(adm: string): boolean;
  /** Whether a bid's markup is checked at all. */
  checksMarkup(bid: AuctionBid, imp: Imp): boolean;
  /** The message for a creative that is too large. */
  sizeMessage(mode: Mode, bid: AuctionBid, max: Size, auction: Auction): string;
  /** The message for insecure markup. */
  markupMessage(mode: Mode, bid: AuctionBid, auction: Auction): string;
  /** Reports all failed checks of a bid; there is at least one. */
  report(auction: Auction, bid: AuctionBid, errors: readonly CreativeError[]): void;
}
