import type { FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { writeTcf } from '#properties/arbitraries/consent.ts';
import type { AccountLookup } from '#src/auction/services.ts';
import type { HostConfigInput } from '#src/config/schema.ts';
import { registerCookieSync } from '#src/http/cookie-sync.ts';
import { makeServer } from '#src/http/server.ts';
import { registerSetuid } from '#src/http/setuid.ts';
import { silentLog } from '#src/platform/log.ts';
import { lenientAccount } from '#src/sync/java/account.ts';
import { decodeUids } from '#src/sync/uids-encoding.ts';
import { nonZero } from '#test/helpers/metrics.ts';
import { registryOf, testServices } from '#test/helpers/services.ts';
import { cookieHeader, pixelSync, syncBidder } from '#test/helpers/sync.ts';

const open: FastifyInstance[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((app) => app.close()));
});

const BIDDERS = [
  syncBidder('rubicon', { key: 'family', ...pixelSync('rubicon') }),
  syncBidder('magnite', { key: 'family', ...pixelSync('rubicon') }),
  syncBidder('framed', { iframe: { url: 'https://framed.test/sync' } }),
  syncBidder('eager', { ...pixelSync('eager'), skipWhen: { gppSid: ['7'] } }),
  syncBidder('off', { ...pixelSync('off'), enabled: false }),
  syncBidder('plain', undefined, { userSync: undefined }),
  syncBidder('disabled', undefined, { enabled: false }),
  syncBidder('own-sale', pixelSync('own-sale'), { ccpaEnforced: false }),
];

function makeApp(settings: HostConfigInput = {}) {
  const disabled = { disabled: true, privacy: { privacysandbox: { cookiedeprecation: { enabled: true, ttl_sec: 60 } } } };
  const services = testServices({
    settings: { variant: 'java', gdpr: { default_value: '0' }, account_defaults: disabled, ...settings },
    bidders: registryOf(...BIDDERS),
  });
  const app = makeServer({ ...services, log: silentLog });
  registerCookieSync(app, services);
  registerSetuid(app, services);
  open.push(app);
  return { app, services, now: services.clock.now() };
}

type Body = object | string;

const sync = async (body: Body, settings?: HostConfigInput, cookie = ''): Promise<unknown[]> => {
  const payload = typeof body === 'string' ? body : JSON.stringify(body);
  const { statusCode, body: text } = await makeApp(settings).app.inject({
    method: 'POST',
    url: '/cookie_sync',
    headers: { cookie },
    payload,
  });
  return [statusCode, text];
};

const statusesOf = async (body: object, settings?: HostConfigInput, cookie?: string): Promise<Record<string, string>> => {
  const [, text] = await sync(body, settings, cookie);
  const { bidder_status: statuses } = JSON.parse(String(text)) as { bidder_status: { bidder: string; error?: string }[] };
  return Object.fromEntries(statuses.map(({ bidder, error }) => [bidder, error ?? 'synced']));
};

const LEAD = 'Invalid request format: ';
const OPTED_OUT = 'uids=eyJvcHRvdXQiOnRydWV9';
const consentOf = (created: number): string => {
  const none = { maxId: 1, ids: [], asRanges: false };
  return writeTcf({
    ...{ created, cmpId: 7, listVersion: 34, policyVersion: 2, specialFeatures: 0, oneTreatment: 0, restrictions: [] },
    ...{ consents: 0, interests: 0, vendorConsents: none, vendorInterests: none },
  });
};
const NO_STORAGE = consentOf(16_000_000_000);
/** So recent that it must state the disclosed vendors, but does not. */
const UNDISCLOSED = consentOf(Date.UTC(2026, 3, 1) / 100);

