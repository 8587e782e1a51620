import { describe, expect, test } from 'vitest';
import { accountSchema } from '#src/config/account.ts';
import { parseAccount } from '#src/config/accounts.ts';
import { toAccountInput } from '#src/config/java/account.ts';

describe('account settings of the Java variant', () => {
  test('are converted to our keys', () => {
    expect(
      toAccountInput({
        id: 1001,
        status: 'inactive',
        auction: {
          'price-granularity': 'dense',
          'banner-cache-ttl': 100,
          'truncate-target-attr': 30,
          'default-integration': 'pbjs',
          'debug-allow': false,
          'bid-validations': { 'banner-creative-max-size': 'enforce' },
          events: { enabled: true },
          targeting: { includewinners: false, prefix: 'aa' },
          preferredmediatype: { 'some-bidder': 'video' },
          privacysandbox: { cookiedeprecation: { enabled: true, ttlsec: 5 } },
          'impression-limit': 3,
          profiles: { limit: 2, 'fail-on-unknown': false },
          'secondary-bidders': ['slow'],
        },
        privacy: {
          gdpr: {
            enabled: true,
            'eea-countries': 'FIN, FRA',
            'channel-enabled': { pbjs: true, app: false },
            'purpose-one-treatment-interpretation': 'no-access-allowed',
            purposes: {
              p1: { 'enforce-purpose': 'basic', 'vendor-exceptions': ['a'] },
              p2: { 'enforce-purpose': 'no' },
              p3: { 'enforce-vendors': true },
            },
            'special-features': { sf1: { enforce: false } },
          },
          ccpa: { enabled: true, 'channel-enabled': { pbjs: false } },
          dsa: { default: { dsarequired: 1 } },
          allowactivities: {
            fetchBids: { default: true, rules: [{ condition: { 'component-type': ['bidder'], 'gpp-sid': [7], gpc: '1' }, allow: false }] },
          },
          modules: [{ code: 'iab.usgeneral', 'skip-rate': 5 }],
        },
        'cookie-sync': { 'default-limit': 5, pri: ['a', 'b'], 'coop-sync': { default: true } },
        'alternate-bidder-codes': { enabled: true, bidders: { 'the-bidder': { enabled: true, 'allowed-bidder-codes': ['x'] } } },
        hooks: { 'execution-plan': { endpoints: { '/openrtb2/auction': {} } }, modules: { 'my-module': { 'a-key': 1 } } },
        settings: { 'geo-lookup': true },
      }),
    ).toEqual({
      id: '1001',
      disabled: true,
      price_granularity: 'dense',
      cache_ttl: { banner: 100 },
      truncate_target_attr: 30,
      default_integration: 'pbjs',
      debug_allow: false,
      validations: { banner_creative_max_size: 'enforce' },
      events: { enabled: true },
      targeting: { includewinners: false },
      targeting_prefix: 'aa',
      preferredmediatype: { 'some-bidder': 'video' },
      impression_limit: 3,
      profiles: { limit: 2, fail_on_unknown: false },
      secondary_bidders: ['slow'],
      gdpr: {
        enabled: true,
        eea_countries: ['FIN', 'FRA'],
        channel_enabled: { web: true, app: false },
        purpose_one_treatment: { enabled: true, access_allowed: false },
        purpose1: { enforce_purpose: true, enforce_algo: 'basic', vendor_exceptions: ['a'] },
        purpose2: { enforce_purpose: false },
        purpose3: { enforce_vendors: true },
        special_feature1: { enforce: false },
      },
      ccpa: { enabled: true, channel_enabled: { web: false } },
      privacy: {
        dsa: { default: { dsarequired: 1 } },
        allowactivities: {
          fetchBids: { default: true, rules: [{ condition: { componentType: ['bidder'], gppSid: [7], gpc: '1' }, allow: false }] },
        },
        modules: [{ code: 'iab.usgeneral', skipRate: 5 }],
        privacysandbox: { cookiedeprecation: { enabled: true, ttl_sec: 5 } },
      },
      cookie_sync: { default_limit: 5, priority_groups: [['a', 'b']], default_coop_sync: true },
      alternatebiddercodes: { enabled: true, bidders: { 'the-bidder': { enabled: true, allowedbiddercodes: ['x'] } } },
      hooks: { execution_plan: { endpoints: { '/openrtb2/auction': {} } }, modules: { 'my-module': { 'a-key': 1 } } },
      settings: { geo_lookup: true },
    });
  });

  test('in our own format are unchanged', () => {
    const settings = { id: 'a', disabled: true, gdpr: { enabled: false, purpose1: { enforce_purpose: true } }, cache_ttl: { video: 5 } };
    expect(toAccountInput(settings)).toEqual(settings);
  });

  test('keep the fields of an option that is there under both keys, those of the Java variant first', () => {
    const settings = {
      ccpa: { enabled: true, channel_enabled: { web: false, app: false } },
      gdpr: { enabled: true, purpose1: { enforce_vendors: false }, channel_enabled: { app: true } },
      events: { enabled: true },
      bidadjustments: { mediatype: { banner: { alpha: { '*': [] } } } },
      privacy: {
        ccpa: { channel_enabled: { pbjs: true } },
        gdpr: { purposes: { p1: { enforce_purpose: 'basic' } }, channel_enabled: { amp: true } },
      },
      auction: { events: { channels: { amp: true } }, bidadjustments: { mediatype: { banner: { beta: { '*': [] } } } } },
    };
    const before = structuredClone(settings);
    expect(toAccountInput(settings)).toEqual({
      ccpa: { enabled: true, channel_enabled: { web: true, app: false } },
      gdpr: {
        enabled: true,
        purpose1: { enforce_vendors: false, enforce_purpose: true, enforce_algo: 'basic' },
        channel_enabled: { app: true, amp: true },
      },
      events: { enabled: true, channels: { amp: true } },
      bidadjustments: { mediatype: { banner: { alpha: { '*': [] }, beta: { '*': [] } } } },
    });
    expect(settings).toEqual(before);
  });

  test('may spell one Go key without its underscore', () => {
    for (const accessKey of ['accessallowed', 'accessAllowed', 'AccessAllowed']) {
      expect(toAccountInput({ gdpr: { purpose_one_treatment: { enabled: true, [accessKey]: false } } })).toEqual({
        gdpr: { purpose_one_treatment: { enabled: true, access_allowed: false } },
      });
    }
    expect(toAccountInput({ privacy: { privacysandbox: { cookiedeprecation: { TTLSec: 5 } } } })).toEqual({
      privacy: { privacysandbox: { cookiedeprecation: { ttl_sec: 5 } } },
    });
  });

  test('with hostile names are harmless', () => {
    expect(toAccountInput(JSON.parse('{"__proto__":{"disabled":true},"auction":{"constructor":1}}'))).toEqual({});
  });
});

