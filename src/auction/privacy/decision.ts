/** What the law and the host's rules say about one bidder in one auction, and why. */
import type { TcfConsent } from './tcf.ts';

export type Activity =
  | 'syncUser'
  | 'fetchBids'
  | 'enrichUfpd'
  | 'reportAnalytics'
  | 'transmitUfpd'
  | 'transmitEids'
  | 'transmitPreciseGeo'
  | 'transmitUniqueRequestIds'
  | 'transmitTid';

/** Which rule took something away: shown by trace, timeline, taps. */
export interface PrivacyReason {
  readonly rule: 'tcf' | 'usp' | 'gpp' | 'coppa' | 'lmt' | 'activity';
  readonly removes: 'call' | 'ids' | 'ufpd' | 'eids' | 'geo' | 'tid';
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
  /** False: eids go even where the other ids stay; absent: they go with the other ids. */
  readonly mayPassEids?: boolean | undefined;
  /** Sources of eids that stay although eids go (Java variant's exceptions of purpose 4). */
  readonly keptEidSources?: ReadonlySet<string> | undefined;
  /** True: the place is emptied rather than rounded (COPPA). */
  readonly emptiesGeo?: boolean | undefined;
  readonly reasons: readonly PrivacyReason[];
}

/** Nothing is taken away. */
export const unlimited: BidderPrivacy = {
  mayCall: true,
  mayPassIds: true,
  mayPassUfpd: true,
  mayPassPreciseGeo: true,
  mayPassTid: true,
  reasons: [],
};

/** Whether a decision leaves a request as it is. */
export const leavesAll = (decision: BidderPrivacy): boolean =>
  decision.mayPassIds &&
  decision.mayPassUfpd &&
  decision.mayPassPreciseGeo &&
  decision.mayPassTid &&
  decision.mayPassEids !== false &&
  decision.emptiesGeo !== true;

/** What was read once from the request's privacy signals; filled in by the privacy state, read by analytics, taps and sync. */
export interface PrivacyContext {
  /** 1 in scope, 0 not, -1 cannot be told (then the host's default was taken in `gdprApplies`). */
  readonly gdprSignal: 1 | 0 | -1;
  /** In scope and enforced on this channel. */
  readonly gdprApplies: boolean;
  readonly consent: string;
  /** The consent decoded; absent: none, or one that cannot be read. */
  readonly tcf?: TcfConsent | undefined;
  /** Valid string of the United States, '' where there is none. */
  readonly usPrivacy: string;
  readonly gpp: string;
  readonly gppSid: readonly number[];
  readonly coppa: boolean;
  /** Limit ad tracking is asked for and enforced. */
  readonly lmt: boolean;
  /** `regs.ext.gpc` as text, '' where there is none. */
  readonly gpc?: string | undefined;
}
