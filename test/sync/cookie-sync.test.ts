import { expect, test } from 'vitest';
import type { AccountService } from '#src/auction/services.ts';
import { type AccountInput, accountSchema } from '#src/config/account.ts';
import type { HostConfigInput } from '#src/config/schema.ts';
import { cookieSync } from '#src/sync/cookie-sync.ts';
import { createSyncHost } from '#src/sync/host.ts';
import type { SyncPrivacy } from '#src/sync/privacy.ts';
import type { SyncResponse } from '#src/sync/response.ts';
import { registryOf, type TestServices, testServices } from '#test/helpers/services.ts';
import { allowingPrivacy, cookieHeader, syncBidder } from '#test/helpers/sync.ts';

const NOW = Date.parse('2024-02-22T09:42:04Z');

interface Scene {
  readonly settings?: HostConfigInput;
  readonly account?: AccountInput;
  readonly accounts?: AccountService;
  readonly bidders?: ReturnType<typeof syncBidder>[];
  readonly privacy?: Partial<SyncPrivacy>;
  readonly cookie?: string;
}

function makeServices({ settings, account, accounts, bidders = [syncBidder('a')] }: Scene): TestServices {
  const found: AccountService = { find: (id) => ({ kind: 'found', account: { ...accountSchema.parse(account ?? {}), id } }) };
  const services = testServices({ ...(settings && { settings }), bidders: registryOf(...bidders), accounts: accounts ?? found });
  services.clock.wind(NOW - services.clock.now());
  return services;
}

const post = (body: unknown, scene: Scene = {}, services = makeServices(scene)): Promise<SyncResponse> =>
  cookieSync(
    { body: typeof body === 'string' ? body : JSON.stringify(body), cookieHeader: scene.cookie },
    createSyncHost(services, allowingPrivacy(scene.privacy)),
  );

const json = async (body: unknown, scene?: Scene): Promise<Record<string, unknown>> => JSON.parse(String((await post(body, scene)).body));
const namesOf = async (body: unknown, scene?: Scene): Promise<string[]> =>
  ((await json(body, scene))['bidder_status'] as { bidder: string }[]).map(({ bidder }) => bidder);

const outOfScope = { gdpr: 0 };
const redirectOf = (bidder: string): string =>
  `https://${bidder}.test/sync?r=http%3A%2F%2Flocalhost%3A8000%2Fsetuid%3Fbidder%3D${bidder}%26gdpr%3D0%26gdpr_consent%3D%26gpp%3D%26gpp_sid%3D%26f%3Di%26uid%3D%24UID`;

test('/cookie_sync returns the syncs the browser lacks', async () => {
  const response = await post({ ...outOfScope, bidders: ['a'] }, { cookie: cookieHeader({ other: '1' }, NOW) });
  expect(response).toEqual({
    status: 200,
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
    body: `{"status":"ok","bidder_status":[{"bidder":"a","no_cookie":true,"usersync":{"url":"${redirectOf('a')}","type":"redirect"}}]}\n`,
    cookies: [],
  });
  expect(await json(outOfScope)).toMatchObject({ status: 'no_cookie' });
});

test('/cookie_sync rejects malformed requests', async () => {
  const wrong = async (body: string): Promise<unknown[]> => {
    const { status, headers, body: text } = await post(body);
    return [status, headers['Content-Type'], headers['X-Content-Type-Options'], text];
  };
  expect(await wrong('malformed')).toEqual([
    400,
    'text/plain; charset=utf-8',
    'nosniff',
    'JSON parsing failed: expect { or n, but found m\n',
  ]);
  expect((await wrong(''))[3]).toBe('JSON parsing failed: expect { or n, but found \u0000\n');
  for (const body of ['[]', '{"limit":"5"}', '{"bidders":{}}', '{"gdpr":1.5}', '{', 'nope']) {
    expect(await wrong(body)).toEqual([400, 'text/plain; charset=utf-8', 'nosniff', expect.stringMatching(/^JSON parsing failed: .+\n$/)]);
  }
  for (const side of [{ bidders: 42 }, { filter: 'include' }, { filter: 'include', bidders: null }]) {
    expect((await post({ ...outOfScope, filterSettings: { iframe: side } })).body).toBe(
      "error parsing filtersettings.iframe: invalid bidders type. must either be a string '*' or a string array of bidders\n",
    );
  }
  expect((await post('null', { settings: {} })).status).toBe(400);
});

test('/cookie_sync reads fields in any letter case, the last spelling in the text', async () => {
  const scene: Scene = { bidders: [syncBidder('a'), syncBidder('b'), syncBidder('c')] };
  expect(await namesOf({ GDPR: 0, Bidders: ['a', 'b'], bidders: ['b'] }, scene)).toEqual(['b']);
  expect(await namesOf({ ...outOfScope, bidders: ['a'], BIDDERS: ['c'] }, scene)).toEqual(['c']);
  const filterSettings = { Image: { Bidders: ['a'], FILTER: 'exclude' } };
  expect(await namesOf({ ...outOfScope, bidders: ['a', 'b'], FilterSettings: filterSettings }, scene)).toEqual(['b']);
  expect((await post({ gdpr: 0, Limit: 'x' }, scene)).body).toBe(
    'JSON parsing failed: cannot unmarshal request.limit: unexpected character: "\n',
  );
});

