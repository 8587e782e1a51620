import { describe, expect, test } from 'vitest';
import { Diagnostics } from '#src/auction/diagnostics.ts';
import { accountSchema } from '#src/config/account.ts';
import { adjustmentsError, mergeJavaAdjustments } from '#src/dialect/java/bid-adjustments.ts';
import type { BidAdjustments } from '#src/openrtb/ext.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';

const at = (bidder: string, value: number, adjtype = 'multiplier', currency?: string): BidAdjustments => ({
  mediatype: { banner: { [bidder]: { '*': [{ adjtype, value, currency }] } } },
});

function merged(given: unknown, ofAccount?: object) {
  const diagnostics = new Diagnostics();
  const request = { id: 'r', imp: [], ext: { srv: { bidadjustments: given } } } as unknown as BidRequest;
  const account = accountSchema.parse({ bidadjustments: ofAccount });
  const rules = mergeJavaAdjustments(request, account, diagnostics);
  return { rules, left: request.ext?.srv?.bidadjustments, warnings: diagnostics.warnings.get('srv')?.map(({ message }) => message) };
}

describe('bid adjustments in the Java variant', () => {
  test.each<[unknown, string | undefined]>([
    [undefined, undefined],
    [{}, undefined],
    [{ mediatype: { banner: null } }, undefined],
    [{ mediatype: { banner: {} } }, 'no bidders found in banner'],
    [{ mediatype: { '*': { a: {} } } }, 'no deals found in *.a'],
    [{ mediatype: { audio: { a: null } } }, 'no deals found in audio.a'],
    [{ mediatype: { native: { a: { d: [] } } } }, 'no bid adjustment rules found in native.a.d'],
    [at('a', 100), 'the found rule [adjtype=multiplier, value=100, currency=null] in banner.a.* is invalid'],
    [at('a', 99.9), undefined],
    [at('a', 1, 'cpm'), 'the found rule [adjtype=cpm, value=1, currency=null] in banner.a.* is invalid'],
    [at('a', 2147483647, 'static', 'USD'), 'the found rule [adjtype=static, value=2147483647, currency=USD] in banner.a.* is invalid'],
    [at('a', 2147483646, 'static', 'USD'), undefined],
    [at('a', -1, 'cpm', 'USD'), 'the found rule [adjtype=cpm, value=-1, currency=USD] in banner.a.* is invalid'],
    [at('a', 1, 'other'), 'the found rule [adjtype=other, value=1, currency=null] in banner.a.* is invalid'],
  ])('%j are validated', (adjustments, error) => {
    expect(adjustmentsError(adjustments)).toBe(error);
  });

  test('of the request override those of the account', () => {
    expect(merged(at('a', 2), at('a', 3))).toMatchObject({ rules: at('a', 2), warnings: undefined });
    expect(merged(undefined, at('a', 3))).toMatchObject({ rules: at('a', 3), warnings: undefined });
    expect(merged(undefined)).toMatchObject({ rules: undefined, warnings: undefined });
  });

  test('of the account apply alone if those of the request are invalid', () => {
    expect(merged({ mediatype: { banner: {} } }, at('a', 3))).toMatchObject({ rules: at('a', 3), warnings: undefined });
    expect(merged(at('b', -1), at('a', 3))).toEqual({
      rules: at('a', 3),
      left: undefined,
      warnings: [
        'bid adjustment from request was invalid: the found rule [adjtype=multiplier, value=-1, currency=null] in banner.b.* is invalid',
      ],
    });
  });

  test('that are invalid are reported', () => {
    expect(merged(at('b', 1), { mediatype: { video: {}, '*': {} } })).toEqual({
      rules: undefined,
      left: undefined,
      warnings: [
        'bid adjustment from request was invalid: no bidders found in *',
        'bid adjustment from account was invalid: no bidders found in *',
      ],
    });
  });
});
