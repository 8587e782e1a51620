import { expect, test } from 'vitest';
import optable from '#src/modules/optable-targeting/module.ts';
import { optableSettings } from '#src/modules/optable-targeting/settings.ts';
import { type Log, silentLog } from '#src/platform/log.ts';
import { hookContext, moduleEnv } from '#test/helpers/module-env.ts';

const host = { 'api-endpoint': 'http://vendor.example/t?', tenant: 't', origin: 'o' };

test('settings of an account may have values as strings', () => {
  const account = { 'adserver-targeting': 'false', timeout: '100', tenant: 5, cache: { enabled: 'true', ttlseconds: '60' } };
  expect(optableSettings(host, account)).toMatchObject({
    'adserver-targeting': false,
    timeout: 100,
    tenant: '5',
    origin: 'o',
    cache: { enabled: true, ttlseconds: 60 },
  });
});

test('settings of an account that cannot be decoded are ignored as a whole', () => {
  expect(optableSettings(host, { tenant: 'other', timeout: 'soon' })).toMatchObject({ tenant: 't', 'adserver-targeting': true });
});

test('a timeout of 0 is no hint, and absent settings have their defaults', () => {
  const { timeout, cache } = optableSettings({ ...host, timeout: 0 }, {});
  expect([timeout, cache]).toEqual([0, { enabled: false, ttlseconds: 86_400 }]);
});

test.each([
  ['is on another origin than the one of the host', host, 'http://vendor.example/t?'],
  ['is the only one', { tenant: 't', origin: 'o' }, 'https://account.example/t?'],
])("an account's endpoint that %s", (_when, given, endpoint) => {
  expect(optableSettings(given, { 'api-endpoint': 'https://account.example/t?' })['api-endpoint']).toBe(endpoint);
});

test.each([{ tenant: '' }, { origin: null }])(
  'an account without tenant or origin is logged once, and its requests are not enriched: %o',
  async (over) => {
    const logged: unknown[] = [];
    const log = { ...silentLog, warn: (about: object, message?: string) => void logged.push([about, message]) };
    const { hooks } = await optable.start(host, moduleEnv({ log: log as Log }));
    const context = hookContext({ accountId: '42', settings: over });
    for (let i = 0; i < 2; i++) {
      const result = await hooks.processed_auction_request?.({ id: 'r', imp: [] }, context);
      expect(result?.tags).toEqual({
        activities: [{ name: 'optable-enrich-request', status: 'error', results: [{ values: { 'execution-time': '0' } }] }],
      });
    }
    expect(logged).toEqual([
      [{ module: 'optable-targeting', account: '42' }, 'Account not properly configured: tenant and/or origin is missing.'],
    ]);
  },
);
