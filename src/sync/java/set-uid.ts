/** `GET /setuid` in the Java variant. */
import { readGpp, SECTION } from '#src/privacy/gpp.ts';
import { fitToSize } from '../cookie-fit.ts';
import { type BrowserUids, readBrowserUids } from '../cookie-reader.ts';
import { writeUids } from '../cookie-writer.ts';
import type { SyncHost } from '../host.ts';
import type { SyncSignals } from '../privacy.ts';
import type { CallStatus } from '../reports.ts';
import { plainResponse, type SyncResponse } from '../response.ts';
import { findSyncer, page, type SetUidCall } from '../set-uid.ts';
import type { ResponseFormat } from '../set-uid-params.ts';
import { sidSignal } from '../signals.ts';
import { storeUid } from '../store-uid.ts';
import type { Syncer } from '../syncers.ts';
import { UidsCookie } from '../uids.ts';
import { lenientAccount } from './account.ts';
import { located } from './country.ts';
import { parseJavaSids, readJavaSignals } from './signals.ts';

interface RejectedCall {
  readonly status: number;
  readonly outcome: CallStatus;
  readonly body: string;
}

const bad = (error: string, outcome: CallStatus = 'bad_request'): RejectedCall => ({
  status: 400,
  outcome,
  body: `Invalid request format: ${error}`,
});

/** Handles a request; the response sets the cookie. */
export async function javaSetUid(call: SetUidCall, host: SyncHost): Promise<SyncResponse> {
  const { config, clock } = host.services;
  const now = clock.now();
  const { query } = call;
  const browser = readBrowserUids(call.cookieHeader, config.host_cookie, now, host.hostWins);
  const account = query.get('account') ?? '';
  const uid = query.get('uid') ?? '';
  const checked = await check(call, browser, host);
  if ('status' in checked) return reject(checked, account, host);
  const { key } = checked;
  const cookie = withUid(browser.merged, key, uid, now);
  const limits = { maxSize: config.host_cookie.max_cookie_size_bytes, cookies: config.setuid.number_of_uid_cookies };
  const fit = fitToSize(cookie, limits, host.priorities, true);
  // An id that does not fit by itself is not stored.
  const rest = fit.kind === 'fits' ? fit : fitToSize(cookie.without(key), limits, host.priorities, true);
  const parts = rest.kind === 'fits' ? rest.parts : [new UidsCookie()];
  host.reports.setUid('ok');
  if (uid.trim() !== '') host.reports.stored(key, 'ok');
  host.reports.publish(account, () => ({ type: 'setuid', status: 200, bidder: key, uid, errors: [], success: true }));
  const cookies = writeUids(parts, browser.names, { settings: config.host_cookie, browser: call, nowMs: now });
  return { ...page(formatOf(query.get('f'), checked)), status: 200, cookies };
}

/** `b` and `i`, exactly; with any other value the bidder's way of syncing decides. */
const formatOf = (f: string | null, syncer: Syncer): ResponseFormat => (f === 'b' || f === 'i' ? f : syncer.format());

/** Analytics get no id of a rejected call. */
function reject({ status, outcome, body }: RejectedCall, account: string, host: SyncHost): SyncResponse {
  host.reports.setUid(outcome);
  host.reports.publish(account, () => ({ type: 'setuid', status, bidder: '', uid: '', errors: [body], success: false }));
  return plainResponse(status, body);
}

/** All reasons for a rejection, in order; the bidder's syncer if there is none. */
async function check({ query, caller }: SetUidCall, browser: BrowserUids, host: SyncHost): Promise<Syncer | RejectedCall> {
  const { services } = host;
  const name = (query.get('bidder') ?? '').trim();
  if (name === '') return bad('"bidder" query param is required', 'syncer_unknown');
  const syncer = findSyncer(name, host);
  if (!syncer) return bad('"bidder" query param is invalid', 'syncer_unknown');
  const sids = parseJavaSids(query.get('gpp_sid') ?? '');
  if ('error' in sids) return bad(sids.error);
  const account = await lenientAccount(query.get('account') ?? '', services.config.setuid.default_timeout_ms, services);
  const privacy = host.makePrivacy(await located(signalsOf(query, sids.value), caller, services), account, services);
  if (privacy.lacksConsent) {
    host.reports.prevented(syncer.key, 'invalid');
    return bad('Consent string is invalid');
  }
  if (browser.merged.optedOut) return { status: 401, outcome: 'opt_out', body: 'Unauthorized: Sync is not allowed for this uids' };
  if (!privacy.allowsActivity(syncer.key)) return { status: 451, outcome: 'bad_request', body: 'Unavailable For Legal Reasons.' };
  if (privacy.hostCookie().kind === 'allowed' && (!host.enforcesBidderVendor || privacy.allowsVendor(syncer.bidder))) return syncer;
  host.reports.prevented(syncer.key, 'blocked');
  return { status: 451, outcome: 'gdpr_blocked_host_cookie', body: 'The gdpr_consent param prevents cookies from being saved' };
}

/** Scope and consent of GPP take precedence over the older parameters. */
function signalsOf(query: URLSearchParams, sids: readonly number[]): SyncSignals {
  const gdpr = query.get('gdpr');
  const own = gdpr === '0' || gdpr === '1' ? Number(gdpr) : undefined;
  const scope = sidSignal(sids);
  const gpp = query.get('gpp');
  const inGpp = readGpp(gpp ?? '').section(SECTION.tcfEu);
  const fields = { gdpr: scope === -1 ? own : scope, gdpr_consent: inGpp || query.get('gdpr_consent'), gpp };
  return readJavaSignals(fields, sids).signals;
}

/** Expired ids are removed; a blank id changes nothing else. */
function withUid(cookie: UidsCookie, key: string, uid: string, now: number): UidsCookie {
  const live = new UidsCookie(new Map([...cookie.entries].filter(([, { expiresAt }]) => expiresAt > now)));
  if (uid.trim() === '') return live;
  const stored = storeUid(live, key, uid, now);
  return 'error' in stored ? live : stored.value;
}
