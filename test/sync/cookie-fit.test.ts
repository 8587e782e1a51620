import { expect, test } from 'vitest';
import { fitToSize, isPriorityBidder, nextToEject, type Priorities, toPriorities } from '#src/sync/cookie-fit.ts';
import { type UidEntry, UidsCookie, uidEntry } from '#src/sync/uids.ts';
import { encodeUids } from '#src/sync/uids-encoding.ts';

const NOW = 1_700_000_000_000;
/** Ids of 30 characters; later list entries expire sooner. */
const entries = (...keys: string[]): Map<string, UidEntry> =>
  new Map(keys.map((key, i) => [key, uidEntry(key.padEnd(30, '.'), NOW + (100 - i) * 1000)]));
const groups = (...list: string[][]): Priorities => toPriorities(list, (bidder) => bidder);
const NONE = groups();
const keysOf = (cookie: UidsCookie | undefined): string[] => [...(cookie?.entries.keys() ?? [])].sort();

function fitted(keys: string[], maxSize: number, priorities = NONE, synced = false, cookies = 1): unknown {
  const made = fitToSize(new UidsCookie(entries(...keys)), { maxSize, cookies }, priorities, synced);
  return made.kind === 'fits' ? made.parts.map(keysOf) : made.kind;
}

test('making room in the cookie removes the earliest expiring ids until the rest fits', () => {
  expect(fitted(['a', 'b', 'c', 'd'], 0)).toEqual([['a', 'b', 'c', 'd']]);
  expect(fitted(['a', 'b', 'c', 'd'], -1)).toEqual([['a', 'b', 'c', 'd']]);
  expect(fitted(['a', 'b', 'c', 'd'], 500)).toEqual([['a', 'b', 'c']]);
  expect(fitted(['a', 'b', 'c', 'd'], 300)).toEqual([['a']]);
});

test('making room in the cookie measures the exact written size', () => {
  const cookie = new UidsCookie(entries('a', 'b', 'c'));
  const size = Buffer.byteLength(`uids=${encodeUids(cookie)}; Path=/; Expires=Tue, 03 Mar 2026 12:00:00 GMT`);
  const retained = (maxSize: number): string[] => {
    const made = fitToSize(cookie, { maxSize, cookies: 1 }, NONE, false);
    return made.kind === 'fits' ? keysOf(made.parts[0]) : [];
  };
  expect(retained(size)).toEqual(['a', 'b', 'c']);
  expect(retained(size - 1)).toEqual(['a', 'b']);
});

test('making room in the cookie reports that not even the only id fits', () => {
  expect(fitted(['a'], 100)).toBe('too-big');
  expect(fitted(['a', 'b'], 100)).toBe('too-big');
  expect(fitted([], 100)).toEqual([[]]);
});

test('making room in the cookie removes ids without priority first, then those of the lowest group', () => {
  const priorities = groups(['d'], ['c', 'b']);
  expect(fitted(['a', 'b', 'c', 'd'], 500, priorities, true)).toEqual([['b', 'c', 'd']]);
  expect(fitted(['a', 'b', 'c', 'd'], 400, priorities, true)).toEqual([['b', 'd']]);
  expect(fitted(['a', 'b', 'c', 'd'], 300, priorities, true)).toEqual([['d']]);
});

test('making room in the cookie keeps ids with priority for a bidder without', () => {
  expect(fitted(['a', 'b', 'c', 'd'], 400, groups(['a', 'b', 'c']))).toBe('not-priority');
  expect(fitted(['a', 'b', 'c', 'd'], 500, groups(['a', 'b']))).toEqual([['a', 'b', 'c']]);
  expect(nextToEject(entries('a', 'x'), groups(['a']), false)).toEqual({ kind: 'not-priority' });
});

test('making room in the cookie ends if no cookie id is in the lowest groups', () => {
  expect(fitted(['a', 'b', 'c', 'd'], 300, groups(['a', 'b', 'c', 'd'], ['x', 'y'], ['z', 'q']), true)).toEqual([['a']]);
});

test('making room in the cookie ranks a bidder named twice by its highest group, and by its sync key', () => {
  const priorities = toPriorities(
    [
      ['one', 'two'],
      ['one', 'unknown'],
    ],
    (bidder) => ({ one: 'k1', two: 'k2' })[bidder],
  );
  expect([...priorities.groupOf]).toEqual([
    ['k1', 0],
    ['k2', 0],
  ]);
});

test('making room in the cookie spreads ids over the allowed number of cookies, the newest in the first', () => {
  expect(fitted(['a', 'b', 'c', 'd', 'e'], 400, NONE, false, 2)).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
  expect(fitted(['a', 'b', 'c', 'd', 'e'], 400, NONE, false, 3)).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
  expect(fitted(['a', 'b', 'c', 'd', 'e'], 400, groups(['e']), true, 2)).toEqual([
    ['a', 'e'],
    ['b', 'c'],
  ]);
});

test('making room in the cookie matches bidders of a group in any case', () => {
  expect([isPriorityBidder('A', [['b'], ['a']]), isPriorityBidder('c', [['b']]), isPriorityBidder('c', [])]).toEqual([true, false, false]);
});
