/** `POST /cookie_sync`: returns the user syncs the browser should load next. */

import type { Incoming } from '#src/auction/auction.ts';
import type { Account } from '#src/config/account.ts';
import { percentEncode } from '#src/lang/percent.ts';
import { checkAccount } from './account.ts';
import { type CoopSync, orderCandidates } from './candidates.ts';
import { deprecationCookie } from './cookie-deprecation.ts';
import { type BrowserUids, readBrowserUids } from './cookie-reader.ts';
import { type CookieSyncRequest, parseCookieSyncRequest } from './cookie-sync-request.ts';
import { cookieSyncBody, type RenderedSync, toBidderStatus } from './cookie-sync-response.ts';
import { mergeDisabledIframes, parseTypeFilter, type TypeFilter, withoutIframes } from './filters.ts';
import type { SyncHost } from './host.ts';
import { effectiveCoop, priorityGroups, syncLimit } from './limits.ts';
import { gdprDefault } from './privacy.ts';
import type { CallStatus } from './reports.ts';
import type { SyncResponse } from './response.ts';
import { type ReadSignals, readSignals } from './signals.ts';
import { type Choice, type ChosenSync, chooseSyncs } from './sync-selection.ts';
import { type MacroValues, type PrivacyMacros, toMacroValues } from './url-template.ts';

export interface CookieSyncCall {
  readonly body: string;
  readonly cookieHeader: string | undefined;
  /** Headers and socket address, by which the caller is located; only the Java variant asks for them. */
  readonly caller?: (() => Caller) | undefined;
}

export type Caller = Pick<Incoming, 'headers' | 'remoteAddress'>;

/** Handles a request; reads the clock, randomness, accounts and privacy rules of `host`, changes nothing. */
export async function cookieSync(call: CookieSyncCall, host: SyncHost): Promise<SyncResponse> {
  const { services } = host;
  const request = parseCookieSyncRequest(call.body);
  if ('error' in request) return reject(host, undefined, { status: 400, outcome: 'bad_request', error: request.error });
  const accountId = request.value.account ?? '';
  const checked = await checkAccount(accountId, services, services.config.cookie_sync.default_timeout_ms);
  if ('error' in checked) return reject(host, accountId, { status: 400, outcome: checked.kind, error: checked.error });
  const { account } = checked;
  const label = deprecationCookie(account, call.cookieHeader, services.clock.now());
  const cookies = label === undefined ? [] : [label];

  const read = readSignals(request.value, gdprDefault(services.config));
  if ('error' in read) return reject(host, accountId, { status: 400, outcome: 'bad_request', error: read.error }, cookies);
  const filter = parseTypeFilter(request.value.filterSettings);
  if ('error' in filter) return reject(host, accountId, { status: 400, outcome: 'bad_request', error: filter.error }, cookies);
  const now = services.clock.now();
  const browser = readBrowserUids(call.cookieHeader, services.config.host_cookie, now, host.hostWins);
  if (browser.merged.optedOut) return reject(host, accountId, { status: 401, outcome: 'opt_out', error: 'User has opted out' }, cookies);

  const types = withBans(filter.value, account, host);
  const choice = choose({ request: request.value, account, types, signals: read.value.signals, browser }, host);
  host.reports.cookieSync(choice ? 'ok' : 'gdpr_blocked_host_cookie');
  host.reports.syncers(choice?.evaluated ?? []);
  const statuses = toBidderStatus(render(choice?.chosen ?? [], read.value.macros, browser, host));
  host.reports.publish(accountId, () => ({ type: 'cookie_sync', status: 200, errors: [], bidderStatus: statuses }));
  const debug = request.value.debug ? choice?.evaluated : undefined;
  return {
    status: 200,
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
    body: cookieSyncBody(browser.merged.hasAnyLive(now), statuses, debug),
    cookies,
  };
}

/** Why a call is rejected. */
interface Rejection {
  readonly status: number;
  readonly outcome: CallStatus;
  readonly error: string;
}

function reject(
  host: SyncHost,
  account: string | undefined,
  { status, outcome, error }: Rejection,
  cookies: readonly string[] = [],
): SyncResponse {
  host.reports.cookieSync(outcome);
  host.reports.publish(account, () => ({ type: 'cookie_sync', status, errors: [error], bidderStatus: [] }));
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'X-Content-Type-Options': 'nosniff' };
  return { status, headers, body: `${error}\n`, cookies };
}

