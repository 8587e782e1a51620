/**
 * What was found while an auction ran: errors and warnings by bidder, or by one of two names that are no bidder:
 * `general` (about the request) and `srv` (about this server). They end in `ext.errors` and `ext.warnings`.
 */

export interface Finding {
  readonly code: number;
  readonly message: string;
  /** A bug of the bidder's adapter, as opposed to an error of what it talked to. */
  readonly panic?: boolean | undefined;
  /** Shown only when debug output is on. */
  readonly debugOnly?: boolean | undefined;
  /** Imps concerned, where the answer lists them (Java variant's `imp_ids`). */
  readonly impIds?: readonly string[] | undefined;
}

/** Warning codes of the Go variant (decisions row 4). */
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

export class Findings {
  readonly errors = new Map<string, Finding[]>();
  readonly warnings = new Map<string, Finding[]>();

  /** Keeps an error of `bidder` (or `general`, `srv`). */
  error(bidder: string, code: number, message: string, more?: Partial<Finding>): void {
    keep(this.errors, bidder, { code, message, ...more });
  }

  /** Keeps a warning of `bidder` (or `general`, `srv`). */
  warn(bidder: string, code: number, message: string, more?: Partial<Finding>): void {
    keep(this.warnings, bidder, { code, message, ...more });
  }

  /** Keeps a warning that is told before all others of `bidder` (or `general`, `srv`). */
  warnFirst(bidder: string, code: number, message: string): void {
    this.warnings.set(bidder, [{ code, message }, ...(this.warnings.get(bidder) ?? [])]);
  }
}

function keep(findings: Map<string, Finding[]>, bidder: string, finding: Finding): void {
  const list = findings.get(bidder);
  if (list) list.push(finding);
  else findings.set(bidder, [finding]);
}
