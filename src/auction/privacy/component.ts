/** What analytics and hook modules may see of an auction: a copy masked by the activities, each evaluated for the component's own name. */

import type { Account } from '#src/config/account.ts';
import type { Services } from '../services.ts';
import type { Component } from './activities.ts';
import { type BidderPrivacy, type PrivacyContext, unlimited } from './decision.ts';
import { privacySettings } from './settings.ts';
import { mayMeasure, tcfLegalBasis } from './tcf-permissions.ts';

/**
 * What `maskRequest` removes from a component's copy. Evaluated without a request, so conditions on GPP sections never match; each
 * component has its own copy.
 */
export function componentPrivacy(component: Component, account: Account, { config }: Pick<Services, 'config'>): BidderPrivacy {
  const { activities, masksProfiles } = privacySettings(config, account);
  if (activities.isEmpty) return unlimited;
  return {
    ...unlimited,
    mayPassUfpd: activities.isAllowed('transmitUfpd', component),
    mayPassEids: activities.isAllowed('transmitEids', component),
    mayPassPreciseGeo: activities.isAllowed('transmitPreciseGeo', component),
    ...(masksProfiles && { masksProfile: true }),
  };
}

/** Whether an analytics module receives events at all: the activity `reportAnalytics`. */
export function mayReport(name: string, account: Account, { config }: Pick<Services, 'config'>): boolean {
  return privacySettings(config, account).activities.isAllowed('reportAnalytics', { type: 'analytics', name });
}

/** Whether TCF permits reporting to a module with a vendor id of its own (purpose 7; the Java variant requires this of every module). */
export function mayMeasureAuction(
  module: { readonly name: string; readonly gvlId: number },
  context: PrivacyContext,
  account: Account,
  { config, vendorLists }: Pick<Services, 'config' | 'vendorLists'>,
): boolean {
  if (!context.gdprApplies) return true;
  const { tcf } = privacySettings(config, account);
  return mayMeasure(tcf, tcfLegalBasis(context.tcf, vendorLists, tcf), { core: module.name, gvlId: module.gvlId });
}
