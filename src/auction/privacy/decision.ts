/** What the law and the host's rules say about one bidder in one auction, and why. */

export type Activity =
  | 'syncUser'
  | 'fetchBids'
  | 'enrichUfpd'
  | 'reportAnalytics'
  | 'transmitUfpd'
  | 'transmitPreciseGeo'
  | 'transmitUniqueRequestIds'
  | 'transmitTid';

/** Which rule took something away: shown by trace, timeline, taps. */
export interface PrivacyReason {
  readonly rule: 'tcf' | 'usp' | 'gpp' | 'coppa' | 'lmt' | 'activity';
  readonly removes: 'call' | 'ids' | 'ufpd' | 'geo' | 'tid';
  readonly detail?: string | undefined;
}

/** One decision a bidder. Everything true: nothing is touched. */
export interface BidderPrivacy {
  readonly mayCall: boolean;
  /** user ids: buyeruid, eids, device ids */
  readonly mayPassIds: boolean;
  /** user first-party data and demographics */
  readonly mayPassUfpd: boolean;
  readonly mayPassPreciseGeo: boolean;
  readonly mayPassTid: boolean;
  readonly reasons: readonly PrivacyReason[];
}

/** What was read once from the request's privacy signals; filled in by the privacy state, read by analytics, taps and sync. */
export interface PrivacyContext {
  /** 1 in scope, 0 not, -1 cannot be told (then the host's default was taken in `gdprApplies`). */
  readonly gdprSignal: 1 | 0 | -1;
  readonly gdprApplies: boolean;
  readonly consent: string;
  readonly usPrivacy: string;
  readonly gpp: string;
  readonly gppSid: readonly number[];
  readonly coppa: boolean;
  readonly lmt: boolean;
}
