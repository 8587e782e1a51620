/** `GET /setuid`: stores or removes one bidder's id for this browser. */
import { PIXEL } from '#src/events/pixel.ts';
import { checkAccount } from './account.ts';
import { type Fit, fitToSize, isPriorityBidder } from './cookie-fit.ts';
import { type BrowserUids, readBrowserUids } from './cookie-reader.ts';
import type { Caller } from './cookie-sync.ts';
import { type Browser, writeUids } from './cookie-writer.ts';
import type { SyncHost } from './host.ts';
import type { SyncPrivacy } from './privacy.ts';
import type { CallStatus } from './reports.ts';
import { plainResponse, type SyncResponse } from './response.ts';
import { gdprInfo, gppSignal, type ResponseFormat, responseFormat, setUidSignals } from './set-uid-params.ts';
import { storeUid } from './store-uid.ts';
import type { Syncer } from './syncers.ts';
import type { UidsCookie } from './uids.ts';

export interface SetUidCall extends Browser {
  readonly query: URLSearchParams;
  readonly cookieHeader: string | undefined;
  /** Headers and socket address, by which the caller is located; only the Java variant asks for them. */
  readonly caller?: (() => Caller) | undefined;
}

/** Why a request is rejected; analytics receives the same `body`. */
interface RejectedCall {
  readonly status: number;
  readonly outcome: CallStatus;
  readonly body: string;
}

const bad = (body: string, outcome: CallStatus = 'bad_request'): RejectedCall => ({ status: 400, outcome, body });

/** An allowed request: its bidder, and the response format. */
interface Allowed {
  readonly syncer: Syncer;
  readonly format: ResponseFormat;
  readonly account: string;
}

/** Handles a request; the response sets the cookie. */
export async function setUid(call: SetUidCall, host: SyncHost): Promise<SyncResponse> {
  const { config, clock } = host.services;
  const now = clock.now();
  const browser = readBrowserUids(call.cookieHeader, config.host_cookie, now, host.hostWins);
  const checked = await check(call.query, browser, host);
  if ('status' in checked) return reject(checked, call, host);
  const { key } = checked.syncer;
  const uid = call.query.get('uid') ?? '';
  const changed = changeUid(browser.merged, key, uid, now);
  const fit = fitCookie(changed, checked.syncer, uid !== '', host);
  if (fit.kind === 'too-big') return reject(bad(`uid that's trying to be synced is bigger than MaxCookieSize`), call, host, key);
  if (fit.kind === 'not-priority') return reject({ status: 200, outcome: 'ok', body: NOT_PRIORITY }, call, host, key);
  host.reports.setUid('ok');
  host.reports.stored(key, uid === '' ? 'cleared' : 'ok');
  host.reports.publish(checked.account, () => ({ type: 'setuid', status: 200, bidder: key, uid, errors: [], success: true }));
  return {
    ...page(checked.format),
    status: 200,
    cookies: writeUids(fit.parts, browser.names, { settings: config.host_cookie, browser: call, nowMs: now }),
  };
}

const NOT_PRIORITY = 'Warning: syncer key is not a priority, and there are only priority elements left, cookie not updated';

/** The body of a successful response: a pixel or a blank page. */
export function page(format: ResponseFormat): Pick<SyncResponse, 'headers' | 'body'> {
  const body = format === 'i' ? PIXEL : '';
  return { headers: { 'Content-Type': format === 'i' ? 'image/png' : 'text/html', 'Content-Length': String(body.length) }, body };
}

/** @param key of a call that privacy allows; analytics get no id of others */
function reject({ status, outcome, body }: RejectedCall, { query }: SetUidCall, host: SyncHost, key = ''): SyncResponse {
  host.reports.setUid(outcome);
  const errors = body === '' ? [] : [body];
  const uid = key === '' ? '' : (query.get('uid') ?? '');
  host.reports.publish(query.get('account') ?? '', () => ({ type: 'setuid', status, bidder: key, uid, errors, success: false }));
  return plainResponse(status, body);
}

/** All reasons for a rejection before the cookie is changed, in order. */
async function check(query: URLSearchParams, browser: BrowserUids, host: SyncHost): Promise<Allowed | RejectedCall> {
  const { services } = host;
  if (browser.merged.optedOut) return { status: 401, outcome: 'opt_out', body: '' };
  const name = query.get('bidder') ?? '';
  if (name === '') return bad('"bidder" query param is required', 'syncer_unknown');
  const syncer = findSyncer(name, host);
  if (!syncer) return bad('The bidder name provided is not supported by auctor', 'syncer_unknown');
  const format = responseFormat(query.get('f'), syncer.defaultType, syncer.format());
  if ('error' in format) return bad(format.error);

  const id = query.get('account') ?? '';
  const account = await checkAccount(id, services, services.config.setuid.default_timeout_ms);
  if ('error' in account) return bad(account.error, account.kind);
  const sids = gppSignal(query.get('gpp_sid') ?? '');
  if (sids.error !== undefined) return bad(sids.error);
  const info = gdprInfo(query);
  const privacy = host.makePrivacy(setUidSignals(query, info), account.account, services);
  if (!privacy.allowsActivity(syncer.bidder)) return { status: 451, outcome: 'bad_request', body: '' };
  if (info.error !== undefined && !info.isWarning) return bad(info.error);
  return consentError(privacy, syncer, host) ?? { syncer, format: format.value || 'i', account: id };
}

/** The syncer of a bidder named in any case. */
export function findSyncer(name: string, { services, syncers }: SyncHost): Syncer | undefined {
  const code = services.bidders.known(name)?.code;
  return code === undefined ? undefined : syncers.byBidder.get(code);
}

function consentError(privacy: SyncPrivacy, { bidder }: Syncer, host: SyncHost): RejectedCall | undefined {
  const decision = privacy.hostCookie();
  if (decision.kind === 'malformed') {
    return bad(`gdpr_consent was invalid. ${decision.message}`);
  }
  if (decision.kind === 'unavailable') {
    return bad(
      'No global vendor list was available to interpret this consent string. If this is a new, valid version, it should become available soon.',
    );
  }
  if (decision.kind === 'denied' || (host.enforcesBidderVendor && !privacy.allowsVendor(bidder))) {
    return { status: 451, outcome: 'gdpr_blocked_host_cookie', body: 'The gdpr_consent string prevents cookies from being saved' };
  }
  return undefined;
}

/** An empty id removes the stored one; an id that cannot be stored changes nothing. */
function changeUid(cookie: UidsCookie, key: string, uid: string, now: number): UidsCookie {
  if (uid === '') return cookie.without(key);
  const stored = storeUid(cookie, key, uid, now);
  return 'error' in stored ? cookie : stored.value;
}

/** A removal adds nothing, so any id may be removed to fit. A bidder that shares the ids of one with priority has priority too. */
function fitCookie(cookie: UidsCookie, { bidder, key }: Syncer, adds: boolean, host: SyncHost): Fit {
  const { services, priorities, priorityGroups } = host;
  const { host_cookie, setuid } = services.config;
  const limits = { maxSize: host_cookie.max_cookie_size_bytes, cookies: setuid.number_of_uid_cookies };
  const hasPriority = priorities.groupOf.has(key) || isPriorityBidder(bidder, priorityGroups);
  return fitToSize(cookie, limits, priorities, !adds || hasPriority);
}
