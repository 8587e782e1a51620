import { describe, expect, it } from 'vitest';
import { adjustPrice, type PriceRules } from '#src/auction/adjust/price.ts';
import {
  applyRules,
  compileExactRules,
  compileRules,
  ensurePositive,
  inAnyCase,
  pickRules,
  ruleMediaType,
} from '#src/auction/pricing/adjustment-rules.ts';
import { factorMediaType, factorOf, readFactors } from '#src/auction/pricing/factors.ts';
import type { Exchange, Offer } from '#src/auction/pricing/price.ts';
import type { BidAdjustment, BidAdjustments } from '#src/openrtb/ext.ts';
import { converterOf } from '#test/helpers/conversions.ts';
import { dialects } from '#test/helpers/dialects.ts';

const cpm = (value: number, currency = 'USD'): BidAdjustment => ({ adjtype: 'cpm', value, currency });
const times = (value: number): BidAdjustment => ({ adjtype: 'multiplier', value });
const fixed = (value: number, currency = 'USD'): BidAdjustment => ({ adjtype: 'static', value, currency });
const convert = converterOf({ EUR: { USD: 2 } });
/** A price or an error. */
type Priced = ReturnType<typeof applyRules>;
const amountOf = (priced: Priced): number | string => ('error' in priced ? priced.error : priced.price);

describe('factors', () => {
  const factors = readFactors({ Alpha: 0.5, odd: -1, text: 'x', mediatypes: { banner: { alpha: 0.9, seat: 0.8 }, video: 5 } });

  it('are found by media type and seat, seat, media type and bidder, bidder', () => {
    expect(factorOf(factors, 'banner', 'SEAT', 'alpha')).toBe(0.8);
    expect(factorOf(factors, 'native', 'seat', 'alpha')).toBe(0.5);
    expect(factorOf(factors, 'banner', 'other', 'ALPHA')).toBe(0.9);
    expect([factorOf(factors, 'banner', 'odd', 'text'), factorOf(readFactors(undefined), 'banner', 'a', 'a')]).toEqual([1, 1]);
  });

  it('distinguish outstream video from instream', () => {
    expect(factorMediaType('banner', undefined)).toBe('banner');
    expect(factorMediaType('video', { id: 'i', video: { placement: 1 } })).toBe('video');
    expect(factorMediaType('video', { id: 'i', video: { plcmt: 1 } })).toBe('video');
    expect(factorMediaType('video', { id: 'i', video: { placement: 3 } })).toBe('video-outstream');
    expect(factorMediaType('video', undefined)).toBe('video-outstream');
  });
});