test('/cookie_sync treats null as an empty request', async () => {
  const scene: Scene = { settings: { gdpr: { default_value: '0' } } as HostConfigInput };
  expect((await post('null', scene)).status).toBe(200);
});

test('/cookie_sync rejects a user who opted out', async () => {
  const response = await post(outOfScope, { cookie: 'uids=eyJvcHRvdXQiOnRydWV9' });
  expect([response.status, response.body]).toEqual([401, 'User has opted out\n']);
});

test('/cookie_sync returns no syncs if the host may not set a cookie', async () => {
  const scene: Scene = { privacy: { hostCookie: () => ({ kind: 'denied' }) }, cookie: cookieHeader({ x: '1' }, NOW) };
  expect((await post({ ...outOfScope, debug: true }, scene)).body).toBe('{"status":"ok","bidder_status":[]}\n');
});

test('/cookie_sync reports in debug mode why a bidder is skipped', async () => {
  const bidders = [
    syncBidder('synced'),
    syncBidder('blocked'),
    syncBidder('filtered'),
    syncBidder('skipped', { redirect: { url: 'https://s.test' }, skipWhen: { gppSid: ['7'] } }),
    syncBidder('off', { redirect: { url: 'https://s.test' }, enabled: false }),
    syncBidder('plain', undefined, { userSync: undefined }),
    syncBidder('disabled', undefined, { enabled: false }),
  ];
  const names = ['Synced', 'blocked', 'filtered', 'skipped', 'off', 'plain', 'disabled', 'nobody'];
  const request = { gpp_sid: '7,8', bidders: names, debug: true, filterSettings: { image: { bidders: ['filtered'], filter: 'exclude' } } };
  const scene: Scene = { bidders, privacy: { allowsBidder: (code) => code !== 'blocked' }, cookie: cookieHeader({ synced: '1' }, NOW) };
  const { bidder_status, debug } = await json(request, scene);
  expect(bidder_status).toEqual([]);
  expect(new Map((debug as { bidder: string; error: string }[]).map(({ bidder, error }) => [bidder, error]))).toEqual(
    new Map([
      ['Synced', 'Already in sync'],
      ['blocked', 'Rejected by privacy'],
      ['filtered', 'Rejected by request filter'],
      ['skipped', 'Rejected by regulation scope'],
      ['off', 'Sync disabled by config'],
      ['plain', 'No sync config'],
      ['disabled', 'Unsupported bidder'],
      ['nobody', 'Unsupported bidder'],
    ]),
  );
});

test('/cookie_sync adds bidders that were not named: those with priority first', async () => {
  const bidders = ['a', 'b', 'c', 'd'].map((code) => syncBidder(code));
  const settings: HostConfigInput = { user_sync: { coop_sync: { default: true }, priority_groups: [['c'], ['b']] } };
  const request = { ...outOfScope, bidders: ['d'] };
  expect(await namesOf(request, { bidders, settings })).toEqual(['d', 'c', 'b', 'a']);
  expect(await namesOf({ ...request, limit: 2 }, { bidders, settings })).toEqual(['d', 'c']);
  expect(await namesOf({ ...request, coopSync: false }, { bidders, settings })).toEqual(['d']);
  expect(await namesOf({ ...outOfScope, coopSync: false }, { bidders, settings })).toHaveLength(4);
  const account: AccountInput = { cookie_sync: { default_coop_sync: true, priority_groups: [['b']], priority_groups_only: true } };
  expect(await namesOf(request, { bidders, settings, account })).toEqual(['d', 'b']);
  expect(await namesOf({ ...request, coopSync: false }, { bidders, settings, account })).toEqual(['d']);
  expect(await namesOf({ ...request, limit: 3 }, { bidders, settings, account: { cookie_sync: { max_limit: 1 } } })).toEqual(['d']);
});

test('/cookie_sync excludes iframes by host and account', async () => {
  const both = { iframe: { url: 'https://f.test' }, redirect: { url: 'https://p.test' } };
  const bidders = ['bidderA', 'bidderB', 'bidderC'].map((code) => syncBidder(code, both));
  const { bidder_status } = await json(outOfScope, {
    bidders,
    settings: { cookie_sync: { disabled_iframe_bidders: ['biddera'] } },
    account: { cookie_sync: { disabled_iframe_bidders: ['bidderB'] } },
  });
  const types = (bidder_status as { bidder: string; usersync: { type: string } }[]).map(
    ({ bidder, usersync }) => [bidder, usersync.type] as const,
  );
  expect(Object.fromEntries(types)).toEqual({ bidderA: 'redirect', bidderB: 'redirect', bidderC: 'iframe' });
});

