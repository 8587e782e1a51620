import { expect, test } from 'vitest';
import { optableSettings } from '#src/modules/optable-targeting/settings.ts';

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
