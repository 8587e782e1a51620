/** Differences of the two established servers in what every adapter does; those of one bidder are the `java` of its spec. */
import type { Builder, BuildInput } from '../bidder.ts';

export interface KitDialect {
  /** Every value that goes into an endpoint is percent-encoded, whatever `escapeMacros` says. */
  readonly encodesMacros: boolean;
  /** No call has fewer headers than `json+accept`. */
  readonly sendsAccept: boolean;
  /** Responses may have numbers written as strings and strings written as numbers. */
  readonly coercesResponses: boolean;
  /** Bids are in the response's currency even if the bidder has a fixed one of USD. */
  readonly ignoresFixedUsd: boolean;
  /** Only video bids have video data of the adapter; where it has no video data or meta, those in the bid's own `ext.srv` remain. */
  readonly retainsOwnSrv: boolean;
}

export const KIT_DIALECTS: { readonly [name in BuildInput['dialect']]: KitDialect } = {
  go: { encodesMacros: false, sendsAccept: false, coercesResponses: false, ignoresFixedUsd: false, retainsOwnSrv: false },
  java: { encodesMacros: true, sendsAccept: true, coercesResponses: true, ignoresFixedUsd: true, retainsOwnSrv: true },
};

/** What the two halves of an adapter share. */
export interface KitInstance<T> {
  readonly builder: Builder;
  /** Result of the adapter's own setup. */
  readonly setup: T;
  readonly dialect: KitDialect;
}
