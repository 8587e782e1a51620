/** The same rules for user sync: who may sync, and whether the host may keep its cookie. */
import type { Services } from '#src/auction/services.ts';
import type { Account } from '#src/config/account.ts';
import type { HostCookieVerdict, SyncPrivacy, SyncSignals } from '#src/sync/privacy.ts';
import { syncActivityRequest } from './activity-request.ts';
import { settledSignal } from './gdpr-scope.ts';
import { readGpp } from './gpp.ts';
import { privacySettings } from './settings.ts';
import { malformedConsent, readTcf } from './tcf.ts';
import { liveVendorId, maySetHostCookie, maySync, tcfGround } from './tcf-permissions.ts';
import { parseUsp } from './usp.ts';

/** Syncs are calls of the web page. */
const CHANNEL = 'web';

/**
 * Decides by the signals of one call. A bidder is named by its resolved code; its vendor id is looked up unless given. The
 * country plays no part; a signal nobody gave is the host's default. US Privacy is enforced (decisions row 32).
 */
export function makeSyncPrivacy(signals: SyncSignals, account: Account, services: Services) {
  const { config, vendorLists, bidders, random } = services;
  const settings = privacySettings(config, account);
  const decoded = signals.consent === '' ? undefined : readTcf(signals.consent);
  const meansScope = settings.gdpr.consentMeansScope && decoded?.kind === 'tcf';
  const isInScope = meansScope || settledSignal(signals.gdprSignal, settings.gdpr.default) === 1;
  const applies = isInScope && settings.gdpr.isEnabled(CHANNEL);
  const ground = applies && decoded?.kind === 'tcf' ? tcfGround(decoded, vendorLists, settings.tcf) : undefined;
  const saleOptedOut = settings.ccpa.isEnabled(CHANNEL) && parseUsp(signals.usPrivacy).optedOut;
  const activityRequest = syncActivityRequest(readGpp(signals.gpp), signals.gppSid, settings.activities, () => random.next());

  const hostCookie = (): HostCookieVerdict => {
    if (!applies || settings.tcf.hostVendorId === 0) return { kind: 'allowed' };
    if (decoded?.kind === 'fault') return { kind: 'malformed', message: malformedConsent(signals.consent, decoded) };
    return { kind: maySetHostCookie(settings.tcf, ground) ? 'allowed' : 'denied' };
  };
  const allowsVendor = (code: string, gvlId?: number): boolean => {
    if (!applies) return true;
    const id = gvlId ?? bidders.known(code)?.info.gvlVendorId ?? 0;
    return maySync(settings.tcf, ground, { core: code, gvlId: liveVendorId(id, vendorLists) });
  };
  const allowsSale = (code: string): boolean => !saleOptedOut || bidders.known(code)?.info.ccpaEnforced === false;
  const allowsActivity = (code: string): boolean =>
    settings.activities.isAllowed('syncUser', { type: 'bidder', name: code }, activityRequest);

  return {
    hostCookie,
    /** Whether the host may set its cookie; a consent string that cannot be read counts as no. */
    allowsHostCookie: (): boolean => hostCookie().kind === 'allowed',
    /** US Privacy alone. */
    allowsSale,
    allowsVendor,
    allowsActivity,
    allowsBidder: (code: string, gvlId?: number): boolean => allowsSale(code) && allowsActivity(code) && allowsVendor(code, gvlId),
  } satisfies SyncPrivacy & Record<string, unknown>;
}