describe('a stored account', () => {
  const defaults = accountSchema.parse({ price_floors: { enabled: true } });

  test('has its default DSA object parsed, and invalid IP bits replaced', () => {
    const json = JSON.stringify({
      privacy: { dsa: { default: '{"dsarequired":1}' }, ipv6: { anon_keep_bits: 129 }, ipv4: { anon_keep_bits: -1 } },
    });
    const found = parseAccount(json, 'a', defaults);
    expect(found).toMatchObject({
      kind: 'found',
      account: { privacy: { dsa: { default: { dsarequired: 1 } }, ipv6: { anon_keep_bits: 56 }, ipv4: { anon_keep_bits: 24 } } },
    });
  });

  test('has none of the host’s privacy settings if its own are null, and is malformed if they are no object', () => {
    const host = accountSchema.parse({ privacy: { allowactivities: { transmitUfpd: { default: false } } } });
    const privacyOf = (json: string): unknown => {
      const found = parseAccount(json, 'a', host);
      return found.kind === 'found' ? found.account.privacy.allowactivities : found;
    };
    expect([privacyOf('{}'), privacyOf('{"privacy":null}'), privacyOf('{"privacy":"x"}')]).toEqual([
      { transmitUfpd: { default: false } },
      undefined,
      { kind: 'malformed', part: 'config' },
    ]);
  });

  test('uses the host’s floors if only its own are out of range', () => {
    expect(parseAccount('{"debug_allow":false,"price_floors":{"enforce_floors_rate":200}}', 'a', defaults)).toMatchObject({
      kind: 'found',
      account: { debug_allow: false, price_floors: { enabled: true, enforce_floors_rate: 100 } },
    });
  });

  test.each<[object, object]>([
    [{ validations: { banner_creative_max_size: 'loud' } }, { validations: { banner_creative_max_size: '' } }],
    [{ gdpr: { purpose1: { enforce_algo: 'loud', enforce_purpose: false } } }, { gdpr: { purpose1: { enforce_purpose: false } } }],
    [{ ccpa: { channel_enabled: { web: true, ctv: true } } }, { ccpa: { channel_enabled: { web: true } } }],
    [
      { events: { vast_events: [{ create_element: 'loud' }, { create_element: 'error' }, { create_element: '' }] } },
      { events: { vast_events: [{ create_element: 'error', exclude_default_url: false, urls: [] }] } },
    ],
    [
      { default_bid_limit: -1, auction: { 'impression-limit': -1 } },
      { default_bid_limit: 0, impression_limit: 0 },
    ],
    [{ price_floors: { enforce_floors_rate: 200 }, metrics: { verbosity_level: 'loud' } }, { metrics: {} }],
  ])('with %j loses the invalid value', (settings, account) => {
    const json = JSON.stringify({ ...settings, default_integration: 'kept' });
    const expected = accountSchema.parse({ price_floors: { enabled: true }, ...account, id: 'a', default_integration: 'kept' });
    expect(parseAccount(json, 'a', defaults)).toEqual({ kind: 'found', account: expected });
  });

  test.each(['""', '"null"'])('with the default DSA %s has none', (dsa) => {
    expect(parseAccount(`{"privacy":{"dsa":{"default":${dsa}}}}`, 'a', defaults)).toEqual({
      kind: 'found',
      account: { ...defaults, id: 'a' },
    });
  });

  test('may have null for missing values, in lists too', () => {
    const rule = { condition: { componentName: null, 'component-type': ['bidder'] }, privacyreg: null, allow: false };
    const json = JSON.stringify({ privacy: { allowactivities: { fetchBids: { default: null, rules: [rule] } } } });
    expect(parseAccount(json, 'a', defaults)).toMatchObject({
      kind: 'found',
      account: { privacy: { allowactivities: { fetchBids: { rules: [{ condition: { componentType: ['bidder'] }, allow: false }] } } } },
    });
  });

  test.each([
    '{',
    '5',
    '{"disabled":1}',
    '{"price_floors":{"max_rules":"many"}}',
    '{"price_floors":{"fetch":{"timeout_ms":1.5}}}',
    '{"gdpr":{"purpose2":{"enforce_algo":1}}}',
    '{"validations":{"banner_creative_max_size":true}}',
    '{"alternatebiddercodes":{"enabled":"true"}}',
  ])('containing %s is malformed', (text) => {
    expect(parseAccount(text, 'a', defaults)).toEqual({ kind: 'malformed', part: 'config' });
  });

  test.each(['"text"', '"{"', '{"dsarequired":"x"}', '"[]"'])('with the default DSA %s is malformed there', (dsa) => {
    expect(parseAccount(`{"privacy":{"dsa":{"default":${dsa}}}}`, 'a', defaults)).toEqual({ kind: 'malformed', part: 'dsa' });
  });
});

test('account settings of the Java variant may have keys in camelCase and the old switch for events', () => {
  expect(toAccountInput({ auction: { bannerCacheTtl: 5, priceFloors: { maxRules: 7 } }, events_enabled: true })).toEqual({
    cache_ttl: { banner: 5 },
    price_floors: { max_rules: 7 },
    events: { enabled: true },
  });
});
