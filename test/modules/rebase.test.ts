/** Hooks of one group that change the same lists. */
import { expect, test } from 'vitest';
import { rebase } from '#src/modules/rebase.ts';

const bid = (id: string, type = 'video') => ({ seat: 'a', type, bid: { id, impid: 'i' } });

test.each([
  ['a changed entry after a removed one', [bid('1'), bid('2')], [bid('1'), bid('2', 'banner')], [bid('2')], [bid('2', 'banner')]],
  ['a removed entry after a changed one', [bid('1'), bid('2')], [bid('2')], [bid('1'), bid('2', 'banner')], [bid('2', 'banner')]],
  ['both remove one', [{ id: 'a' }, { id: 'b' }, { id: 'c' }], [{ id: 'b' }, { id: 'c' }], [{ id: 'a' }, { id: 'c' }], [{ id: 'c' }]],
  ['both change the same entry', [{ id: 'a', x: 1 }], [{ id: 'a' }], [{ id: 'a', x: 1, y: 2 }], [{ id: 'a', y: 2 }]],
  ['both add', ['a'], ['a', 'mine'], ['a', 'theirs'], ['a', 'theirs', 'mine']],
  ['both change entries without a name', [{ w: 1 }, { w: 2 }], [{ w: 3 }, { w: 2 }], [{ w: 1 }, { w: 4 }], [{ w: 3 }, { w: 4 }]],
  [
    'one of two entries of the same id is removed',
    [bid('1'), bid('1', 'x')],
    [bid('1', 'x')],
    [bid('1'), bid('1', 'x'), bid('2')],
    [bid('1', 'x'), bid('2')],
  ],
  [
    'one reorders',
    [{ id: 'a' }, { id: 'b' }],
    [{ id: 'b' }, { id: 'a' }],
    [{ id: 'a', x: 1 }, { id: 'b' }],
    [{ id: 'b' }, { id: 'a', x: 1 }],
  ],
  ['a removed field', { a: 1, b: 2 }, { b: 2 }, { a: 1, b: 3 }, { b: 3 }],
  ['a field the other removed', { a: { x: 1 }, b: 2 }, { a: { x: 1 }, b: 3 }, { b: 2 }, { b: 3 }],
])('%s', (_case, base, changed, current, expected) => {
  const before = structuredClone([base, changed, current]);
  expect(rebase(base, changed, current)).toEqual(expected);
  expect([base, changed, current]).toEqual(before);
});
