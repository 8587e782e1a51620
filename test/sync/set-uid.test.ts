import { expect, test } from 'vitest';
import type { HostConfigInput } from '#src/config/schema.ts';
import { createSyncHost } from '#src/sync/host.ts';
import type { SyncPrivacy } from '#src/sync/privacy.ts';
import type { SyncResponse } from '#src/sync/response.ts';
import { setUid } from '#src/sync/set-uid.ts';
import { decodeUids, encodeUids } from '#src/sync/uids-encoding.ts';
import { registryOf, testServices } from '#test/helpers/services.ts';
import { allowingPrivacy, cookieHeader, cookieOf, syncBidder } from '#test/helpers/sync.ts';

const NOW = testServices().clock.now();
const CHROME = 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36';

interface Scene {
  readonly settings?: HostConfigInput;
  readonly privacy?: Partial<SyncPrivacy>;
  readonly cookie?: string;
}

const BIDDERS = [
  syncBidder('appnexus', { key: 'adnxs', iframe: { url: 'https://a.test' } }),
  syncBidder('sibling', { key: 'adnxs', iframe: { url: 'https://a.test' } }),
  syncBidder('pubmatic'),
  syncBidder('audienceNetwork'),
];

function servicesOf({ settings }: Scene): ReturnType<typeof testServices> {
  return testServices({
    ...(settings && { settings }),
    bidders: registryOf(...BIDDERS, ...['s1', 's2', 's3', 's4'].map((code) => syncBidder(code))),
  });
}

const call = (query: string, scene: Scene = {}, services = servicesOf(scene)): Promise<SyncResponse> =>
  setUid(
    { query: new URLSearchParams(query), cookieHeader: scene.cookie, userAgent: CHROME, https: true },
    createSyncHost(services, allowingPrivacy(scene.privacy)),
  );

const idsIn = ({ cookies: [line = ''] }: SyncResponse): Record<string, string> => {
  const cookie = decodeUids(line.slice('uids='.length, line.indexOf(';')), NOW);
  return Object.fromEntries([...cookie.entries].map(([key, { uid }]) => [key, uid]));
};

test('stores an id under the bidder’s key for 14 days and returns a blank page', async () => {
  const response = await call('bidder=AppNexus&uid=12%2B3', { settings: { host_cookie: { domain: 'sync.example' } } });
  const value = encodeUids(cookieOf({ adnxs: '12+3' }, NOW, 14 * 86_400_000));
  const expires = new Date(NOW + 90 * 86_400_000).toUTCString();
  expect(response).toEqual({
    status: 200,
    headers: { 'Content-Type': 'text/html', 'Content-Length': '0' },
    body: '',
    cookies: [`uids=${value}; Path=/; Domain=sync.example; Expires=${expires}; Max-Age=7776000; HttpOnly; Secure; SameSite=None`],
  });
});

test('/setuid returns a pixel if the caller or the bidder’s way of syncing requires one', async () => {
  for (const query of ['bidder=pubmatic&uid=1', 'bidder=appnexus&uid=1&f=I', 'bidder=pubmatic&uid=1&f=']) {
    const { headers, body } = await call(query);
    expect([headers, body.length]).toEqual([{ 'Content-Type': 'image/png', 'Content-Length': '86' }, 86]);
  }
  expect(await call('bidder=pubmatic&f=x')).toMatchObject({
    status: 400,
    body: '"f" query param is invalid. must be "b" or "i"',
    cookies: [],
  });
});

test('/setuid removes an id if none is given, down to an empty cookie', async () => {
  expect(idsIn(await call('bidder=pubmatic', { cookie: cookieHeader({ pubmatic: '1', s1: '2' }, NOW) }))).toEqual({ s1: '2' });
  expect((await call('bidder=pubmatic&uid=', { cookie: cookieHeader({ pubmatic: '1' }, NOW) })).cookies[0]).toMatch(/^uids=; Path=\/;/);
});

test('/setuid does not store a placeholder', async () => {
  const response = await call('bidder=audienceNetwork&uid=0', { cookie: cookieHeader({ s1: '2' }, NOW) });
  expect([response.status, idsIn(response)]).toEqual([200, { s1: '2' }]);
});

test('/setuid rejects a request in the order of its checks', async () => {
  const text = async (query: string, scene?: Scene): Promise<unknown[]> => {
    const { status, body, cookies } = await call(query, scene);
    return [status, body, cookies];
  };
  expect(await text('', { cookie: 'uids=eyJvcHRvdXQiOnRydWV9' })).toEqual([401, '', []]);
  expect(await text('uid=1&f=x')).toEqual([400, '"bidder" query param is required', []]);
  expect(await text('bidder=nobody&f=x')).toEqual([400, 'The bidder name provided is not supported by auctor', []]);
  expect(await text('bidder=pubmatic&gpp_sid=x')).toEqual([400, 'invalid gpp_sid encoding, must be a csv list of integers', []]);
  expect(await text('bidder=pubmatic&gdpr=2', { privacy: { allowsActivity: () => false } })).toEqual([451, '', []]);
  expect(await text('bidder=pubmatic&gdpr=2')).toEqual([400, 'the gdpr query param must be either 0 or 1. You gave 2', []]);
  expect(await text('bidder=pubmatic&gdpr=1')).toEqual([400, 'GDPR consent is required when gdpr signal equals 1', []]);
  expect(await text('bidder=pubmatic&gpp=malformed')).toEqual([400, 'error parsing GPP header, header must have type=3', []]);
});

