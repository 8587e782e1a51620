/** Whether a module is told of an event at all (info-admin-analytics.md 13): the account's switch, the activity `reportAnalytics`, TCF. */
import type { Auction } from '#src/auction/auction.ts';
import { mayMeasureAuction, mayReport } from '#src/auction/privacy/component.ts';
import type { Services } from '#src/auction/services.ts';
import type { Account } from '#src/config/account.ts';

/** Who wants to be told. */
export interface Asking {
  readonly name: string;
  /** In the vendor list; 0: none. */
  readonly gvlId: number;
}

const listOf = (names: readonly string[] | string): readonly string[] =>
  typeof names === 'string' ? names.split(',').map((each) => each.trim()) : names;

/** Java variant's switch: what the account says of a module, else the host's list. */
export function isSwitchedOn(name: string, account: Account, { config }: Pick<Services, 'config'>): boolean {
  const { modules } = account.analytics;
  const settings = Object.hasOwn(modules, name) ? modules[name] : undefined;
  if (settings) return settings['enabled'] !== false;
  const { adapters } = config.analytics.global;
  return adapters === undefined || listOf(adapters).includes(name);
}

/** For events of an account: notifications, and what every auction must pass as well. */
export const mayTellAccount = (name: string, account: Account, services: Pick<Services, 'config'>): boolean =>
  isSwitchedOn(name, account, services) && mayReport(name, account, services);

/**
 * For auctions. A module with a vendor id (or, by `analytics.tcf`, any) needs purpose 7 where the GDPR applies; a request that was
 * refused before its signals were read counts as one without consent for it.
 */
export function mayTellAuction(module: Asking, auction: Auction, services: Pick<Services, 'config' | 'vendorLists'>): boolean {
  const { account, privacyContext } = auction;
  if (!mayTellAccount(module.name, account, services)) return false;
  const { config } = services;
  const isAsked = module.gvlId > 0 || config.rules.measureByConsent;
  if (!isAsked) return true;
  if (!privacyContext) return !config.gdpr.enabled;
  return mayMeasureAuction(module, privacyContext, account, services);
}
