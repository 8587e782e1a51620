/** `POST /cookie_sync` in the Java variant. */
import type { Account } from '#src/config/account.ts';
import { orderCandidates } from '../candidates.ts';
import { LABEL, lacksLabel } from '../cookie-deprecation.ts';
import { readBrowserUids } from '../cookie-reader.ts';
import { type CookieSyncCall, isSynced, render } from '../cookie-sync.ts';
import type { CookieSyncRequest } from '../cookie-sync-request.ts';
import { toBidderStatus } from '../cookie-sync-response.ts';
import type { SyncHost } from '../host.ts';
import { effectiveCoop, syncLimit } from '../limits.ts';
import type { SyncPrivacy } from '../privacy.ts';
import type { CallStatus } from '../reports.ts';
import type { SyncResponse } from '../response.ts';
import { lenientAccount } from './account.ts';
import { located } from './country.ts';
import { chooseJavaSyncs } from './selection.ts';
import { parseJavaSids, readJavaSignals } from './signals.ts';
import { parseJavaSyncRequest } from './sync-request.ts';

const INVALID = 'Invalid request format: ';
/** Without a charset, so the body is sent as bytes. */
const HEADERS = { 'Content-Type': 'application/json' };

/** Handles a request; reads the clock, randomness, accounts and privacy rules of `host`, changes nothing. */
export async function javaCookieSync(call: CookieSyncCall, host: SyncHost): Promise<SyncResponse> {
  const { services } = host;
  const { config, clock } = services;
  const parsed = parseJavaSyncRequest(call.body);
  if ('error' in parsed) return reject(host, undefined, 400, 'bad_request', `${INVALID}${parsed.error}`);
  const { request, filter } = parsed.value;
  const id = request.account ?? '';
  const sids = parseJavaSids(request.gpp_sid ?? '');
  if ('error' in sids) return reject(host, id, 400, 'bad_request', `${INVALID}Request body cannot be parsed`);
  const account = await lenientAccount(id, config.cookie_sync.default_timeout_ms, services);
  const read = readJavaSignals(request, sids.value);
  const now = clock.now();
  const browser = readBrowserUids(call.cookieHeader, config.host_cookie, now, host.hostWins);
  if (browser.merged.optedOut) return reject(host, id, 401, 'opt_out', 'Unauthorized: Sync is not allowed for this uids');
  if (read.signals.gdprSignal === 1 && read.signals.consent === '') {
    return reject(host, id, 400, 'bad_request', `${INVALID}gdpr_consent is required if gdpr is 1`);
  }
  const privacy = host.makePrivacy(await located(read.signals, call.caller, services), account, services);
  if (privacy.lacksConsent) {
    host.reports.prevented('all', 'invalid');
    return reject(host, id, 400, 'bad_request', `${INVALID}Consent string is invalid`);
  }
  const allowsHost = privacy.hostCookie().kind === 'allowed';
  const choice = chooseJavaSyncs(candidates(request, account, host), new Set(request.bidders), limitOf(request, account, host), {
    ...rulesOf(privacy, host),
    allowsHost,
    filter,
    isInSync: (key) => isSynced(key, browser, now, host),
    inGdprScope: privacy.gdprApplies,
    gppSids: sids.value,
  });
  host.reports.cookieSync(allowsHost ? 'ok' : 'gdpr_blocked_host_cookie');
  host.reports.syncers(choice.evaluated);
  const statuses = toBidderStatus(render(choice.chosen, read.macros, browser, host));
  host.reports.publish(id, () => ({ type: 'cookie_sync', status: 200, errors: [], bidderStatus: statuses }));
  const body = {
    status: browser.merged.hasAnyLive(now) ? 'ok' : 'no_cookie',
    bidder_status: request.debug ? [...statuses, ...choice.rejected] : statuses,
    ...(request.debug && read.warnings.length > 0 && { warnings: read.warnings }),
  };
  return { status: 200, headers: HEADERS, body: Buffer.from(JSON.stringify(body)), cookies: labelCookies(account, call.cookieHeader) };
}

function reject(host: SyncHost, account: string | undefined, status: number, outcome: CallStatus, error: string): SyncResponse {
  host.reports.cookieSync(outcome);
  host.reports.publish(account, () => ({ type: 'cookie_sync', status, errors: [error], bidderStatus: [] }));
  return { status, headers: {}, body: error, cookies: [] };
}

const rulesOf = (privacy: SyncPrivacy, { services: { bidders }, syncers }: SyncHost) => ({
  resolve: (name: string) => bidders.known(name)?.code,
  isActive: (code: string) => bidders.active(code) !== undefined,
  syncer: (code: string) => syncers.byBidder.get(code),
  allowsSale: (code: string) => privacy.allowsSale(code),
  allowsVendor: (code: string) => privacy.allowsVendor(code),
  allowsActivity: (code: string) => privacy.allowsActivity(code),
});

const limitOf = ({ limit }: CookieSyncRequest, { cookie_sync: settings }: Account, { services }: SyncHost): number =>
  syncLimit(limit, settings, services.config.cookie_sync);

/** Without cooperative sync only the bidders the request names. */
function candidates(request: CookieSyncRequest, { cookie_sync: settings }: Account, host: SyncHost): string[] {
  const { user_sync, cookie_sync } = host.services.config;
  const fallback = user_sync.coop_sync.default ?? cookie_sync.coop_sync.default;
  const enabled = effectiveCoop(request.coopSync, settings.default_coop_sync, fallback) ?? false;
  const priorityGroups = settings.priority_groups ?? host.priorityGroups;
  return orderCandidates(request.bidders, enabled ? host.available : [], { enabled, priorityGroups }, host.shuffle);
}

/** The label cookie for browsers' tests without third-party cookies, if the account enables it and the browser has none. */
function labelCookies(account: Account, cookieHeader: string | undefined): string[] {
  if (!lacksLabel(account, cookieHeader)) return [];
  return [
    `${LABEL}=1; Max-Age=${account.privacy.privacysandbox.cookiedeprecation.ttl_sec}; Path=/; Secure; HttpOnly; SameSite=None; Partitioned`,
  ];
}
