import { describe, expect, it } from 'vitest';
import { isSafe, ownBid, unsoundness } from '#src/auction/collect/sound.ts';
import { aBid, aTypedBid } from '../adjust/arrange.ts';

const faultOf = (bid: object, more: object = {}) => unsoundness({ ...aTypedBid(), bid: { ...aBid(), ...bid }, ...more });

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let i = 0; i < depth; i++) value = i % 2 ? [value] : { a: value };
  return value;
}

describe('bids from outside', () => {
  it('pass when every member has its type or is not there', () => {
    expect(faultOf({})).toBeUndefined();
    expect(faultOf({ adm: null, cat: ['IAB1'], w: 300, ext: { any: { thing: [1, 'x', null] } } })).toBeUndefined();
    expect(
      faultOf({}, { type: '', seat: 's', meta: { a: 1 }, video: { duration: 15, primary_category: '' }, dealPriority: 5 }),
    ).toBeUndefined();
  });

  it.each([
    ['empty', null, 'Empty bid object submitted.'],
    ['no bid inside', { type: 'banner' }, 'Empty bid object submitted.'],
    ['no object inside', { bid: [] }, 'Empty bid object submitted.'],
  ])('are turned away when %s', (_name, typed, text) => {
    expect(unsoundness(typed)).toBe(text);
  });

  it.each([
    [{ id: 5 }, `Bid "" has a malformed 'id'`],
    [{ price: '1' }, `Bid "b1" has a malformed 'price'`],
    [{ price: Number.NaN }, `Bid "b1" has a malformed 'price'`],
    [{ price: 1e13 }, `Bid "b1" has a 'price' beyond all bounds`],
    [{ adomain: 'a.test' }, `Bid "b1" has a malformed 'adomain'`],
    [{ cat: [1] }, `Bid "b1" has a malformed 'cat'`],
    [{ ext: [] }, `Bid "b1" has a malformed 'ext'`],
    [{ ext: JSON.parse('{"a": {"__proto__": {}}}') }, `Bid "b1" holds members that are not allowed`],
    [{ ext: { constructor: 1 } }, `Bid "b1" holds members that are not allowed`],
    [{ ext: { deep: nested(100) } }, `Bid "b1" holds members that are not allowed`],
  ])('are turned away for %j', (bid, text) => {
    expect(faultOf(bid)).toBe(text);
  });

  it.each([
    [{ type: 'hologram' }, `Bid "b1" has an unknown media type`],
    [{ seat: 5 }, `Bid "b1" has a malformed seat`],
    [{ meta: [] }, `Bid "b1" has malformed meta data`],
    [{ video: { duration: 'long' } }, `Bid "b1" has malformed video data`],
    [{ dealPriority: 'high' }, `Bid "b1" has a malformed deal priority`],
  ])('are turned away for what the adapter says: %j', (more, text) => {
    expect(faultOf({}, more)).toBe(text);
  });
});

describe('JSON from outside', () => {
  it('is safe unless it is bottomless or reaches for prototypes', () => {
    expect([isSafe(1), isSafe(null), isSafe(nested(60)), isSafe(nested(65)), isSafe([{ prototype: 1 }])]).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('an own bid', () => {
  it('is a copy without nulls, its extension under our inner word', () => {
    const given = { ...aBid(), adm: null as never, ext: { prebid: { type: 'video', meta: { a: 1 } }, srv: { type: 'banner' }, other: 1 } };
    const own = ownBid(given);
    expect(own).toEqual({ ...aBid(), adm: undefined, ext: { srv: { type: 'banner', meta: { a: 1 } }, other: 1 } });
    expect(given.adm).toBeNull();
    expect(ownBid({ ...aBid(), ext: { prebid: { type: 'video' } } }).ext).toEqual({ srv: { type: 'video' } });
    expect(ownBid({ ...aBid(), ext: { prebid: 5, srv: { a: 1 } } }).ext).toEqual({ srv: { a: 1 } });
  });
});
