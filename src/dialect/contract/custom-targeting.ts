import type { Diagnostics } from '#src/auction/diagnostics.ts';

/** Ad-server targeting rules of a request. */
export interface CustomTargetingDialect {
  /** Reports an inapplicable rule. */
  warn(diagnostics: Diagnostics, message: string): void;
  /** Only bids with targeting receive more keys. */
  readonly targetedOnly: boolean;
  /** AMP data comes from the caller's query, on any endpoint; otherwise from the request, where an AMP request has it. */
  readonly readsQuery: boolean;
  /** Rules about the response read only the bid. */
  readonly bidsOnly: boolean;
  /** Whether a value counts as absent. */
  isBlank(value: unknown): boolean;
  /** Whether a value can be used. */
  isValue(value: unknown): boolean;
}
