import { describe, expect, it } from 'vitest';
import { countedOnce, groupNonBids, listNonBids } from '#src/auction/seat-non-bids.ts';
import { validRequest } from '#test/helpers/auction.ts';
import { aBid, aSeat } from './adjust/arrange.ts';

describe('non-bids', () => {
  it('are grouped by seat, rejected bids described without zero values', () => {
    const [bid] = aSeat('a', [aBid({ price: 2, w: 300, h: 0, dealid: 'd', cat: ['IAB1'] })], 'EUR').bids;
    const grouped = groupNonBids([
      { seat: 'a', impId: 'i1', code: 301, bid },
      { seat: 'b', impId: 'i1', code: 101 },
      { seat: 'a', impId: 'i2', code: 0 },
    ]);
    expect(listNonBids(grouped)).toEqual([
      {
        seat: 'a',
        nonbid: [
          {
            impid: 'i1',
            statuscode: 301,
            ext: { srv: { bid: { price: 2, cat: ['IAB1'], dealid: 'd', w: 300, origbidcpm: 2, origbidcur: 'EUR' } } },
          },
          { impid: 'i2', statuscode: 0 },
        ],
      },
      { seat: 'b', nonbid: [{ impid: 'i1', statuscode: 101 }] },
    ]);
  });

  it('of free bids contain no price', () => {
    const [bid] = aSeat('a', [aBid({ price: 0, cat: [], adomain: [] })], '').bids;
    expect(groupNonBids([{ seat: 'a', impId: 'i1', code: 300, bid }]).get('a')).toEqual([
      { impid: 'i1', statuscode: 300, ext: { srv: { bid: {} } } },
    ]);
  });

  it('are counted once per imp and bidder in the Java variant, without imps that have bids', () => {
    const retained = aSeat('a', [aBid({ impid: 'i1' })], 'USD');
    const [bid] = aSeat('a', [aBid({ impid: 'i2' })], 'USD').bids;
    const nonBids = [
      { seat: 'a', impId: 'i1', code: 351, bid },
      { seat: 'a', impId: 'i2', code: 351, bid },
      { seat: 'a', impId: 'i2', code: 301, bid },
      { seat: 'b', impId: 'i1', code: 0 },
    ];
    const request = { ...validRequest(), imp: ['i1', 'i2'].map((id) => ({ id })) };
    const other = aSeat('b', [aBid({ impid: 'i2' })], 'USD').bids[0];
    const more = [
      { seat: 'b', impId: 'i2', code: 300, bid: other, isUncoded: true },
      { seat: 'b', impId: 'strange', code: 300 },
    ];
    expect(countedOnce({ nonBids: [...nonBids, ...more], seats: new Map([['a', retained]]), request, imps: new Map() })).toEqual([
      { seat: 'a', impId: 'i2', code: 351 },
      { seat: 'b', impId: 'i1', code: 0 },
    ]);
  });
});
