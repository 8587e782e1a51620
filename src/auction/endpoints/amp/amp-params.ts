/** The parsed query of an AMP request. */
import type { AmpSize } from './sizes.ts';

export interface AmpParams {
  readonly tagId: string;
  readonly account: string;
  /** Canonical URL of the page. */
  readonly curl: string;
  readonly slot: string;
  /** `consent_string`, else `gdpr_consent`. */
  readonly consent: string;
  /** 1 TCF 1, 2 TCF 2, 3 US Privacy, 4 GPP; 0: not given. */
  readonly consentType: number;
  /** The type as written. */
  readonly rawConsentType: string;
  readonly gdprApplies?: boolean | undefined;
  readonly additionalConsent: string;
  /** Ids of GPP sections as written. */
  readonly gppSid: string;
  /** Timeout of the page, ms. */
  readonly timeout?: number | undefined;
  /** JSON text. */
  readonly targeting: string;
  readonly debug: boolean;
  readonly trace: string;
  /** The page's origin as the page names it. */
  readonly origin: string;
  readonly size: AmpSize;
}
