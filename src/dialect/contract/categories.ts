import type { EndpointName } from '#src/auction/auction.ts';
import type { AuctionBid } from '#src/auction/bid.ts';
import type { RejectionKind } from '#src/auction/rejection.ts';

/** Bids by the ad server's category. */
export interface CategoryDialect {
  /** Categories are mapped after the modules' hooks on all bids; otherwise before. */
  readonly areAfterModules: boolean;
  /** The error message for an unknown ad server. */
  unknownServer(named: number | undefined): string;
  /** The kind of the rejection. */
  rejectionOf(endpoint: EndpointName): RejectionKind;
  /** The reason for a bid longer than every allowed duration, in seconds. */
  tooLong(seconds: number, max: number): string;
  /** The reason for a bid with several categories; undefined: as without a category. */
  readonly several: string | undefined;
  /** The reason for a bid whose category has no translation. @param hasFile the ad server has categories, but not this one */
  untranslated(adServer: string, publisher: string, category: string, hasFile: boolean): string;
  /** The message for a dropped bid. */
  rejected(bid: AuctionBid, reason: string): string;
}
