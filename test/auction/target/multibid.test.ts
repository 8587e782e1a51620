import { describe, expect, it } from 'vitest';
import { assignCodes, limitSeat, limitsBySeat, reportsCode, targetedBids } from '#src/auction/target/multibid.ts';
import { compareBids, rankBids } from '#src/auction/target/winners.ts';
import { aBid } from '#test/helpers/bids.ts';

const limits = limitsBySeat([
  { bidder: 'Alpha', maxbids: 3, targetbiddercodeprefix: 'al' },
  { bidders: ['beta', 'gamma'], maxbids: 2 },
  { bidder: 'alpha', maxbids: 9 },
  {},
]);
const seat = (...prices: number[]) => ({ seat: 'alpha', bids: prices.map((price, i) => aBid({ id: `b${i + 1}`, price })) });
const ids = (bids: readonly { bid: { id: string } }[] = []) => bids.map(({ bid }) => bid.id);

describe('several bids of a seat', () => {
  it('are limited by the first entry that names the seat, in any case', () => {
    expect([...limits]).toEqual([
      ['alpha', { maxBids: 3, prefix: 'al' }],
      ['beta', { maxBids: 2, prefix: undefined }],
      ['gamma', { maxBids: 2, prefix: undefined }],
    ]);
    expect(['ALPHA', 'beta', 'delta'].map((code) => targetedBids(limits, code))).toEqual([3, 1, 1]);
  });

  it('all remain, best first for targeting, if none are removed', () => {
    const own = seat(1, 3, 2);
    const byImp = limitSeat(own, { accountLimit: 0, removeExtra: false }, limits, false);
    expect([ids(byImp.get('imp-1')), ids(own.bids)]).toEqual([
      ['b2', 'b3', 'b1'],
      ['b1', 'b2', 'b3'],
    ]);
  });

  it('are removed beyond the limit of the account, or of the entry if extra ones are removed', () => {
    const own = seat(1, 3, 2, 4);
    expect(ids(limitSeat(own, { accountLimit: 2, removeExtra: false }, limits, false).get('imp-1'))).toEqual(['b4', 'b2']);
    expect(ids(own.bids)).toEqual(['b2', 'b4']);
    const other = { ...seat(1, 3), seat: 'delta' };
    limitSeat(other, { accountLimit: 0, removeExtra: true }, limits, false);
    expect(ids(other.bids)).toEqual(['b2']);
  });

  it('are counted by bidder if extra ones are removed: several bidders may bid for one seat', () => {
    const own = seat(4, 3, 2, 1);
    const shared = { seat: 'delta', bids: own.bids.map((bid, i) => ({ ...bid, bidder: i % 2 === 0 ? 'alpha' : 'beta' })) };
    limitSeat(shared, { accountLimit: 0, removeExtra: true }, limits, false);
    expect(ids(shared.bids)).toEqual(['b1', 'b2']);
    limitSeat(shared, { accountLimit: 1, removeExtra: true }, limits, false);
    expect(ids(shared.bids)).toEqual(['b1']);
  });

  it('are distinguished by the prefix and a number from 2 on', () => {
    const { bids } = seat(4, 3, 2, 1);
    assignCodes(bids, 'alpha', limits, true);
    expect(bids.map(({ targetCode, targetBidderCode }) => [targetCode, targetBidderCode])).toEqual([
      ['alpha', 'alpha'],
      ['al2', 'al2'],
      ['al3', 'al3'],
      [undefined, undefined],
    ]);
    const { bids: plain } = seat(2, 1);
    assignCodes(plain, 'beta', limits, false);
    expect(plain.map(({ targetCode, targetBidderCode }) => [targetCode, targetBidderCode])).toEqual([
      ['beta', undefined],
      [undefined, undefined],
    ]);
  });

  it('include the code if there may be, or (extra ones removed) are several', () => {
    expect([reportsCode(limits, 'beta', false, 1), reportsCode(limits, 'delta', false, 5)]).toEqual([true, false]);
    expect([reportsCode(limits, 'beta', true, 1), reportsCode(limits, 'delta', true, 2)]).toEqual([false, true]);
  });
});

describe('the order of bids', () => {
  it('puts deals first only if they are preferred, then the higher price', () => {
    const [deal, high] = [aBid({ price: 1, dealid: 'd' }).bid, aBid({ price: 2 }).bid];
    expect([compareBids(deal, high, true), compareBids(high, deal, true), compareBids(deal, high, false)]).toEqual([-1, 1, 1]);
    expect(compareBids({ ...deal, price: 3 }, deal, true)).toBeLessThan(0);
  });

  it('numbers all bids of an imp over all seats', () => {
    const seats = [seat(1, 3), { seat: 'beta', bids: [aBid({ id: 'c1', price: 2 }), aBid({ id: 'c2', impid: 'imp-2', price: 0.1 })] }];
    rankBids(seats, false);
    expect(seats.flatMap(({ bids }) => bids.map(({ bid, rank }) => [bid.id, rank]))).toEqual([
      ['b1', 3],
      ['b2', 1],
      ['c1', 2],
      ['c2', 1],
    ]);
  });
});
