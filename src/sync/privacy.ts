/** What user sync asks of the privacy rules; carried out in `src/auction/privacy`. */
import type { Services } from '#src/auction/services.ts';
import type { Account } from '#src/config/account.ts';
import type { HostConfig } from '#src/config/schema.ts';

/** Privacy signals of a sync call, read by its own rules. */
export interface SyncSignals {
  /** 1 in scope, 0 not, -1 not said. */
  readonly gdprSignal: 1 | 0 | -1;
  readonly consent: string;
  /** Empty where it is not well-formed. */
  readonly usPrivacy: string;
  readonly gpp: string;
  readonly gppSid: readonly number[];
}

/** May the host keep its cookie. `malformed`: the consent string cannot be read; the message names it and the cause. */
export type HostCookieVerdict =
  | { readonly kind: 'allowed' | 'denied' | 'unavailable' }
  | { readonly kind: 'malformed'; readonly message: string };

/** Decisions for one call. */
export interface SyncPrivacy {
  /** TCF purpose 1 of the host's vendor. */
  hostCookie(): HostCookieVerdict;
  /** TCF purpose 1 of the bidder's vendor, US privacy, and the activity `syncUser`. */
  allowsBidder(code: string): boolean;
  /** TCF purpose 1 of the bidder's vendor alone. */
  allowsVendor(code: string): boolean;
  /** The activity `syncUser` alone. */
  allowsActivity(code: string): boolean;
}

export type MakeSyncPrivacy = (signals: SyncSignals, account: Account, services: Services) => SyncPrivacy;

/** The host's word on calls that do not say whether GDPR applies: `0` or `1`. */
export const gdprDefault = ({ gdpr }: HostConfig): string => String(gdpr.default_value ?? '1');
