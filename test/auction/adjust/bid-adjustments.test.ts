import { describe, expect, it } from 'vitest';
import { areValidAdjustments, isValidAdjustment, mergeAdjustments, mergeBidAdjustments } from '#src/auction/adjust/bid-adjustments.ts';
import { Findings } from '#src/auction/findings.ts';
import { accountSchema } from '#src/config/account.ts';
import type { BidAdjustments } from '#src/wire/ext.ts';

const rules = (bidder: string, value: number): BidAdjustments => ({
  mediatype: { banner: { [bidder]: { '*': [{ adjtype: 'multiplier', value }] } } },
});
const account = (bidadjustments?: BidAdjustments) => accountSchema.parse({ bidadjustments });
const request = (bidadjustments?: unknown) => ({ id: 'r', imp: [], ext: { srv: { bidadjustments: bidadjustments as never } } });

describe('adjustments', () => {
  it('are valid as a whole or not at all', () => {
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

  it('merge by media type, bidder and deal, without reaching for prototypes', () => {
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
    const findings = new Findings();
    expect(mergeBidAdjustments(request(rules('a', 2)), account(rules('a', 3)), findings)).toEqual(rules('a', 2));
    expect(mergeBidAdjustments(request(), account(rules('a', 3)), findings)).toEqual(rules('a', 3));
    expect(mergeBidAdjustments({ id: 'r', imp: [] }, account(), findings)).toBeUndefined();
    expect(findings.warnings.size).toBe(0);
  });

  it('do without a bad object of the request, which is taken out with a warning', () => {
    const findings = new Findings();
    const bad = request(rules('a', 200));
    expect(mergeBidAdjustments(bad, account(rules('b', 3)), findings)).toEqual(rules('b', 3));
    expect(bad.ext.srv).toEqual({});
    expect(findings.warnings).toEqual(new Map([['general', [{ code: 10008, message: 'bid adjustment from request was invalid' }]]]));
  });

  it('are none where the account’s are bad, unless the request’s stand in their place', () => {
    const findings = new Findings();
    const stored = account(rules('a', -1));
    expect(mergeBidAdjustments(request(), stored, findings)).toBeUndefined();
    expect(findings.warnings).toEqual(new Map([['srv', [{ code: 10008, message: 'bid adjustment on account was invalid' }]]]));
    expect(mergeBidAdjustments(request(rules('a', 2)), stored, findings)).toEqual(rules('a', 2));
  });
});
