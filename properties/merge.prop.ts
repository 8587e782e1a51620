import fc from 'fast-check';
import { describe, test } from 'vitest';
import { mergeStored } from '#src/auction/validate/merge-stored.ts';
import { copyJson, mergePatch } from '#src/json/merge.ts';
import { json, jsonObject } from './arbitraries/json.ts';
import { runs } from './runs.ts';

type Json = { [name: string]: unknown };
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const UNSAFE = ['__proto__', 'constructor', 'prototype'];

/** RFC 7396 implemented literally, without sharing or modification. */
function model(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const fields = new Map(isObject(target) ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (UNSAFE.includes(name)) continue;
    if (value === null) fields.delete(name);
    else fields.set(name, model(fields.get(name), value));
  }
  return Object.fromEntries(fields);
}

/** Fields by name, so that the name `__proto__` does not affect the comparison. */
const seen = (value: unknown): string =>
  JSON.stringify(value, (_, field: unknown) => (isObject(field) ? Object.entries(field).sort(([a], [b]) => (a < b ? -1 : 1)) : field));

const same = (first: unknown, second: unknown): boolean => seen(first) === seen(second);

/** Nulls delete stored values, and the default request is merged under every request. */
const PLAIN = { dropNulls: false, defaultUnderStoredOnly: false, unreadableImp: (_id: string, error: string): string => error } as const;

describe('JSON merging', () => {
  test('implements RFC 7396', () => {
    fc.assert(
      fc.property(json, json, (base, patch) => same(mergePatch(structuredClone(base), structuredClone(patch)), model(base, patch))),
      runs(500),
    );
  });

  test('is idempotent for the same patch', () => {
    fc.assert(
      fc.property(jsonObject, jsonObject, (base, patch) => {
        const once = mergePatch(structuredClone(base), structuredClone(patch));
        return same(mergePatch(structuredClone(once), structuredClone(patch)), once);
      }),
      runs(200),
    );
  });

  test('never changes the prototype of all objects', () => {
    fc.assert(
      fc.property(jsonObject, jsonObject, (base, patch) => {
        mergePatch(structuredClone(base), structuredClone(patch));
        return Object.keys(Object.prototype).length === 0;
      }),
    );
  });

  test('of a stored request and a body is the same merge', () => {
    fc.assert(
      fc.property(jsonObject, jsonObject, (stored, { imp: _, ...body }) => {
        const given = { body: structuredClone(body), storedRequest: structuredClone(stored), storedImpIds: [], storedImps: new Map() };
        const merged = mergeStored({ ...PLAIN, ...given });
        return 'value' in merged && same(merged.value.request, model(stored, body));
      }),
      runs(200),
    );
  });

  test('of a stored imp and an imp is the same merge', () => {
    fc.assert(
      fc.property(jsonObject, jsonObject, (stored, imp) => {
        const sent = { ...imp, id: 'i' };
        const body = JSON.stringify({ ...stored, ext: {} });
        const merged = mergeStored({
          ...PLAIN,
          body: { imp: [structuredClone(sent)] },
          storedImpIds: ['s'],
          storedImps: new Map([['s', body]]),
        });
        return 'value' in merged && same(merged.value.request['imp'], [model(JSON.parse(body), sent)]);
      }),
      runs(200),
    );
  });

  test('does not modify the default request', () => {
    fc.assert(
      fc.property(jsonObject, jsonObject, (defaultRequest, { imp: _, ...body }) => {
        const before = seen(defaultRequest);
        mergeStored({ ...PLAIN, body, storedImpIds: [], storedImps: new Map(), defaultRequest });
        return seen(defaultRequest) === before;
      }),
    );
  });
});

test('copies are equal and share nothing', () => {
  fc.assert(
    fc.property(json, (value) => {
      const copy = copyJson(value);
      const safe = seen(JSON.parse(JSON.stringify(value), (name, field: unknown) => (UNSAFE.includes(name) ? undefined : field)));
      return seen(copy) === safe && (typeof value !== 'object' || value === null || copy !== value);
    }),
  );
});