test('/setuid checks the privacy rules for the host, and if configured for the bidder', async () => {
  const query = 'bidder=pubmatic&uid=1&gdpr=1&gdpr_consent=C';
  const denied = 'The gdpr_consent string prevents cookies from being saved';
  expect(await call(query, { privacy: { hostCookie: () => ({ kind: 'denied' }) } })).toMatchObject({ status: 451, body: denied });
  expect(
    await call(query, { privacy: { hostCookie: () => ({ kind: 'malformed', message: 'malformed consent string C: too short' }) } }),
  ).toMatchObject({
    status: 400,
    body: 'gdpr_consent was invalid. malformed consent string C: too short',
  });
  expect(await call(query, { privacy: { hostCookie: () => ({ kind: 'unavailable' }) } })).toMatchObject({
    status: 400,
    body: 'No global vendor list was available to interpret this consent string. If this is a new, valid version, it should become available soon.',
  });
  const privacy = { allowsVendor: () => false };
  expect((await call(query, { privacy })).status).toBe(200);
  expect(await call(query, { privacy, settings: { setuid: { enforce_bidder_vendor: true } } })).toMatchObject({
    status: 451,
    body: denied,
  });
  expect((await call(query, { privacy, settings: { variant: 'java' } })).status).toBe(451);
});

test('/setuid makes room in a full cookie', async () => {
  const cookie = cookieHeader({ s1: '1111111111', s2: '1111111111', s3: '1111111111', s4: '1111111111' }, NOW);
  const full = { host_cookie: { max_cookie_size_bytes: 500 } };
  expect(idsIn(await call('bidder=pubmatic&uid=1', { cookie, settings: full }))).toEqual({
    pubmatic: '1',
    s2: '1111111111',
    s3: '1111111111',
    s4: '1111111111',
  });
  const groups = { user_sync: { priority_groups: [['s1', 's2', 's3', 's4']] } };
  expect(await call('bidder=pubmatic&uid=1', { cookie, settings: { ...full, ...groups } })).toEqual({
    status: 200,
    headers: {},
    body: 'Warning: syncer key is not a priority, and there are only priority elements left, cookie not updated',
    cookies: [],
  });
  const shared = { ...full, user_sync: { priority_groups: [['sibling', 's2', 's3']] } };
  const sibling = cookieHeader({ adnxs: '1111111111', s2: '1111111111', s3: '1111111111', s4: '1111111111' }, NOW);
  expect(idsIn(await call(`bidder=appnexus&uid=${'2'.repeat(60)}`, { cookie: sibling, settings: shared }))).toEqual({
    adnxs: '2'.repeat(60),
    s2: '1111111111',
    s3: '1111111111',
  });
  expect(await call(`bidder=pubmatic&uid=${'x'.repeat(500)}`, { cookie, settings: full })).toMatchObject({
    status: 400,
    body: `uid that's trying to be synced is bigger than MaxCookieSize`,
    cookies: [],
  });
});

test('/setuid spreads ids over more cookies, and expires unused ones', async () => {
  const cookie = cookieHeader({ s1: '1111111111', s2: '1111111111', s3: '1111111111', s4: '1111111111' }, NOW);
  const settings = { host_cookie: { max_cookie_size_bytes: 500 }, setuid: { number_of_uid_cookies: 2 } };
  const { cookies } = await call('bidder=pubmatic&uid=1', { cookie, settings });
  expect(cookies.map((line) => line.slice(0, line.indexOf('=')))).toEqual(['uids', 'uids2']);
  const header = cookies.map((line) => line.slice(0, line.indexOf(';'))).join('; ');
  const again = await call('bidder=pubmatic', { cookie: header });
  expect(idsIn(again)).toEqual({ s1: '1111111111', s2: '1111111111', s3: '1111111111', s4: '1111111111' });
  expect(again.cookies[1]).toMatch(/^uids2=; Path=\/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0/);
});

test('analytics get no id of a call that privacy rejects', async () => {
  const seen = async (scene: Scene): Promise<unknown[]> => {
    const services = servicesOf(scene);
    const events: unknown[] = [];
    services.bus.listen(['sync']).subscribe(({ data }) => events.push(data));
    await call('bidder=pubmatic&uid=secret', scene, services);
    return events;
  };
  const rejected = (status: number, errors: readonly string[] = []) => [
    { type: 'setuid', status, bidder: '', uid: '', errors, success: false },
  ];
  expect(await seen({ privacy: { allowsActivity: () => false } })).toEqual(rejected(451));
  expect(await seen({ privacy: { hostCookie: () => ({ kind: 'denied' }) } })).toEqual(
    rejected(451, ['The gdpr_consent string prevents cookies from being saved']),
  );
  expect(await seen({ cookie: 'uids=eyJvcHRvdXQiOnRydWV9' })).toEqual(rejected(401));
});

test('/setuid counts and publishes its results', async () => {
  const services = servicesOf({});
  const seen: unknown[] = [];
  services.bus.listen(['sync']).subscribe(({ data }) => seen.push(data));
  await call('bidder=appnexus&uid=1&account=acc', {}, services);
  await call('bidder=appnexus', {}, services);
  await call('bidder=x&uid=1', {}, services);
  expect(seen).toEqual([
    { type: 'setuid', status: 200, bidder: 'adnxs', uid: '1', errors: [], success: true },
    { type: 'setuid', status: 200, bidder: 'adnxs', uid: '', errors: [], success: true },
    { type: 'setuid', status: 400, bidder: '', uid: '', errors: ['The bidder name provided is not supported by auctor'], success: false },
  ]);
  await call('uid=1', {}, services);
  const text = services.metrics.expose();
  for (const line of [
    /setuid_requests\{status="ok"\} 2/,
    /setuid_requests\{status="syncer_unknown"\} 2/,
    /syncer_sets\{[^}]*"cleared"[^}]*\} 1/,
  ]) {
    expect(text).toMatch(line);
  }
});
