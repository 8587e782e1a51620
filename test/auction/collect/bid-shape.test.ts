import { describe, expect, it } from 'vitest';
import { bidShapeError, isSafe, ownBid } from '#src/auction/collect/bid-shape.ts';
import { aBid, aTypedBid } from '../adjust/arrange.ts';

const errorOf = (bid: object, more: object = {}) => bidShapeError({ ...aTypedBid(), bid: { ...aBid(), ...bid }, ...more });

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let i = 0; i < depth; i++) value = i % 2 ? [value] : { a: value };
  return value;
}

describe('untrusted bids', () => {
  it('pass if every field has its type or is absent', () => {
    expect(errorOf({})).toBeUndefined();
    expect(errorOf({ adm: null, cat: ['IAB1'], w: 300, ext: { any: { thing: [1, 'x', null] } } })).toBeUndefined();
    expect(
      errorOf({}, { type: '', seat: 's', meta: { a: 1 }, video: { duration: 15, primary_category: '' }, dealPriority: 5 }),
    ).toBeUndefined();
  });

  it.each([
    ['empty', null, 'Empty bid object submitted.'],
    ['no bid inside', { type: 'banner' }, 'Empty bid object submitted.'],
    ['no object inside', { bid: [] }, 'Empty bid object submitted.'],
  ])('are rejected if %s', (_name, typed, text) => {
    expect(bidShapeError(typed)).toBe(text);
  });

  it.each([
    [{ id: 5 }, `Bid "" has a malformed 'id'`],
    [{ price: '1' }, `Bid "b1" has a malformed 'price'`],
    [{ price: Number.NaN }, `Bid "b1" has a malformed 'price'`],
    [{ price: 1e13 }, `Bid "b1" has a 'price' out of range`],
    [{ adomain: 'a.test' }, `Bid "b1" has a malformed 'adomain'`],
    [{ cat: [1] }, `Bid "b1" has a malformed 'cat'`],
    [{ ext: [] }, `Bid "b1" has a malformed 'ext'`],
    [{ ext: JSON.parse('{"a": {"__proto__": {}}}') }, `Bid "b1" contains forbidden fields`],
    [{ ext: { constructor: 1 } }, `Bid "b1" contains forbidden fields`],
    [{ ext: { deep: nested(100) } }, `Bid "b1" contains forbidden fields`],
  ])('are rejected for %j', (bid, text) => {
    expect(errorOf(bid)).toBe(text);
  });

  it.each([
    [{ type: 'hologram' }, `Bid "b1" has an unknown media type`],
    [{ seat: 5 }, `Bid "b1" has a malformed seat`],
    [{ currency: 5 }, `Bid "b1" has a malformed currency`],
    [{ meta: [] }, `Bid "b1" has malformed meta data`],
    [{ video: { duration: 'long' } }, `Bid "b1" has malformed video data`],
    [{ video: 15 }, `Bid "b1" has malformed video data`],
    [{ dealPriority: 'high' }, `Bid "b1" has a malformed deal priority`],
  ])("are rejected for the adapter's data: %j", (more, text) => {
    expect(errorOf({}, more)).toBe(text);
  });
});

describe('untrusted JSON', () => {
  it('is safe unless it is nested too deeply or reaches prototypes', () => {
    expect([isSafe(1), isSafe(null), isSafe(nested(60)), isSafe(nested(65)), isSafe([{ prototype: 1 }])]).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('an own copy of a bid', () => {
  it('has no nulls, and its extension under srv', () => {
    const given = { ...aBid(), adm: null as never, ext: { prebid: { type: 'video', meta: { a: 1 } }, srv: { type: 'banner' }, other: 1 } };
    const own = ownBid(given);
    expect(own).toEqual({ ...aBid(), adm: undefined, ext: { srv: { type: 'banner', meta: { a: 1 } }, other: 1 } });
    expect(given.adm).toBeNull();
    expect(ownBid({ ...aBid(), ext: { prebid: { type: 'video' } } }).ext).toEqual({ srv: { type: 'video' } });
    expect(ownBid({ ...aBid(), ext: { prebid: 5, srv: { a: 1 } } }).ext).toEqual({ srv: { a: 1 } });
  });
});
