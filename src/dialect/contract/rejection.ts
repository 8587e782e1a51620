import type { AuctionRejection, RejectionKind } from '#src/auction/rejection.ts';

/** Rejected requests. */
export interface RejectionDialect {
  /** HTTP status of each kind. */
  readonly status: { readonly [kind in RejectionKind]: number };
  /** The body, except for internal errors. */
  body(rejection: AuctionRejection): string;
  /** Response to a body that is too large for any endpoint. */
  tooLarge(text: string): { readonly status: number; readonly message: string };
  /** The body of a video request. */
  videoBody(kind: RejectionKind, messages: readonly string[]): string;
}
