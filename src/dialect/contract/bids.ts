import type { Auction } from '#src/auction/auction.ts';
import type { AuctionBid } from '#src/auction/bid.ts';
import type { Diagnostics } from '#src/auction/diagnostics.ts';
import type { BidRejection, RejectionKind } from '#src/auction/rejection.ts';
import type { CreativeDialect } from './creatives.ts';

/** Checks of bids. */
export interface BidDialect {
  /** The message for an invalid price. */
  badPrice(id: string, price: number): string;
  /** Bids are checked before their prices are adjusted: price, fields, seat; else the seat first, the others after it. */
  readonly priceFirst: boolean;
  /** A video bid must have `adm` or `nurl`. */
  readonly videoNeedsMarkup: boolean;
  /** A bid must be for an imp of the request. */
  readonly needsImp: boolean;
  /** Warns of a request with several currencies. */
  warnOfCurrencies(diagnostics: Diagnostics, bidder: string, named: readonly string[] | undefined): void;
  /** The message for each bid of a response with an invalid currency; undefined: one error for all. */
  badCurrency(currency: string): string | undefined;
  /** Whether a response without bids also needs a rate for its currency. */
  readonly checksCurrencyWithoutBids: boolean;
  /** Reports a rejected bid. */
  report(auction: Auction, bid: AuctionBid, rejection: BidRejection): void;
  /** Whether `ext.seatnonbid` gives a reason for an invalid bid. */
  hasReason(rejection: BidRejection): boolean;
  /** Whether native markup gets the asset types of the request. */
  fillsNative(auction: Auction): boolean;
  /** Error code of native markup that does not match the request. */
  readonly nativeCode: number;
  /** Such markup rejects the bid. */
  readonly dropsBadNative: boolean;
  /** Meta data of the wrong type rejects the bid; else it is left out. */
  readonly dropsBadMeta: boolean;
  /** Stored auction responses: whether their bids are final, and the rejection of an unreadable one. */
  readonly stored: { readonly areFinal: boolean; readonly rejection: RejectionKind };
  readonly dsa: DsaDialect;
  readonly creatives: CreativeDialect;
}

/** Transparency of ads under the Digital Services Act. */
export interface DsaDialect {
  /** Length of a string. */
  lengthOf(text: string): number;
  /** Whether the rendering parties of publisher and buyer are compared. */
  comparesRendering(required: boolean, adrender: unknown): boolean;
  /** Non-bid code of a bid that is not acceptable. */
  readonly nonBid: number;
  /** Reports such a bid. */
  report(auction: Auction, bid: AuctionBid, error: string): void;
}
