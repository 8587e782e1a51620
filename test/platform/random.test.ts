import { expect, test } from 'vitest';
import { systemRandom } from '#src/platform/random.ts';

const VERSION_4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('every uuid is of version 4 and unique', () => {
  const ids = Array.from({ length: 5000 }, () => systemRandom.uuid());
  expect(ids.filter((id) => !VERSION_4.test(id))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
});

test('every random digit takes every value', () => {
  const seen = Array.from({ length: 36 }, () => new Set<string>());
  for (let i = 0; i < 2000; i++) [...systemRandom.uuid()].forEach((digit, place) => void seen[place]?.add(digit));
  const shape = [...'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx'];
  expect(seen.map(({ size }) => size)).toEqual(shape.map((place) => (place === 'x' ? 16 : place === 'y' ? 4 : 1)));
});
