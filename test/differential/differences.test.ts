import { describe, expect, test } from 'vitest';
import { bucketOf } from './buckets.ts';
import { differences } from './differences.ts';
import { normalised } from './normalise.ts';
import { bidsFor } from './recorder-bids.ts';
import { shrink } from './shrink.ts';

describe('the differences of two values', () => {
  test('are listed by path and kind, without nulls', () => {
    const ours = { a: 1, b: [1, 2], c: { d: 'x' }, e: null, f: true };
    const theirs = { a: '1', b: [1], c: { d: 'y', g: 2 } };
    expect(differences(ours, theirs)).toEqual([
      { path: ['a'], kind: 'type', ours: 1, theirs: '1' },
      { path: ['b'], kind: 'length', ours: [1, 2], theirs: [1] },
      { path: ['c', 'd'], kind: 'value', ours: 'x', theirs: 'y' },
      { path: ['c', 'g'], kind: 'only theirs', theirs: 2 },
      { path: ['f'], kind: 'only ours', ours: true },
    ]);
  });

  test('have one bucket for all bidders, indices and numbers in messages', () => {
    const difference = { path: ['errors', 'ix', '3', 'message'], kind: 'value', ours: 'imp 3 of "a"', theirs: 'none' } as const;
    expect(bucketOf(difference, ['ix'])).toBe('errors.*.[].message (value): imp # of "…" | none');
    expect(bucketOf({ path: ['targeting', 'hb_pb_ix'], kind: 'only ours' }, ['ix'])).toBe('targeting.hb_pb_* (only ours)');
  });
});

test('Normalised values hide times, ids, the order of seats and the name of the extension key', () => {
  const id = '6f1d0b52-6f8f-4d0c-9c2c-0d7a2a9c9a11';
  const response = { seatbid: [{ seat: 'b' }, { seat: 'a', id }], ext: { prebid: { auctiontimestamp: 5 }, responsetimemillis: { a: 12 } } };
  expect(normalised(response)).toEqual({
    seatbid: [{ seat: 'a', id: '(uuid)' }, { seat: 'b' }],
    ext: { srv: { auctiontimestamp: 0 }, responsetimemillis: { a: 0 } },
  });
});

test('The recorder bids the same on the same request, once or more on each imp', () => {
  const request = {
    id: 'request',
    imp: [
      { id: 'a', banner: { format: [{ w: 1, h: 2 }] } },
      { id: 'b', video: {} },
    ],
  };
  const bids = bidsFor('bidder', request) as { seatbid: [{ bid: { impid: string }[] }] };
  expect(bidsFor('bidder', structuredClone(request))).toEqual(bids);
  expect(new Set(bids.seatbid[0].bid.map(({ impid }) => impid))).toEqual(new Set(['a', 'b']));
  expect(bidsFor('bidder', { no: 'imps' })).toBeUndefined();
});

test('A request is shrunk to the fields that show the difference', async () => {
  const request = { id: 'a', imp: [{ id: '1', banner: { w: 1 } }, { id: '2' }], site: { page: 'p', ref: 'r' } };
  const shows = async (smaller: unknown): Promise<boolean> => JSON.stringify(smaller).includes('"ref":"r"');
  expect(await shrink(request, shows)).toEqual({ site: { ref: 'r' } });
});
