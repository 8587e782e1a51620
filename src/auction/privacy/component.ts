/** What analytics and hook modules may see of an auction: a copy cut by the activities, each asked for the component's own name. */
import type { Services } from '#src/auction/services.ts';
import type { Account } from '#src/config/account.ts';
import type { Component } from './activities.ts';
import { type BidderPrivacy, type PrivacyContext, unlimited } from './decision.ts';
import { privacySettings } from './settings.ts';
import { mayMeasure, tcfGround } from './tcf-permissions.ts';

/**
 * What `maskRequest` has to cut from a component's copy. Asked without a request, so that no condition on GPP sections
 * can hold (privacy.md section 2); a copy is the component's alone.
 */
export function componentPrivacy(component: Component, account: Account, { config }: Pick<Services, 'config'>): BidderPrivacy {
  const { activities } = privacySettings(config, account);
  if (activities.isEmpty) return unlimited;
  return {
    ...unlimited,
    mayPassUfpd: activities.isAllowed('transmitUfpd', component),
    mayPassEids: activities.isAllowed('transmitEids', component),
    mayPassPreciseGeo: activities.isAllowed('transmitPreciseGeo', component),
  };
}

/** Whether an analytics module is told at all: the activity `reportAnalytics`. */
export function mayReport(name: string, account: Account, { config }: Pick<Services, 'config'>): boolean {
  return privacySettings(config, account).activities.isAllowed('reportAnalytics', { type: 'analytics', name });
}

/** Whether TCF lets a module with a vendor id of its own be told (purpose 7; the Java variant asks this of every module). */
export function mayMeasureAuction(
  module: { readonly name: string; readonly gvlId: number },
  context: PrivacyContext,
  account: Account,
  { config, vendorLists }: Pick<Services, 'config' | 'vendorLists'>,
): boolean {
  if (!context.gdprApplies) return true;
  const { tcf } = privacySettings(config, account);
  return mayMeasure(tcf, tcfGround(context.tcf, vendorLists, tcf), { core: module.name, gvlId: module.gvlId });
}
