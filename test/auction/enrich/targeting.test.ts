import { describe, expect, test } from 'vitest';
import { javaKeyPrefix, keyPrefix } from '#src/auction/enrich/prefix.ts';
import { readTargeting } from '#src/auction/enrich/targeting.ts';
import { type AccountInput, accountSchema } from '#src/config/account.ts';
import { dialects } from '#test/helpers/dialects.ts';

const account = (settings: AccountInput = {}) => accountSchema.parse(settings);
const MEDIUM = { precision: 2, ranges: [{ min: 0, max: 20, increment: 0.1 }] };

const GO = { keyLimit: 20, dialect: dialects.go.enrich } as const;

describe('readTargeting', () => {
  test('makes no keys if neither request nor account enables any', () => {
    expect(readTargeting(undefined, account(), GO)).toBeUndefined();
    expect(readTargeting(null, account(), GO)).toBeUndefined();
  });

  test('fills an empty object with the defaults', () => {
    expect(readTargeting({}, account(), GO)).toEqual({
      warnings: [],
      settings: {
        prefix: 'hb',
        maxKeyLength: 20,
        includeWinners: true,
        includeBidderKeys: true,
        includeFormat: false,
        preferDeals: false,
        alwaysIncludeDeals: false,
        appendBidderNames: false,
        priceGranularity: MEDIUM,
        mediaTypePriceGranularity: {},
      },
    });
  });

  test("uses the account's values as defaults", () => {
    const flags = account({ targeting: { includeformat: true, preferdeals: true, includewinners: false }, price_granularity: 'low' });
    expect(readTargeting({ preferdeals: false }, flags, GO)?.settings).toMatchObject({
      includeWinners: false,
      includeBidderKeys: true,
      includeFormat: true,
      preferDeals: false,
      priceGranularity: { ranges: [{ max: 5, increment: 0.5 }] },
    });
  });

  test('makes keys for an account that enables them alone', () => {
    expect(readTargeting(undefined, account({ targeting: { alwaysincludedeals: true } }), GO)?.settings).toMatchObject({
      alwaysIncludeDeals: true,
      includeWinners: true,
    });
  });

  test('keeps granularities with ranges, reads legacy names, uses the default for anything else', () => {
    const own = { precision: 1, ranges: [{ max: 3, increment: 1 }] };
    const given = { pricegranularity: own, mediatypepricegranularity: { banner: 'high', video: own, native: { precision: 1 } } };
    const settings = readTargeting(given, account({ price_granularity: 'nobody knows' }), GO)?.settings;
    expect(settings?.priceGranularity).toBe(own);
    expect(settings?.mediaTypePriceGranularity).toMatchObject({ banner: { ranges: [{ max: 20, increment: 0.01 }] }, video: own });
    expect(settings?.mediaTypePriceGranularity['native']).toBeUndefined();
    expect(readTargeting({ pricegranularity: 'odd' }, account(), GO)?.settings.priceGranularity).toEqual(MEDIUM);
  });

  test('limits keys by the request, then the account', () => {
    expect(readTargeting({ truncateattrchars: 0 }, account({ truncate_target_attr: 30 }), GO)?.settings.maxKeyLength).toBe(0);
    expect(readTargeting({}, account({ truncate_target_attr: 30 }), GO)?.settings.maxKeyLength).toBe(30);
    expect(readTargeting({}, account({ truncate_target_attr: 0 }), GO)?.settings.maxKeyLength).toBe(20);
  });
});

describe('the prefix of keys in the Go variant', () => {
  const prefixOf = (given: object, ofAccount: AccountInput = {}, host: { keyLimit: number; dialect: typeof dialects.go.enrich } = GO) =>
    readTargeting({ prefix: 'longprefix', ...given }, account(ofAccount), host)?.settings.prefix;

  test('may be as long as the limit of the request, the account or the host permits', () => {
    expect(prefixOf({})).toBe('hb');
    expect(prefixOf({ truncateattrchars: 22 })).toBe('longprefix');
    expect(prefixOf({ truncateattrchars: 0 })).toBe('longprefix');
    expect(prefixOf({}, { truncate_target_attr: 22 })).toBe('longprefix');
    expect(prefixOf({}, {}, { ...GO, keyLimit: 22 })).toBe('longprefix');
  });

  test('is not longer than the limit of the account permits if the host has a longer one', () => {
    expect(prefixOf({}, { truncate_target_attr: 20 }, { ...GO, keyLimit: 30 })).toBe('hb');
    expect(prefixOf({}, { truncate_target_attr: 0 }, { ...GO, keyLimit: 30 })).toBe('hb');
  });
});

describe('keyPrefix', () => {
  const codes = ({ warnings }: ReturnType<typeof keyPrefix>): number[] => warnings.map(({ code }) => code);

  test('prefers the request to the account to hb', () => {
    expect(keyPrefix('own', 'acc', undefined)).toEqual({ prefix: 'own', warnings: [] });
    expect(keyPrefix(undefined, 'acc', undefined)).toEqual({ prefix: 'acc', warnings: [] });
    expect(keyPrefix('', '', undefined)).toEqual({ prefix: 'hb', warnings: [] });
  });

  test('uses hb with a warning if the key would not fit', () => {
    const long = keyPrefix('pbsprefix', '', 20);
    expect([long.prefix, codes(long)]).toEqual(['hb', [10015]]);
    expect(keyPrefix('pbsprefix', '', 30).prefix).toBe('pbsprefix');
  });

  test('uses hb if the account leaves no room at all', () => {
    const short = keyPrefix('own', '', 11);
    expect([short.prefix, codes(short)]).toEqual(['hb', [10016]]);
  });
});

describe('the Java variant', () => {
  const host = { keyLimit: 25, dialect: dialects.java.enrich };
  const limit = (given: object, ofAccount?: number) =>
    readTargeting(given, account(ofAccount === undefined ? {} : { truncate_target_attr: ofAccount }), host)?.settings.maxKeyLength;

  test('limits keys by the request, else the account, else the host, with 0 for no limit', () => {
    expect([limit({ truncateattrchars: 0 }, 30), limit({}, 30), limit({}, 0), limit({})]).toEqual([0, 30, 0, 25]);
    expect([limit({ truncateattrchars: 256 }, 30), limit({ truncateattrchars: -1 }), limit({}, 256)]).toEqual([30, 25, 25]);
  });

  test('uses the default prefix if the requested one leaves no room, and reports the excess', () => {
    expect(javaKeyPrefix('own', '', 14)).toEqual({ prefix: 'own', warnings: [] });
    expect(javaKeyPrefix(undefined, 'account', 0)).toEqual({ prefix: 'account', warnings: [] });
    expect(javaKeyPrefix('longer', '', 15)).toEqual({
      prefix: 'hb',
      warnings: [
        {
          code: 2,
          message: 'Key prefix value is dropped to default. Decrease custom prefix length or increase truncateattrchars by 2',
          of: 'targeting',
        },
      ],
    });
  });
});
