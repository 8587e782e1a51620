/** The same rules for user sync: which bidders may sync, and whether the host may set its cookie. */

import type { Account } from '#src/config/account.ts';
import { readGpp } from '#src/privacy/gpp.ts';
import { malformedConsent, readTcf } from '#src/privacy/tcf.ts';
import { parseUsp } from '#src/privacy/usp.ts';
import type { HostCookieDecision, SyncPrivacy, SyncSignals } from '#src/sync/privacy.ts';
import type { Services } from '../services.ts';
import { syncActivityRequest } from './activity-request.ts';
import { gdprDefault, settledSignal } from './gdpr-scope.ts';
import { privacySettings } from './settings.ts';
import { liveVendorId, maySetHostCookie, maySync, tcfLegalBasis, usableConsent } from './tcf-permissions.ts';

/** Sync requests come from web pages. */
const REQUEST_TYPE = 'web';

/**
 * Decides by the signals of one request. A bidder is named by its resolved code. A missing signal is replaced by the host's default, which
 * only the country of a located network corrects. US Privacy is enforced.
 */
export function makeSyncPrivacy(signals: SyncSignals, account: Account, services: Services): SyncPrivacy {
  const { config, vendorLists, bidders, random } = services;
  const settings = privacySettings(config, account);
  const decoded = signals.consent === '' ? undefined : readTcf(signals.consent);
  const tcf = decoded && usableConsent(decoded, settings.tcf);
  const consentSetsScope = settings.gdpr.consentMeansScope && tcf !== undefined;
  const { default: hostDefault, eea } = settings.gdpr;
  const byDefault = gdprDefault({ device: { geo: { country: signals.country } } }, hostDefault, eea, true);
  const isInScope = consentSetsScope || settledSignal(signals.gdprSignal, byDefault) === 1;
  const applies = isInScope && settings.gdpr.isEnabled(REQUEST_TYPE);
  const context = applies && tcf ? tcfLegalBasis(tcf, vendorLists, settings.tcf) : undefined;
  const saleOptedOut = settings.ccpa.isEnabled(REQUEST_TYPE) && parseUsp(signals.usPrivacy).optedOut;
  const activityRequest = syncActivityRequest(readGpp(signals.gpp), signals.gppSid, settings.activities, () => random.next());

  const hostCookie = (): HostCookieDecision => {
    if (!applies || settings.tcf.hostVendorId === 0) return { kind: 'allowed' };
    if (decoded && 'error' in decoded) return { kind: 'malformed', message: malformedConsent(signals.consent, decoded) };
    return { kind: maySetHostCookie(settings.tcf, context) ? 'allowed' : 'denied' };
  };
  const allowsVendor = (code: string): boolean => {
    if (!applies) return true;
    const id = bidders.known(code)?.info.gvlVendorId ?? 0;
    return maySync(settings.tcf, context, { core: code, gvlId: liveVendorId(id, vendorLists) });
  };
  const allowsSale = (code: string): boolean => !saleOptedOut || bidders.known(code)?.info.ccpaEnforced === false;
  const allowsActivity = (code: string): boolean =>
    settings.activities.isAllowed('syncUser', { type: 'bidder', name: code }, activityRequest);

  return {
    gdprApplies: applies,
    lacksConsent: applies && tcf === undefined,
    hostCookie,
    allowsSale,
    allowsVendor,
    allowsActivity,
    allowsBidder: (code) => allowsSale(code) && allowsActivity(code) && allowsVendor(code),
  };
}