test.each<[string, Body, number, string]>([
  ['no body', '', 400, `${LEAD}Request has no body`],
  ['a malformed body', '{', 400, `${LEAD}Request body cannot be parsed`],
  ['a list', '[]', 400, `${LEAD}Request body cannot be parsed`],
  ['a word for a number', { limit: 'many' }, 400, `${LEAD}Request body cannot be parsed`],
  ['section ids that are not integers', { gpp_sid: '2,x' }, 400, `${LEAD}Request body cannot be parsed`],
  ['a number for section ids', { gpp_sid: 7 }, 400, `${LEAD}Request body cannot be parsed`],
  ['a list of section ids', { gpp_sid: [2] }, 400, `${LEAD}Request body cannot be parsed`],
  ['an unknown filter', { filterSettings: { iframe: { filter: 'only' } } }, 400, `${LEAD}Request body cannot be parsed`],
  ['GDPR scope without consent', { gdpr: 1 }, 400, `${LEAD}gdpr_consent is required if gdpr is 1`],
  ['a blank consent string', { gdpr: '1', gdpr_consent: ' ' }, 400, `${LEAD}gdpr_consent is required if gdpr is 1`],
  ['an undecodable consent string', { gdpr: 1, gdpr_consent: 'x' }, 400, `${LEAD}Consent string is invalid`],
  ['a consent string without disclosed vendors', { gdpr: 1, gdpr_consent: UNDISCLOSED }, 400, `${LEAD}Consent string is invalid`],
  ['an unknown signal', { gdpr: 2 }, 200, '{"status":"no_cookie","bidder_status":[]}'],
  ['unreadable GPP', { gpp: 'x', gpp_sid: '7' }, 200, '{"status":"no_cookie","bidder_status":[]}'],
  ['section ids with blanks', { gpp_sid: ' 7 , 8' }, 200, '{"status":"no_cookie","bidder_status":[]}'],
  ['a disabled account', { account: 'a' }, 200, '{"status":"no_cookie","bidder_status":[]}'],
])('/cookie_sync has the response of the Java variant to %s', async (_, body, status, text) => {
  expect(await sync(body)).toEqual([status, text]);
});

test('/cookie_sync rejects a user who opted out, and needs consent where the host assumes the GDPR', async () => {
  expect(await sync({}, {}, OPTED_OUT)).toEqual([401, 'Unauthorized: Sync is not allowed for this uids']);
  expect(await sync({}, { gdpr: { default_value: '1' } })).toEqual([400, `${LEAD}Consent string is invalid`]);
});

test('/cookie_sync reports in debug mode why requested bidders are not synced', async () => {
  const bidders = ['nobody', 'disabled', 'plain', 'off', 'eager', 'framed', 'rubicon', 'own-sale'];
  const filterSettings = { iframe: { filter: 'exclude' } };
  const body = { debug: true, bidders, coopSync: false, gpp_sid: '7', filterSettings };
  const { now } = makeApp();
  expect(await statusesOf(body, {}, cookieHeader({ 'own-sale': '1' }, now))).toEqual({
    nobody: 'Unsupported bidder',
    disabled: 'Disabled bidder',
    plain: 'No sync config',
    off: 'Sync disabled by config',
    eager: 'Rejected by regulation scope',
    framed: 'Rejected by request filter',
    rubicon: 'synced',
    'own-sale': 'Already in sync',
  });
  expect(await statusesOf({ ...body, debug: false })).toEqual({ rubicon: 'synced', 'own-sale': 'synced' });
});

test('/cookie_sync counts the keys of synced bidders', async () => {
  const body = { debug: true, bidders: ['rubicon', 'magnite', 'framed'], coopSync: false };
  expect(Object.values(await statusesOf(body)).sort()).toEqual(['Duplicate bidder synced as family', 'synced', 'synced']);
  expect(Object.values(await statusesOf({ ...body, bidders: ['framed', 'eager'], limit: '1' })).sort()).toEqual([
    'Limit reached',
    'synced',
  ]);
});

test('/cookie_sync enforces TCF and US Privacy by bidder', async () => {
  const body = { debug: true, bidders: ['framed', 'own-sale'], coopSync: false };
  expect(await statusesOf({ ...body, us_privacy: '1yyn' })).toEqual({ framed: 'Rejected by CCPA', 'own-sale': 'synced' });
  expect(await statusesOf({ ...body, gdpr: 1, gdpr_consent: NO_STORAGE })).toEqual({
    framed: 'Rejected by TCF',
    'own-sale': 'Rejected by TCF',
  });
});

test.each([
  ['1YNN', '1YYN', 'Rejected by CCPA'],
  ['1ynn', '1YYN', 'Rejected by CCPA'],
  ['nonsense', '1YYN', 'Rejected by CCPA'],
  ['1yyn', '1YNN', 'Rejected by CCPA'],
  ['1YYN', 'nonsense', 'Rejected by CCPA'],
  ['1YNN', 'nonsense', 'synced'],
])('/cookie_sync honours the opt-out of %s and of %s in GPP', async (own, section, framed) => {
  const body = { debug: true, bidders: ['framed'], coopSync: false, us_privacy: own, gpp: `DBABTA~${section}`, gpp_sid: '6' };
  expect(await statusesOf(body)).toEqual({ framed });
});

