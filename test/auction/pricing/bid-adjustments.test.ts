import { describe, expect, it } from 'vitest';
import { Diagnostics } from '#src/auction/diagnostics.ts';
import { areValidAdjustments, isValidAdjustment, mergeAdjustments, mergeBidAdjustments } from '#src/auction/pricing/bid-adjustments.ts';
import { accountSchema } from '#src/config/account.ts';
import type { BidAdjustments } from '#src/openrtb/ext.ts';

const rules = (bidder: string, value: number): BidAdjustments => ({
  mediatype: { banner: { [bidder]: { '*': [{ adjtype: 'multiplier', value }] } } },
});
const account = (bidadjustments?: BidAdjustments) => accountSchema.parse({ bidadjustments });
const request = (bidadjustments?: unknown) => ({ id: 'r', imp: [], ext: { srv: { bidadjustments: bidadjustments as never } } });

describe('adjustments', () => {
  it('are invalid altogether if one rule is', () => {
    expect([null, {}, { mediatype: null }, { mediatype: { unknown: 5 } }, rules('a', 0)].map(areValidAdjustments)).toEqual([
      true,
      true,
      true,
      true,
      true,
    ]);
    expect(
      [5, { mediatype: 5 }, { mediatype: { banner: 5 } }, { mediatype: { banner: { a: { d: null } } } }].map(areValidAdjustments),
    ).toEqual([false, false, false, false]);
    expect(
      [null, { adjtype: 'cpm', value: Number.POSITIVE_INFINITY, currency: 'USD' }, { adjtype: 'cpm', value: '1', currency: 'USD' }].map(
        isValidAdjustment,
      ),
    ).toEqual([false, false, false]);
  });

  it('merge by media type, bidder and deal, without reaching prototypes', () => {
    const merged = mergeAdjustments(JSON.parse('{"mediatype":{"banner":{"a":{"*":[1]},"__proto__":{"x":[2]}}}}'), rules('b', 2));
    expect(merged).toEqual({ mediatype: { banner: { b: { '*': [{ adjtype: 'multiplier', value: 2 }] }, a: { '*': [1] } } } });
    expect(({} as { x?: unknown }).x).toBeUndefined();
    expect(
      mergeAdjustments(
        JSON.parse('{"mediatype":{"banner":{"a":{"*":[1]}}}}'),
        JSON.parse('{"mediatype":{"banner":{"__proto__":{},"a":5}}}'),
      ),
    ).toEqual({
      mediatype: { banner: { a: { '*': [1] } } },
    });
    expect(mergeAdjustments(undefined, undefined)).toBeUndefined();
  });
});

describe('the rules of an auction', () => {
  it('are the request’s over the account’s', () => {
    const diagnostics = new Diagnostics();
    expect(mergeBidAdjustments(request(rules('a', 2)), account(rules('a', 3)), diagnostics)).toEqual(rules('a', 2));
    expect(mergeBidAdjustments(request(), account(rules('a', 3)), diagnostics)).toEqual(rules('a', 3));
    expect(mergeBidAdjustments({ id: 'r', imp: [] }, account(), diagnostics)).toBeUndefined();
    expect(diagnostics.warnings.size).toBe(0);
  });

  it('omit an invalid object of the request, which is removed with a warning', () => {
    const diagnostics = new Diagnostics();
    const bad = request(rules('a', 200));
    expect(mergeBidAdjustments(bad, account(rules('b', 3)), diagnostics)).toEqual(rules('b', 3));
    expect(bad.ext.srv).toEqual({});
    expect(diagnostics.warnings).toEqual(new Map([['general', [{ code: 10008, message: 'bid adjustment from request was invalid' }]]]));
  });

  it('are empty if the account’s are invalid, unless the request’s replace them', () => {
    const diagnostics = new Diagnostics();
    const stored = account(rules('a', -1));
    expect(mergeBidAdjustments(request(), stored, diagnostics)).toBeUndefined();
    expect(diagnostics.warnings).toEqual(new Map([['srv', [{ code: 10008, message: 'bid adjustment on account was invalid' }]]]));
    expect(mergeBidAdjustments(request(rules('a', 2)), stored, diagnostics)).toEqual(rules('a', 2));
  });
});
