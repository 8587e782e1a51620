import { describe, expect, test } from 'vitest';
import {
  dividedFloor,
  floorFactor,
  namesBidder,
  noSignalBidders,
  undoneFloor,
  withSignalledFloor,
} from '#src/auction/floors/for-bidder.ts';
import { compileRules } from '#src/auction/pricing/adjustment-rules.ts';
import { type Converter, unchanged } from '#src/auction/pricing/converter.ts';
import { readFactors } from '#src/auction/pricing/factors.ts';
import type { BidAdjustment } from '#src/openrtb/ext.ts';
import type { Imp } from '#src/openrtb/ortb.ts';
import { converterAt, noRates } from '#test/helpers/conversions.ts';
import { dialects } from '#test/helpers/dialects.ts';

const imp: Imp = { id: '1', banner: {}, video: { plcmt: 1 }, bidfloor: 1 };

describe('floorFactor', () => {
  test("is the smallest of the bidder's own and its media types'", () => {
    const factors = readFactors({ Alpha: 0.9, mediatypes: { banner: { alpha: 0.8 }, video: { alpha: 0.95 }, native: { alpha: 0.1 } } });
    expect(floorFactor(factors, 'ALPHA', imp)).toBe(0.8);
    expect(floorFactor(factors, 'beta', imp)).toBe(1);
    expect(floorFactor(readFactors({ alpha: 0.5 }), 'alpha', imp)).toBe(0.5);
  });
});

test('floors are divided exactly in the Go variant, to four decimals in the Java variant', () => {
  expect(dividedFloor(100, 0.75, dialects.go.prices)).toBe(100 / 0.75);
  expect(dividedFloor(100, 0.75, dialects.java.prices)).toBe(133.3333);
  expect(dividedFloor(0.1, 1, dialects.java.prices)).toBe(0.1);
});

describe('undoneFloor', () => {
  const { prices } = dialects.java;
  const undo = (list: BidAdjustment[], convert = converterAt(2)): number => {
    const rules = compileRules({ mediatype: { '*': { alpha: { '*': list } } } });
    return undoneFloor(1, imp, { rules, names: ['alpha'], convert, prices });
  };

  test('inverts rules, the last one first', () => {
    expect(
      undo([
        { adjtype: 'multiplier', value: 0.5 },
        { adjtype: 'cpm', value: 0.25, currency: 'EUR' },
      ]),
    ).toBe(3);
    expect(undo([{ adjtype: 'multiplier', value: 0 }])).toBe(1);
  });

  test('keeps the floor if a rule cannot be inverted', () => {
    expect(
      undo([
        { adjtype: 'multiplier', value: 0.5 },
        { adjtype: 'static', value: 3, currency: 'USD' },
      ]),
    ).toBe(1);
    expect(undo([{ adjtype: 'cpm', value: 1, currency: 'XXX' }], noRates)).toBe(1);
  });

  test.each([undefined, '', 'EUR'])('is in the currency of the floor, or in dollars without one: %s', (bidfloorcur) => {
    const seen: string[] = [];
    const convert: Converter = (from, to) => {
      seen.push(`${from} ${to}`);
      return unchanged();
    };
    const rules = compileRules({ mediatype: { '*': { a: { '*': [{ adjtype: 'cpm', value: 1, currency: 'EUR' }] } } } });
    undoneFloor(1, { id: '1', banner: {}, bidfloorcur }, { rules, names: ['a'], convert, prices });
    expect(seen).toEqual([`EUR ${bidfloorcur || 'USD'}`]);
  });

  test('uses the media type with the lowest floor', () => {
    const rules = compileRules({ mediatype: { banner: { a: { '*': [{ adjtype: 'multiplier', value: 0.5 }] } } } });
    const own = { rules, names: ['a'], convert: unchanged, prices };
    expect(undoneFloor(1, imp, own)).toBe(1);
    expect(undoneFloor(1, { id: '1', banner: {} }, own)).toBe(2);
    expect(undoneFloor(1, { id: '1' }, own)).toBe(1);
  });
});

test('bidders without floors are those of the first list present', () => {
  const data = { modelGroups: [{ noFloorSignalBidders: ['a', 5] }], nofloorsignalbidders: ['b'] };
  expect(noSignalBidders({ data, enforcement: { noFloorSignalBidders: ['c'] } })).toEqual(['a']);
  expect(noSignalBidders({ data: { noFloorSignalBidders: ['b'] } })).toEqual(['b']);
  expect(noSignalBidders({ enforcement: { noFloorSignalBidders: ['c'] } })).toEqual(['c']);
  expect(noSignalBidders(undefined)).toEqual([]);
  expect([namesBidder(['A'], 'a'), namesBidder(['*'], 'a'), namesBidder(['b'], 'a')]).toEqual([true, true, false]);
});

test('the signalled floor in the extension is changed or removed', () => {
  const ext = { srv: { floors: { floorValue: 2, floorRule: 'r' } }, tid: 't' };
  expect(withSignalledFloor(ext, 4)).toEqual({ srv: { floors: { floorValue: 4, floorRule: 'r' } }, tid: 't' });
  expect(withSignalledFloor({ srv: { floors: { floorvalue: 2 } } }, 4)).toEqual({ srv: { floors: { floorvalue: 4 } } });
  expect(withSignalledFloor(ext, undefined)).toEqual({ srv: { floors: { floorRule: 'r' } }, tid: 't' });
  const plain = { tid: 't' };
  expect(withSignalledFloor(plain, 4)).toBe(plain);
});