test('/cookie_sync syncs other bidders only with cooperative sync', async () => {
  expect(await statusesOf({ bidders: ['framed'], coopSync: false })).toEqual({ framed: 'synced' });
  expect(await statusesOf({ coopSync: false })).toEqual({});
  expect(await statusesOf({ debug: true, coopSync: true })).toMatchObject({ framed: 'synced', off: 'Sync disabled by config' });
});

test('/cookie_sync takes missing signals from GPP, and warns of contradictions in debug mode', async () => {
  const gpp = 'DBACNYA~CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA~1YNN';
  const body = { bidders: ['framed'], coopSync: false, gpp, gpp_sid: '6', gdpr: 1, gdpr_consent: NO_STORAGE, us_privacy: '1YYY' };
  const [, text] = await sync({ ...body, debug: true });
  expect(JSON.parse(String(text)).warnings).toEqual(['GPP scope does not match TCF2 scope', 'USP string does not match regs.us_privacy']);
  expect(JSON.parse(String((await sync(body))[1])).warnings).toBeUndefined();
});

test('/cookie_sync sets the label cookie for its lifetime', async () => {
  const { app } = makeApp();
  const { headers } = await app.inject({ method: 'POST', url: '/cookie_sync', payload: '{"account":"a"}' });
  expect([headers['content-type'], headers['set-cookie']]).toEqual([
    'application/json',
    ['receive-cookie-deprecation=1; Max-Age=60; Path=/; Secure; HttpOnly; SameSite=None; Partitioned'],
  ]);
});

const set = async (query: string, settings?: HostConfigInput, cookie = ''): Promise<unknown[]> => {
  const { statusCode, body, headers } = await makeApp(settings).app.inject({ url: `/setuid?${query}`, headers: { cookie } });
  return [statusCode, statusCode === 200 ? headers['content-type'] : body];
};

const FORBIDDEN = 'The gdpr_consent param prevents cookies from being saved';
/** A GPP string with a TCF section without purpose 1. */
const GPP = 'DBABMA~CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA';

test.each<[string, string, number, string]>([
  ['no bidder', 'uid=1', 400, `${LEAD}"bidder" query param is required`],
  ['an unknown bidder', 'bidder=nobody', 400, `${LEAD}"bidder" query param is invalid`],
  ['malformed section ids', 'bidder=framed&gpp_sid=x', 400, `${LEAD}invalid gpp_sid value. Comma separated integers expected.`],
  ['GDPR scope without consent', 'bidder=framed&gdpr=1', 400, `${LEAD}Consent string is invalid`],
  ['consent without purpose 1', `bidder=framed&gdpr=1&gdpr_consent=${NO_STORAGE}`, 451, FORBIDDEN],
  ['section ids that contradict the older signal', `bidder=framed&uid=1&gdpr=0&gpp_sid=2&gdpr_consent=${NO_STORAGE}`, 451, FORBIDDEN],
  ['section ids out of scope', 'bidder=framed&uid=1&gdpr=1&gpp_sid=6', 200, 'text/html'],
  ['a GPP consent that contradicts the older one', `bidder=framed&uid=1&gpp_sid=2&gdpr_consent=x&gpp=${GPP}`, 451, FORBIDDEN],
  ['an unknown signal', 'bidder=framed&uid=1&gdpr=2', 200, 'text/html'],
  ['unreadable GPP', 'bidder=framed&uid=1&gpp=x&gpp_sid=7', 200, 'text/html'],
  ['a disabled account', 'bidder=framed&uid=1&account=a', 200, 'text/html'],
  ['an unknown format', 'bidder=framed&uid=1&f=x', 200, 'text/html'],
  ['a format in upper case', 'bidder=rubicon&uid=1&f=B', 200, 'image/png'],
  ['a format', 'bidder=framed&uid=1&f=i', 200, 'image/png'],
  ['a name in another case', 'bidder=MAGNITE&uid=1', 200, 'image/png'],
])('/setuid has the response of the Java variant to %s', async (_, query, status, text) => {
  expect(await set(query)).toEqual([status, text]);
});