test('/cookie_sync labels the browser for tests without third-party cookies, on rejections too', async () => {
  const account: AccountInput = { privacy: { privacysandbox: { cookiedeprecation: { enabled: true, ttl_sec: 86_400 } } } };
  const label =
    'receive-cookie-deprecation=1; Path=/; Expires=Fri, 23 Feb 2024 09:42:04 GMT; HttpOnly; Secure; SameSite=None; Partitioned;';
  expect((await post(outOfScope, { account })).cookies).toEqual([label]);
  expect(await post({ gdpr: 2 }, { account })).toMatchObject({ status: 400, cookies: [label] });
  expect((await post(outOfScope, { account, cookie: 'receive-cookie-deprecation=1' })).cookies).toEqual([]);
});

test('/cookie_sync checks the account', async () => {
  const error = async (scene: Scene, account?: string): Promise<unknown> => (await post({ ...outOfScope, account }, scene)).body;
  const unknown: AccountService = { find: (id) => ({ kind: 'unknown', account: { ...accountSchema.parse({}), id }, errors: [] }) };
  expect(await error({ account: { disabled: true } }, 'x')).toBe('account is disabled, please reach out to the auctor host\n');
  const required = 'account must be valid if provided, please reach out to the auctor host\n';
  expect(await error({ settings: { account_required: true } })).toBe(required);
  expect(await error({ settings: { account_required: true } }, 'unknown')).toBe(required);
  expect(await error({ settings: { account_required: true, account_defaults: { disabled: true } }, accounts: unknown }, 'x')).toBe(
    required,
  );
  expect(await error({ accounts: { find: () => ({ kind: 'malformed', part: 'config' }) } }, 'x')).toBe(
    'account config is malformed and could not be read\n',
  );
  expect((await post({ ...outOfScope, account: 'x' }, { accounts: unknown })).status).toBe(200);
  expect((await post({ ...outOfScope, account: 'x' }, { settings: { account_required: true } })).status).toBe(200);
});

test('stores an authoritative host cookie by a direct address', async () => {
  const settings: HostConfigInput = { host_cookie: { family: 'fam', cookie_name: 'khaos', authoritative: true } };
  const bidders = [syncBidder('acme', { key: 'fam', redirect: { url: 'https://acme.test' } })];
  const request = { gdpr: 1, gdpr_consent: 'C', us_privacy: '1YNN', debug: true };
  const direct = 'http://localhost:8000/setuid?bidder=acme&gdpr=1&gdpr_consent=C&us_privacy=1YNN&gpp=&gpp_sid=&f=i&uid=host%20id';
  const url = async (cookie: string, authoritative = true): Promise<unknown> =>
    json(request, { bidders, cookie, settings: { host_cookie: { ...settings.host_cookie, authoritative } } });
  expect(await url('khaos=host id')).toMatchObject({ status: 'ok', bidder_status: [{ usersync: { url: direct, type: 'redirect' } }] });
  expect(await url(`khaos=host id; ${cookieHeader({ fam: 'other' }, NOW)}`)).toMatchObject({
    bidder_status: [{ usersync: { url: direct } }],
  });
  const inSync = { status: 'ok', bidder_status: [], debug: [{ bidder: 'acme', error: 'Already in sync' }] };
  expect(await url(`khaos=host id; ${cookieHeader({ fam: 'host id' }, NOW)}`)).toEqual(inSync);
  expect(await url('khaos=host id', false)).toEqual(inSync);
});

test('/cookie_sync counts and publishes its results', async () => {
  const services = makeServices({ bidders: [syncBidder('a'), syncBidder('b')] });
  const seen: unknown[] = [];
  services.bus.listen(['sync']).subscribe((event) => seen.push(event));
  await post({ ...outOfScope, account: 'acc' }, { cookie: cookieHeader({ b: '1' }, NOW) }, services);
  await post('x', {}, services);
  expect(seen).toEqual([
    {
      v: 1,
      kind: 'sync',
      at: NOW,
      account: 'acc',
      data: {
        type: 'cookie_sync',
        status: 200,
        errors: [],
        bidderStatus: [{ bidder: 'a', no_cookie: true, usersync: { url: redirectOf('a'), type: 'redirect' } }],
      },
    },
    {
      v: 1,
      kind: 'sync',
      at: NOW,
      account: undefined,
      data: { type: 'cookie_sync', status: 400, errors: ['JSON parsing failed: expect { or n, but found x'], bidderStatus: [] },
    },
  ]);
  const text = services.metrics.expose();
  expect(text).toMatch(/cookie_sync_requests\{status="ok"\} 1/);
  expect(text).toMatch(/cookie_sync_requests\{status="bad_request"\} 1/);
  expect(text).toMatch(/syncer_requests\{status="already_synced",syncer="b"\} 1|syncer_requests\{syncer="b",status="already_synced"\} 1/);
});
