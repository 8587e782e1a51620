import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countedOnce } from '#src/auction/seat-non-bids.ts';
import { validRequest } from '#test/helpers/auction.ts';
import { aBid } from '#test/helpers/bids.ts';

const bidder = fc.constantFrom('a', 'b');
const imp = fc.constantFrom('i1', 'i2', 'i3');
const pairs = fc.array(fc.tuple(bidder, imp), { maxLength: 12 });
const keyOf = ([of, impId]: readonly [string, string]): string => `${of} ${impId}`;

describe('non-bids in the Java variant', () => {
  it('contain every imp of a bidder without a bid once, and no other', () => {
    fc.assert(
      fc.property(pairs, pairs, (lost, retained) => {
        const seats = new Map(
          [...Map.groupBy(retained, ([of]) => of)].map(([of, own]) => [
            of,
            { seat: of, currency: 'USD', bids: own.map(([, impid]) => aBid({ impid }, { seat: of, bidder: of })) },
          ]),
        );
        const nonBids = lost.map(([seat, impId], code) => ({ seat, impId, code }));
        const request = { ...validRequest(), imp: ['i1', 'i2', 'i3'].map((id) => ({ id })) };
        const reported = countedOnce({ imps: new Map(), nonBids, seats, request });
        const through = new Set(retained.map(keyOf));
        const wanted = new Set(lost.map(keyOf).filter((key) => !through.has(key)));
        expect(reported.map(({ seat, impId }) => keyOf([seat, impId]))).toEqual([...wanted]);
        for (const { seat, impId, code } of reported) {
          expect(code).toBe(nonBids.findIndex((nonBid) => nonBid.seat === seat && nonBid.impId === impId));
        }
      }),
    );
  });
});
