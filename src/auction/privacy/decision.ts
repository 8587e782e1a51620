/** The privacy decision for one bidder in one auction, with its reasons. */
import type { TcfConsent } from '#src/privacy/tcf.ts';

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

/** The rule behind a restriction: shown by trace, timeline and taps. */
export interface PrivacyReason {
  readonly rule: 'tcf' | 'usp' | 'gpp' | 'coppa' | 'lmt' | 'activity';
  readonly removes: 'call' | 'ids' | 'ufpd' | 'eids' | 'geo' | 'tid';
  readonly detail?: string | undefined;
}

/** One decision per bidder. All true: the request is unchanged. */
export interface BidderPrivacy {
  readonly mayCall: boolean;
  /** user ids: buyeruid, eids, device ids */
  readonly mayPassIds: boolean;
  /** user first-party data and demographics */
  readonly mayPassUfpd: boolean;
  readonly mayPassPreciseGeo: boolean;
  readonly mayPassTid: boolean;
  /** False: eids are removed even if the other ids remain; absent: they follow the other ids. */
  readonly mayPassEids?: boolean | undefined;
  /** Sources of eids that remain although eids are removed (Java variant's exceptions of purpose 4). */
  readonly allowedEidSources?: ReadonlySet<string> | undefined;
  /** True: the location is removed instead of rounded (COPPA). */
  readonly emptiesGeo?: boolean | undefined;
  /**
   * True (Java variant): ids are removed together with the user's first-party data and location, and a masked location of the device
   * has no fields finer than a region.
   */
  readonly masksProfile?: boolean | undefined;
  readonly reasons: readonly PrivacyReason[];
}

/** No restrictions. */
export const unlimited: BidderPrivacy = {
  mayCall: true,
  mayPassIds: true,
  mayPassUfpd: true,
  mayPassPreciseGeo: true,
  mayPassTid: true,
  reasons: [],
};

/** Whether a decision leaves a request unchanged. */
export const removesNothing = (decision: BidderPrivacy): boolean =>
  decision.mayPassIds &&
  decision.mayPassUfpd &&
  decision.mayPassPreciseGeo &&
  decision.mayPassTid &&
  decision.mayPassEids !== false &&
  decision.emptiesGeo !== true;

/** The request's privacy signals, read once by the privacy state; used by analytics, taps and sync. */
export interface PrivacyContext {
  /** 1 in scope, 0 not, -1 unknown (then `gdprApplies` holds the host's default). */
  readonly gdprSignal: 1 | 0 | -1;
  /** In scope and enforced for this request type. */
  readonly gdprApplies: boolean;
  readonly consent: string;
  /** The decoded consent; absent: none, or malformed. */
  readonly tcf?: TcfConsent | undefined;
  /** A valid US Privacy string, '' if there is none. */
  readonly usPrivacy: string;
  /** That string opts out of the sale. */
  readonly saleOptOut: boolean;
  readonly gpp: string;
  readonly gppSid: readonly number[];
  readonly coppa: boolean;
  /** Limit ad tracking is requested and enforced. */
  readonly lmt: boolean;
  /** `regs.ext.gpc` as a string, '' if absent. */
  readonly gpc?: string | undefined;
}

/** Activities that restrict what a vendor receives. */
export type VendorActivity = 'transmitUfpd' | 'transmitEids' | 'transmitPreciseGeo' | 'transmitTid';