describe('rules', () => {
  const mediatype: BidAdjustments['mediatype'] = {
    banner: { alpha: { d1: [times(1)], '*': [times(2)] }, '*': { d1: [times(3)], '*': [times(5)] } },
    '*': { alpha: { d1: [times(4)], '*': [times(6)] }, '*': { d1: [times(7)], '*': [times(8)] } },
  };

  it('are selected by priority, with a deal and without', () => {
    const without = (...keys: string[]): BidAdjustments => {
      const copy = structuredClone({ mediatype });
      for (const key of keys) {
        const [type = '', bidder = '', deal = ''] = key.split('|');
        delete copy.mediatype?.[type]?.[bidder]?.[deal];
      }
      return copy;
    };
    const order = ['banner|alpha|d1', 'banner|alpha|*', 'banner|*|d1', '*|alpha|d1', 'banner|*|*', '*|alpha|*', '*|*|d1', '*|*|*'];
    const withDeal = order.map((_, n) => pickRules(compileRules(without(...order.slice(0, n))), 'banner', ['alpha'], 'd1')?.[0]?.value);
    expect(withDeal).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    const plain = order.filter((key) => key.endsWith('|*'));
    const withoutDeal = plain.map(
      (_, n) => pickRules(compileRules(without(...plain.slice(0, n))), 'banner', ['alpha'], undefined)?.[0]?.value,
    );
    expect(withoutDeal).toEqual([2, 5, 6, 8]);
    expect(pickRules(new Map(), 'banner', ['alpha'], 'd1')).toBeUndefined();
  });

  it('are found by the seat before the bidder, in any case, compiled once', () => {
    const adjustments = { mediatype: { banner: { Alpha: { '*': [times(2)] }, seat: { '*': [times(3)] } } } };
    expect(pickRules(compileRules(adjustments), 'banner', ['seat', 'alpha'], undefined)).toEqual([times(3)]);
    expect(pickRules(compileRules(adjustments), 'banner', inAnyCase(['x', 'ALPHA']), undefined)).toEqual([times(2)]);
    expect(compileRules(adjustments)).toBe(compileRules(adjustments));
    expect(compileExactRules(adjustments)).toBe(compileExactRules(adjustments));
    expect(compileRules({}).size).toBe(0);
    expect(compileRules({ mediatype: { banner: { a: null as never, b: { '*': null as never } }, video: null as never } }).size).toBe(0);
  });

  it('distinguish deals whose names contain the key separator', () => {
    const rules = compileRules({ mediatype: { banner: { Alpha: { 'd|1': [times(2)] } } } });
    expect(pickRules(rules, 'banner', ['alpha'], 'd')).toBeUndefined();
    expect(pickRules(rules, 'banner', ['alpha'], 'd|1')).toEqual([times(2)]);
  });

  it('are applied in order; the Go variant rounds once, the Java variant at every step', () => {
    const start = { price: 10, currency: 'USD' };
    expect(applyRules([times(2), cpm(1.25, 'EUR')], start, convert, dialects.go.prices.rules)).toEqual({ price: 17.5, currency: 'USD' });
    expect(applyRules([fixed(4, 'EUR')], start, convert, dialects.go.prices.rules)).toEqual({ price: 4, currency: 'EUR' });
    expect(amountOf(applyRules([times(0.12345)], { price: 1.1, currency: 'USD' }, convert, dialects.go.prices.rules))).toBe(0.1358);
    expect(amountOf(applyRules([times(0.00005), times(10)], { price: 1, currency: 'USD' }, convert, dialects.go.prices.rules))).toBe(
      0.0005,
    );
    expect(amountOf(applyRules([times(0.00005), times(10)], { price: 1, currency: 'USD' }, convert, dialects.java.prices.rules))).toBe(0);
    expect(amountOf(applyRules([cpm(0.12346)], start, convert, dialects.java.prices.rules))).toBe(9.8765);
    expect(applyRules(undefined, start, convert, dialects.go.prices.rules)).toBe(start);
    expect(amountOf(applyRules([{ adjtype: 'multiplier' } as BidAdjustment], start, convert, dialects.go.prices.rules))).toBe(0);
  });

  it('round doubles (Go variant), or the decimal result without its binary errors (Java variant)', () => {
    const priced = (variant: 'go' | 'java', price: number, list: BidAdjustment[]): number | string =>
      amountOf(applyRules(list, { price, currency: 'USD' }, convert, dialects[variant].prices.rules));
    expect(priced('go', 7.6095, [cpm(0.333), times(0.5)])).toBe(3.6382); // 3.63825 as a decimal
    expect(priced('java', 1.10035, [cpm(0.3)])).toBe(0.8004); // 0.80035, a tie
  });

  it('without a rate keep the price (Go variant) or reject the bid (Java variant)', () => {
    const start = { price: 10, currency: 'USD' };
    expect(applyRules([times(2), cpm(1, 'JPY')], start, convert, dialects.go.prices.rules)).toBe(start);
    const rejected = (rule: BidAdjustment): Priced => applyRules([rule], start, convert, dialects.java.prices.rules);
    expect(rejected(cpm(1, 'JPY'))).toEqual({ error: "Currency conversion rate not found: 'JPY' => 'USD'" });
    expect(rejected({ adjtype: 'cpm', value: 1 })).toEqual({ error: 'currency: tag is not well-formed' });
  });

  it('never leave a negative price', () => {
    expect([ensurePositive(-1, 'd'), ensurePositive(0, undefined), ensurePositive(-1, ''), ensurePositive(2, undefined)]).toEqual([
      0, 0.1, 0.1, 2,
    ]);
  });

  it('distinguish instream from outstream as the variant does', () => {
    const imp = (video: object) => ({ id: 'i', video });
    expect(ruleMediaType('audio', undefined, dialects.go.prices)).toBe('audio');
    expect([ruleMediaType('video', imp({ plcmt: 2 }), dialects.go.prices), ruleMediaType('video', undefined, dialects.go.prices)]).toEqual([
      'video-outstream',
      'video-instream',
    ]);
    expect([
      ruleMediaType('video', imp({ placement: 1 }), dialects.java.prices),
      ruleMediaType('video', imp({}), dialects.java.prices),
    ]).toEqual(['video-instream', 'video-outstream']);
  });
});

