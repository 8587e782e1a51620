import type { BidderOutcome } from '#src/auction/bidder-task.ts';
import type { Diagnostics } from '#src/auction/diagnostics.ts';
import type { KeyPrefix } from '#src/auction/enrich/prefix.ts';
import type { Account } from '#src/config/account.ts';
import type { HostConfig } from '#src/config/schema.ts';
import type { BidAdjustments, MultiBid } from '#src/openrtb/ext.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';

/** Settings of a validated request. */
export interface EnrichDialect {
  /** ms of the request's `tmax` from here on; undefined: none. */
  tmax(tmax: number | undefined, config: HostConfig): number | undefined;
  /** Total ms the auction may take; undefined: no limit. */
  timeLimit(tmax: number | undefined, config: HostConfig): number | undefined;
  /** Warns that the account allows no debug output. */
  warnDebugOff(diagnostics: Diagnostics): void;
  /** Adds a warning that a bidder allows no debug output. */
  warnBidderDebugOff(diagnostics: Diagnostics, outcome: BidderOutcome): void;
  /** Whether the account's integration type replaces the request's. */
  namesNoIntegration(given: string | undefined): boolean;
  /** The valid entries of `multibid`, with one warning per problem. */
  multibid(given: readonly MultiBid[] | null | undefined): { readonly entries: MultiBid[]; readonly warnings: string[] };
  /** Prefix of targeting keys. @param maxKeyLength of this request, in bytes; 0: none */
  keyPrefix(requested: string | undefined, account: Account, maxKeyLength: number): KeyPrefix;
  /** Whether an account's limit of key lengths applies. */
  isKeyLimit(chars: number): boolean;
  /** Merged bid adjustments of request and account; their errors are reported. */
  bidAdjustments(request: BidRequest, account: Account, diagnostics: Diagnostics): BidAdjustments | undefined;
}