const withBans = (filter: TypeFilter, account: Account, { services: { config } }: SyncHost): TypeFilter =>
  withoutIframes(filter, mergeDisabledIframes(config.cookie_sync.disabled_iframe_bidders, account.cookie_sync.disabled_iframe_bidders));

/** The valid parts of a request, and what the host knows about its sender. */
interface ValidCall {
  readonly request: CookieSyncRequest;
  readonly account: Account;
  /** Sync types each bidder may use. */
  readonly types: TypeFilter;
  readonly signals: ReadSignals['signals'];
  readonly browser: BrowserUids;
}

/** Undefined if the host itself may not set a cookie. */
function choose({ request, account, types, signals, browser }: ValidCall, host: SyncHost): Choice | undefined {
  const { services, syncers } = host;
  const privacy = host.makePrivacy(signals, account, services);
  if (privacy.hostCookie().kind !== 'allowed') return undefined;
  const settings = account.cookie_sync;
  const now = services.clock.now();
  const ordered = orderCandidates(request.bidders, host.available, coopSync(request, account, host), host.shuffle);
  return chooseSyncs(ordered, syncLimit(request.limit, settings, services.config.cookie_sync), {
    resolve: (name) => services.bidders.known(name)?.code,
    syncer: (code) => syncers.byBidder.get(code),
    isActive: (code) => services.bidders.active(code) !== undefined,
    filter: types,
    isInSync: (key) => isSynced(key, browser, now, host),
    allows: (code) => privacy.allowsBidder(code),
    inGdprScope: signals.gdprSignal === 1,
    gppSids: signals.gppSid,
  });
}

function coopSync(request: CookieSyncRequest, { cookie_sync: settings }: Account, host: SyncHost): CoopSync {
  const { user_sync, cookie_sync } = host.services.config;
  const fallback = user_sync.coop_sync.default ?? cookie_sync.coop_sync.default;
  return {
    enabled: effectiveCoop(request.coopSync, settings.default_coop_sync, fallback) ?? false,
    priorityGroups: priorityGroups(settings, host.priorityGroups),
    priorityGroupsOnly: settings.priority_groups_only,
  };
}

/** Whether the browser has a live id under this key; for the host's own family, the one in its cookie. */
export const isSynced = (key: string, browser: BrowserUids, now: number, host: SyncHost): boolean =>
  isHostSync(key, browser, host) ? isStoredHostId(browser, key, now) : browser.merged.isLive(key, now);

/** Whether the host's own cookie, not the stored id, decides for this key. */
const isHostSync = (key: string, { hostValue }: BrowserUids, { hostWins, services }: SyncHost): boolean =>
  hostWins && hostValue !== undefined && key === services.config.host_cookie.family;

const isStoredHostId = ({ stored, hostValue }: BrowserUids, key: string, now: number): boolean =>
  stored.isLive(key, now) && stored.get(key) === hostValue;

/** The URLs of the chosen syncs. */
export function render(chosen: readonly ChosenSync[], macros: PrivacyMacros, browser: BrowserUids, host: SyncHost): RenderedSync[] {
  const values = toMacroValues(macros);
  return chosen.map(({ bidder, syncer, type }) => ({
    bidder,
    type,
    url: isHostSync(syncer.key, browser, host)
      ? directUrl(syncer.bidder, syncer.format(type), browser.hostValue ?? '', values, host)
      : syncer.url(type, values),
  }));
}

/** Stores the host's own id directly: the bidder need not be called. */
function directUrl(bidder: string, format: string, hostValue: string, { direct }: MacroValues, { externalUrl }: SyncHost): string {
  const consent = `gdpr=${direct.GDPR}&gdpr_consent=${direct.GDPRConsent}&us_privacy=${direct.USPrivacy}&gpp=${direct.GPP}&gpp_sid=${direct.GPPSID}`;
  return `${externalUrl}/setuid?bidder=${percentEncode(bidder)}&${consent}&f=${format}&uid=${percentEncode(hostValue)}`;
}