test('syncs that the GDPR prevents are counted by syncer, those of /cookie_sync together', async () => {
  const { app, services } = makeApp();
  await app.inject({ method: 'POST', url: '/cookie_sync', payload: { gdpr: 1, gdpr_consent: 'x' } });
  await app.inject({ url: '/setuid?bidder=rubicon&gdpr=1' });
  for (const name of ['rubicon', 'magnite']) await app.inject({ url: `/setuid?bidder=${name}&gdpr=1&gdpr_consent=${NO_STORAGE}` });
  expect(nonZero(services.metrics.expose(), 'syncer_tcf')).toEqual({
    'syncer_tcf{syncer="all",reason="invalid"}': 1,
    'syncer_tcf{syncer="family",reason="invalid"}': 1,
    'syncer_tcf{syncer="family",reason="blocked"}': 2,
  });
});

test('/setuid rejects a user who opted out, and a bidder whose key must not sync', async () => {
  expect(await set('bidder=framed&uid=1', {}, OPTED_OUT)).toEqual([401, 'Unauthorized: Sync is not allowed for this uids']);
  const rules = [{ condition: { componentName: ['family'] }, allow: false }];
  const settings = { account_defaults: { privacy: { allowactivities: { syncUser: { rules } } } } };
  expect(await set('bidder=rubicon&uid=1', settings)).toEqual([451, 'Unavailable For Legal Reasons.']);
  expect((await set('bidder=framed&uid=1', settings))[0]).toBe(200);
});

test('/setuid writes cookies for cross-site use whatever the browser; a blank id removes nothing, an expired one is removed', async () => {
  const { app, now } = makeApp();
  const cookie = `${cookieHeader({ framed: '1' }, now)}; uids2=${cookieHeader({ old: '2' }, now, -1).slice('uids='.length)}`;
  const line = async (query: string, headers: Record<string, string> = {}): Promise<string> => {
    const { headers: sent } = await app.inject({ url: `/setuid?bidder=framed&${query}`, headers: { cookie, ...headers } });
    return String([sent['set-cookie']].flat()[0]);
  };
  const changed = await line('uid=2', { 'user-agent': 'Mozilla/5.0 Chrome/60.0' });
  expect(changed).toMatch(/; Path=\/; Expires=.*; Max-Age=7776000; HttpOnly; Secure; SameSite=None$/);
  const idsIn = (text: string): unknown =>
    [...decodeUids(text.slice('uids='.length, text.indexOf(';')), now).entries].map(([key, { uid }]) => [key, uid]);
  expect([idsIn(changed), idsIn(await line('uid='))]).toEqual([[['framed', '2']], [['framed', '1']]]);
});

test('/setuid does not store an id that does not fit, and retains the others', async () => {
  const settings: HostConfigInput = { host_cookie: { max_cookie_size_bytes: 500 } };
  const { app, now } = makeApp(settings);
  const { statusCode, headers } = await app.inject({
    url: `/setuid?bidder=framed&uid=${'x'.repeat(600)}`,
    headers: { cookie: cookieHeader({ family: '1', eager: '2' }, now) },
  });
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/html']);
  const text = String([headers['set-cookie']].flat()[0]);
  expect([...decodeUids(text.slice('uids='.length, text.indexOf(';')), now).entries.keys()]).toEqual(['eager', 'family']);
});

test('a call without an account, or with a malformed one, has the settings of the host', async () => {
  const services = testServices();
  const { account_defaults: defaults } = services.config;
  const named = { ...defaults, id: 'named' };
  const find = (id: string): AccountLookup =>
    id === 'malformed' ? { kind: 'malformed', part: 'config' } : { kind: 'found', account: named };
  const accountOf = (id: string) => lenientAccount(id, 50, { ...services, accounts: { find } });
  expect(await Promise.all(['named', 'malformed', '', ' '].map(accountOf))).toEqual([named, defaults, defaults, defaults]);
});

test('analytics get no id of a rejected /setuid', async () => {
  const { app, services } = makeApp();
  const events: unknown[] = [];
  services.bus.listen(['sync']).subscribe(({ data }) => events.push(data));
  await app.inject({ method: 'GET', url: '/setuid?bidder=framed&uid=secret', headers: { cookie: OPTED_OUT } });
  expect(events).toEqual([
    { type: 'setuid', status: 401, bidder: '', uid: '', errors: ['Unauthorized: Sync is not allowed for this uids'], success: false },
  ]);
});
