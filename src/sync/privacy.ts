/** Privacy decisions for user sync; implemented in `src/auction/privacy`. */
import type { Services } from '#src/auction/services.ts';
import type { Account } from '#src/config/account.ts';
import type { HostConfig } from '#src/config/schema.ts';

/** Privacy signals of a sync request, parsed by its own rules. */
export interface SyncSignals {
  /** 1 in scope, 0 not, -1 unknown. */
  readonly gdprSignal: 1 | 0 | -1;
  readonly consent: string;
  /** Empty if it is malformed. */
  readonly usPrivacy: string;
  readonly gpp: string;
  readonly gppSid: readonly number[];
  /** Country of the caller's network, if it decides the GDPR's scope (Java variant). */
  readonly country?: string | undefined;
}

/** Whether the host may set its cookie. `malformed`: the consent string is undecodable; the message contains it and the cause. */
export type HostCookieDecision =
  | { readonly kind: 'allowed' | 'denied' | 'unavailable' }
  | { readonly kind: 'malformed'; readonly message: string };

/** Decisions for one request. */
export interface SyncPrivacy {
  /** The GDPR is in scope and enforced. */
  readonly gdprApplies: boolean;
  /** It is, and the consent string is missing or undecodable. */
  readonly lacksConsent: boolean;
  /** TCF purpose 1 of the host's vendor. */
  hostCookie(): HostCookieDecision;
  /** TCF purpose 1 of the bidder's vendor, US privacy, and the activity `syncUser`. */
  allowsBidder(code: string): boolean;
  /** TCF purpose 1 of the bidder's vendor alone. */
  allowsVendor(code: string): boolean;
  /** US Privacy alone. */
  allowsSale(code: string): boolean;
  /** The activity `syncUser` alone. */
  allowsActivity(code: string): boolean;
}

export type MakeSyncPrivacy = (signals: SyncSignals, account: Account, services: Services) => SyncPrivacy;

/** The host's default if a request does not state whether the GDPR applies: `0` or `1`. */
export const gdprDefault = ({ gdpr }: HostConfig): string => String(gdpr.default_value ?? '1');
