import { expect, test } from 'vitest';
import { ownTypes, possibleValues } from '#src/stores/postgres-values.ts';

const [INT2, INT4, INT8, NUMERIC, UUID, TEXT] = [21, 23, 20, 1700, 2950, 25];
const updated = new Date(0);
const none = new Map();

const impossible = (type: number | undefined, values: readonly string[]): readonly string[] =>
  values.filter((value) => possibleValues([value], type === undefined ? [] : [type], none) !== undefined);

test('values that a column of numbers cannot have are null', () => {
  const numbers = ['0', '-1', '32767', '32768', '2147483647', '2147483648', '9223372036854775807', '9223372036854775808', 'x', '', '1.5'];
  expect(impossible(INT2, numbers)).toEqual(numbers.slice(3));
  expect(impossible(INT4, numbers)).toEqual(numbers.slice(5));
  expect(impossible(INT8, numbers)).toEqual(numbers.slice(7));
  expect(impossible(NUMERIC, numbers)).toEqual(['x', '']);
});

test('values that a column of uuids cannot have are null', () => {
  const uuids = ['5f0c7cc6-37a4-4f71-9f59-0b1ff1f6f0b5', '5F0C7CC637A44F719F590B1FF1F6F0B5'];
  expect(impossible(UUID, [...uuids, 'abc', `${uuids[0]}0`])).toEqual(['abc', `${uuids[0]}0`]);
});

test('values that are no label of their enum are null', () => {
  const [colour, size] = [16384, 16385];
  const enums = new Map([[colour, new Set(['red', 'green'])]]);
  expect(possibleValues(['red', 'Red', 'x', 'x'], [colour, colour, colour, size], enums)).toEqual(['red', null, null, 'x']);
  expect(ownTypes([colour, TEXT, size, colour])).toEqual([colour, size]);
});

test('no column can have the NUL character, text may have any other', () => {
  expect(impossible(TEXT, ['', 'abc', '😀', 'a\0b'])).toEqual(['a\0b']);
  expect(impossible(undefined, ['', 'abc', 'a\0b'])).toEqual(['a\0b']);
});

test('values of other kinds and possible ones are unchanged', () => {
  expect(possibleValues(['1', 'x', null, updated], [INT4, INT4, INT4, 1184], none)).toEqual(['1', null, null, updated]);
  expect(possibleValues(['1', null, updated], [INT4, INT4, 1184], none)).toBeUndefined();
});
