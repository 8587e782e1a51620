import type { Auction } from '#src/auction/auction.ts';
import type { BidderTask } from '#src/auction/bidder-task.ts';

/** Responses of bidders. */
export interface CollectDialect {
  /** Why a response with this status is not parsed; undefined: it is. */
  statusError(status: number): string | undefined;
  /** Adapters parse responses without content (204), too. */
  readonly readsNoContent: boolean;
  /** The message for a timed-out call. @param message of the transport */
  timeoutMessage(message: string, auction: Auction, task: BidderTask): string;
  /** The error code of a status that is not parsed. */
  statusCode(status: number | undefined): number;
  /** Non-bid codes: of a call without time left, of a server that cannot be reached, of an unusable body, of a status that is not parsed. */
  readonly nonBid: {
    readonly tmax: number;
    readonly unreachable: number;
    readonly ofUnusable: number;
    ofStatus(status: number | undefined): number;
  };
  /** Assets of native responses: whether the requested asset must have a type, and the format of an id. */
  readonly native: { readonly needsType: boolean; shownId(id: unknown, isImage: boolean): unknown };
}
