/**
 * Errors and warnings of an auction, by bidder or under one of two names that are not bidders: `general` (about the request) and `srv`
 * (about this server). They become `ext.errors` and `ext.warnings`.
 */

export interface Diagnostic {
  readonly code: number;
  readonly message: string;
  /** A bug of the bidder's adapter, as opposed to an error of the bidder. */
  readonly panic?: boolean | undefined;
  /** Shown only when debug output is on. */
  readonly debugOnly?: boolean | undefined;
  /** Imps concerned, if the response lists them (Java variant's `imp_ids`). */
  readonly impIds?: readonly string[] | undefined;
}

/** Warning codes of the Go variant. */
export const WARN = {
  none: 0,
  bidderDisabled: 6,
  moduleRejection: 11,
  throttled: 16,
  privacyConsent: 10001,
  accountDebugOff: 10002,
  bidderDebugOff: 10003,
  alternateBidderCode: 10005,
  multibid: 10006,
  adServerTargeting: 10007,
  bidAdjustment: 10008,
  floorRejection: 10009,
  dsa: 10010,
  cookieDeprecation: 10011,
  browsingTopics: 10012,
  invalidEids: 10013,
  invalidUids: 10014,
  prefixTooLong: 10015,
  prefixTooShort: 10016,
  blockedByPrivacy: 10017,
  unknown: 10999,
} as const;

export const GENERAL = 'general';
export const OWN = 'srv';

export class Diagnostics {
  readonly errors = new Map<string, Diagnostic[]>();
  readonly warnings = new Map<string, Diagnostic[]>();

  /** Records an error of `bidder` (or `general`, `srv`). */
  error(bidder: string, code: number, message: string, more?: Partial<Diagnostic>): void {
    record(this.errors, bidder, { code, message, ...more });
  }

  /** Records a warning of `bidder` (or `general`, `srv`). */
  warn(bidder: string, code: number, message: string, more?: Partial<Diagnostic>): void {
    record(this.warnings, bidder, { code, message, ...more });
  }

  /** Records a warning that precedes all others of `bidder` (or `general`, `srv`). */
  warnFirst(bidder: string, code: number, message: string): void {
    this.warnings.set(bidder, [{ code, message }, ...(this.warnings.get(bidder) ?? [])]);
  }
}

function record(diagnostics: Map<string, Diagnostic[]>, bidder: string, diagnostic: Diagnostic): void {
  const list = diagnostics.get(bidder);
  if (list) list.push(diagnostic);
  else diagnostics.set(bidder, [diagnostic]);
}