describe('a price', () => {
  const exchange: Exchange = { from: 'EUR', to: 'USD', convert: (amount) => amount * 2 };
  const offer: Offer = { price: 5, exchange, deal: undefined, type: 'banner', seat: 'a', bidder: 'a', imp: undefined };
  const rulesOf = (variant: 'go' | 'java', list?: BidAdjustment[], factor?: number): PriceRules => ({
    factors: readFactors(factor ? { a: factor } : undefined),
    rules: list && new Map([['*|*|*', list]]),
    convert,
    prices: dialects[variant].prices,
  });

  it('is original times factor times rate, then the rules in the auction’s currency (Go variant)', () => {
    expect(adjustPrice(offer, rulesOf('go', undefined, 0.9))).toEqual({ price: 9, currency: 'USD' });
    expect(adjustPrice(offer, rulesOf('go', [cpm(1)]))).toEqual({ price: 9, currency: 'USD' });
    expect(adjustPrice(offer, rulesOf('go', [fixed(3, 'EUR')]))).toEqual({ price: 3, currency: 'EUR' });
    expect(adjustPrice(offer, rulesOf('go', [cpm(20)]))).toEqual({ price: 0.1, currency: 'USD' });
  });

  it('is original times factor, the rules in the bidder’s currency, then the rate (Java variant)', () => {
    expect(adjustPrice({ ...offer, price: 0.1 }, rulesOf('java', undefined, 3))).toEqual({ price: 0.6, currency: 'USD' });
    expect(adjustPrice(offer, rulesOf('java', [cpm(1, 'EUR')]))).toEqual({ price: 8, currency: 'USD' });
    expect(adjustPrice(offer, rulesOf('java', [fixed(3, 'USD')]))).toEqual({ price: 3, currency: 'USD' });
    expect(adjustPrice({ ...offer, deal: 'd' }, rulesOf('java', [cpm(20, 'EUR')]))).toEqual({ price: 0, currency: 'USD' });
  });

  it('follows rules of the called bidder, and in the Java variant also those of its seat', () => {
    const rules = compileRules({ mediatype: { banner: { a: { '*': [times(2)] }, other: { '*': [times(3)] } } } });
    const made = (variant: 'go' | 'java') =>
      amountOf(
        adjustPrice(
          { ...offer, exchange: { ...exchange, from: 'USD', convert: (amount) => amount }, seat: 'other' },
          { factors: readFactors(undefined), rules, convert, prices: dialects[variant].prices },
        ),
      );
    expect([made('go'), made('java')]).toEqual([10, 15]);
  });

  it('follows rules of a bidder in another case only in the Java variant', () => {
    const rate = { ...exchange, from: 'USD', convert: (amount: number) => amount };
    const made = (variant: 'go' | 'java', rule: string, bidder: string) => {
      const { prices } = dialects[variant];
      const rules = prices.compileRules({ mediatype: { banner: { [rule]: { '*': [times(2)] } } } });
      const offered = { ...offer, exchange: rate, seat: bidder, bidder };
      return amountOf(adjustPrice(offered, { factors: readFactors(undefined), rules, convert, prices }));
    };
    expect([made('go', 'Alpha', 'alpha'), made('go', 'alpha', 'Alpha'), made('go', 'Alpha', 'Alpha')]).toEqual([5, 5, 10]);
    expect([made('java', 'Alpha', 'alpha'), made('java', 'alpha', 'Alpha')]).toEqual([10, 10]);
  });

  it('out of range is rejected', () => {
    expect(adjustPrice({ ...offer, price: 1e12 }, rulesOf('go', undefined, 5))).toEqual({ error: 'The adjusted price is out of range' });
  });
});
