import type { Auction } from '#src/auction/auction.ts';
import type { PrivacyContext } from '#src/auction/privacy/decision.ts';
import type { PrivacySettings } from '#src/auction/privacy/settings.ts';

/** Privacy signals. */
export interface PrivacyDialect {
  /** Reports unusable consent strings. */
  reportConsents(auction: Auction, context: PrivacyContext, settings: PrivacySettings): void;
  /** A bidder that must not be called gets a warning. */
  readonly warnsOfBlocked: boolean;
}
