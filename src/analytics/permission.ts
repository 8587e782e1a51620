/** Decides whether a module receives an event at all: the account's switch, the activity `reportAnalytics`, TCF. */
import type { Auction } from '#src/auction/auction.ts';
import { mayMeasureAuction, mayReport } from '#src/auction/privacy/component.ts';
import type { Services } from '#src/auction/services.ts';
import type { Account } from '#src/config/account.ts';

/** The module that would receive the event. */
export interface ReportingModule {
  readonly name: string;
  /** Id in the vendor list; 0: none. */
  readonly gvlId: number;
}

const listOf = (names: readonly string[] | string): readonly string[] =>
  typeof names === 'string' ? names.split(',').map((each) => each.trim()) : names;

/** Java variant's switch: the account's setting for a module, else the host's list. */
export function isSwitchedOn(name: string, account: Account, { config }: Pick<Services, 'config'>): boolean {
  const { modules } = account.analytics;
  const settings = Object.hasOwn(modules, name) ? modules[name] : undefined;
  if (settings) return settings['enabled'] !== false;
  const { adapters } = config.analytics.global;
  return adapters === undefined || listOf(adapters).includes(name);
}

/** For events of an account: notifications, and a precondition of every auction. */
export const mayReportAccount = (name: string, account: Account, services: Pick<Services, 'config'>): boolean =>
  isSwitchedOn(name, account, services) && mayReport(name, account, services);

/**
 * For auctions. A module with a vendor id (or, with `analytics.tcf`, any module) needs purpose 7 if the GDPR applies; a request rejected
 * before its signals were read counts as one without consent.
 */
export function mayReportAuction(module: ReportingModule, auction: Auction, services: Pick<Services, 'config' | 'vendorLists'>): boolean {
  const { account, privacyContext } = auction;
  if (!mayReportAccount(module.name, account, services)) return false;
  const { config } = services;
  const needsPurpose = module.gvlId > 0 || config.rules.measureByConsent;
  if (!needsPurpose) return true;
  if (!privacyContext) return !config.gdpr.enabled;
  return mayMeasureAuction(module, privacyContext, account, services);
}
