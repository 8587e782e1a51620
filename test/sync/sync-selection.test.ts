import { expect, test } from 'vitest';
import { createShuffle, orderCandidates } from '#src/sync/candidates.ts';
import { ALL } from '#src/sync/filters.ts';
import { effectiveCoop, priorityGroups, syncLimit, UNLIMITED } from '#src/sync/limits.ts';
import { chooseSyncs, type SyncRules } from '#src/sync/sync-selection.ts';
import { Syncer } from '#src/sync/syncers.ts';

const syncer = (code: string, key: string): [string, Syncer] => [
  code,
  new Syncer(code, key, { redirect: { url: 'https://x.test' } }, { externalUrl: 'http://us', redirectUrl: '' }),
];
const SYNCERS = new Map([syncer('a', 'ka'), syncer('b', 'kb'), syncer('d', 'shared'), syncer('e', 'shared')]);
const rules: SyncRules = {
  resolve: (name) => name.toLowerCase(),
  syncer: (code) => SYNCERS.get(code),
  isActive: (code) => code === 'plain',
  filter: { iframe: ALL, redirect: ALL },
  isInSync: () => false,
  allows: () => true,
  inGdprScope: false,
  gppSids: [],
};
const choose = (ordered: string[], limit: number, over: Partial<SyncRules> = {}): [string[], [string, string][]] => {
  const { chosen, evaluated } = chooseSyncs(ordered, limit, { ...rules, ...over });
  return [chosen.map(({ bidder }) => bidder), evaluated.map(({ bidder, status }): [string, string] => [bidder, status])];
};

test('the selection of syncs stops at the limit without evaluating more', () => {
  expect(choose(['nobody', 'plain', 'a', 'b'], 1)).toEqual([
    ['a'],
    [
      ['nobody', 'unknown-bidder'],
      ['plain', 'unconfigured-bidder'],
      ['a', 'ok'],
    ],
  ]);
  expect(choose(['a', 'b'], 0)[0]).toEqual(['a', 'b']);
  expect(choose(['a', 'b'], UNLIMITED)[0]).toEqual(['a', 'b']);
});

test('the selection of syncs skips a repeated name, and another spelling as a duplicate', () => {
  expect(choose(['A', 'A', 'a'], 0)).toEqual([
    ['A'],
    [
      ['A', 'ok'],
      ['a', 'duplicate'],
    ],
  ]);
});

test('the selection of syncs lets a rejected bidder block the next one of its key', () => {
  expect(choose(['d', 'e'], 0, { allows: (code) => code !== 'd' })).toEqual([
    [],
    [
      ['d', 'blocked-by-privacy'],
      ['e', 'duplicate'],
    ],
  ]);
});

test('the selection of syncs considers the named bidders, then the groups, then all', () => {
  const order = (coop: Parameters<typeof orderCandidates>[2], named: string[] | undefined = ['r1', 'r2']): string[] =>
    orderCandidates(named, ['a1', 'a2'], coop, (names) => names.toReversed());
  const groups = [
    ['p1', 'p2'],
    ['q1', 'q2'],
  ];
  expect(order({ enabled: true, priorityGroups: groups })).toEqual(['r2', 'r1', 'p2', 'p1', 'q2', 'q1', 'a2', 'a1']);
  expect(order({ enabled: true, priorityGroups: groups, priorityGroupsOnly: true })).toEqual(['r2', 'r1', 'p2', 'p1', 'q2', 'q1']);
  expect(order({ enabled: false, priorityGroups: groups })).toEqual(['r2', 'r1']);
  expect(orderCandidates([], ['a1', 'a2'], { enabled: false }, (names) => [...names])).toEqual(['a1', 'a2']);
});

test('the selection of syncs shuffles with the given random source', () => {
  const randoms = [0, 0.999, 0.5];
  const shuffle = createShuffle({ next: () => randoms.shift() ?? 0 });
  expect(shuffle(['a', 'b', 'c', 'd'])).toEqual(['d', 'b', 'c', 'a']);
});

test('the selection of syncs uses the smaller of requested limit and max, account before host', () => {
  const host = { default_limit: 8, max_limit: 9 };
  expect(syncLimit(undefined, {})).toBe(UNLIMITED);
  expect(syncLimit(0, { default_limit: 20 })).toBe(UNLIMITED);
  expect(syncLimit(30, { default_limit: 20, max_limit: 10 })).toBe(10);
  expect(syncLimit(undefined, {}, host)).toBe(8);
  expect(syncLimit(30, {}, host)).toBe(9);
  expect(syncLimit(30, { max_limit: 0 }, host)).toBe(30);
  expect([effectiveCoop(undefined, undefined, true), effectiveCoop(false, true, true), effectiveCoop(undefined, false, true)]).toEqual([
    true,
    false,
    false,
  ]);
  expect(priorityGroups({ priority_groups: [['a']] }, [['h']])).toEqual([['h']]);
});
