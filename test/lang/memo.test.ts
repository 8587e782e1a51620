import { expect, test } from 'vitest';
import { memo, memoByObject } from '#src/lang/memo.ts';

test('a result is made once per key', () => {
  const made: string[] = [];
  const upper = memo((key: string) => {
    made.push(key);
    return { text: key.toUpperCase() };
  });
  expect([upper('a'), upper('b'), upper('a')]).toEqual([{ text: 'A' }, { text: 'B' }, { text: 'A' }]);
  expect(upper('a')).toBe(upper('a'));
  expect(made).toEqual(['a', 'b']);
});

test('all results are forgotten when a key is beyond the limit', () => {
  const made: number[] = [];
  const double = memo((key: number) => {
    made.push(key);
    return key * 2;
  }, 2);
  expect([1, 2, 1, 3, 1, 3].map(double)).toEqual([2, 4, 2, 6, 2, 6]);
  expect(made).toEqual([1, 2, 3, 1]);
});

test('a result is made once per object, also if it is undefined', () => {
  const made: object[] = [];
  const idOf = memoByObject((object: { readonly id?: number }) => {
    made.push(object);
    return object.id;
  });
  const [one, none] = [{ id: 1 }, {}];
  expect([one, none, one, none, { id: 1 }].map(idOf)).toEqual([1, undefined, 1, undefined, 1]);
  expect(made).toEqual([one, none, { id: 1 }]);
});
