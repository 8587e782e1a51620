import { setFlagsFromString } from 'node:v8';
import { expect, test } from 'vitest';
import { fastObjectOf, withShape } from '#src/lang/fast-object.ts';

setFlagsFromString('--allow-natives-syntax');
const isFast = new Function('object', 'return %HasFastProperties(object)') as (object: object) => boolean;
setFlagsFromString('--no-allow-natives-syntax');

const NAMES = Array.from({ length: 40 }, (_, i) => `bidder${(i * 7) % 40}`);

function added(names: readonly string[]): { [name: string]: number } {
  const fields: { [name: string]: number } = {};
  for (const name of names) fields[name] = 1;
  return fields;
}

test('fields added one by one make a hash table from the 20th on', () => {
  expect([19, 20].map((count) => isFast(added(NAMES.slice(0, count))))).toEqual([true, false]);
});

test('an object of many fields has a shape, its names in order, and the last value of each', () => {
  const object = fastObjectOf([...NAMES.map((name, i): [string, number] => [name, i]), [NAMES[3] ?? '', 99]]);
  expect(isFast(object)).toBe(true);
  expect(Object.keys(object)).toEqual(NAMES.toSorted());
  expect([object[NAMES[3] ?? ''], object[NAMES[4] ?? '']]).toEqual([99, 4]);
});

test.each([19, 20, 40])('%i fields have a shape, in the given order', (count) => {
  const given = added(NAMES.slice(0, count));
  const fields = withShape(given, count);
  expect(isFast(fields)).toBe(true);
  expect(JSON.stringify(fields)).toBe(JSON.stringify(given));
});
