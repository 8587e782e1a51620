/** The map for many strings has the entries of a `Map` after the same operations. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { StringMap } from '#src/lang/string-map.ts';
import { runs } from './runs.ts';

/** Few different keys, so that they are set, removed and looked up again; their hashes are often in the same place. */
const key = fc.oneof(fc.nat(40).map(String), fc.string({ maxLength: 3 }), fc.string({ unit: 'grapheme', maxLength: 2 }));
const operation = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(fc.constant('set' as const), key, fc.nat()) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('delete' as const), key, fc.constant(0)) },
);

test('has the entries of a Map', () => {
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 300 }), (operations) => {
      const [map, model] = [new StringMap<number>(), new Map<string, number>()];
      for (const [name, of, value] of operations) {
        for (const each of [map, model]) {
          if (name === 'set') each.set(of, value);
          else each.delete(of);
        }
        expect([map.size, map.get(of)]).toEqual([model.size, model.get(of)]);
      }
      for (const [, of] of operations) expect(map.get(of)).toBe(model.get(of));
      expect(map.get('unknown')).toBeUndefined();
    }),
    runs(200),
  );
});

test('finds each of many entries, of which some were removed', () => {
  const map = new StringMap<number>();
  for (let i = 0; i < 20_000; i++) map.set(`key-${i}`, i);
  for (let i = 0; i < 20_000; i += 3) map.delete(`key-${i}`);
  const wrong = Array.from({ length: 20_000 }, (_, i) => i).filter((i) => map.get(`key-${i}`) !== (i % 3 === 0 ? undefined : i));
  expect([map.size, wrong]).toEqual([13_333, []]);
});
