import fc from 'fast-check';
import { describe, test } from 'vitest';
import { mergeStored } from '#src/auction/validate/merge-stored.ts';
import { copyJson, mergePatch } from '#src/wire/merge.ts';
import { json, jsonObject } from './arbitraries/json.ts';
import { runs } from './runs.ts';

type Json = { [name: string]: unknown };
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const UNSAFE = ['__proto__', 'constructor', 'prototype'];

/** RFC 7396 as its text reads, word by word, without sharing or writing to anything. */
function model(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const members = new Map(isObject(target) ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (UNSAFE.includes(name)) continue;
    if (value === null) members.delete(name);
    else members.set(name, model(members.get(name), value));
  }
  return Object.fromEntries(members);
}

/** Members by name, so that what `__proto__` is called does not matter to the comparison. */
const seen = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) => (isObject(member) ? Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)) : member));

const same = (first: unknown, second: unknown): boolean => seen(first) === seen(second);

/** Nulls delete what is stored, and the default request lies under every request. */
const PLAIN = { dropNulls: false, defaultUnderStoredOnly: false } as const;

describe('merging', () => {
  test('is RFC 7396', () => {
    fc.assert(
      fc.property(json, json, (base, patch) => same(mergePatch(structuredClone(base), structuredClone(patch)), model(base, patch))),
      runs(500),
    );
  });

  test('twice with the same patch is merging once', () => {
    fc.assert(
      fc.property(jsonObject, jsonObject, (base, patch) => {
        const once = mergePatch(structuredClone(base), structuredClone(patch));
        return same(mergePatch(structuredClone(once), structuredClone(patch)), once);
      }),
      runs(200),
    );
  });

  test('never touches what all objects inherit from', () => {
    fc.assert(
      fc.property(jsonObject, jsonObject, (base, patch) => {
        mergePatch(structuredClone(base), structuredClone(patch));
        return Object.keys(Object.prototype).length === 0;
      }),
    );
  });

  test('of a stored request under a body is the same merge', () => {
    fc.assert(
      fc.property(jsonObject, jsonObject, (stored, { imp: _, ...body }) => {
        const given = { body: structuredClone(body), storedRequest: structuredClone(stored), storedImpIds: [], storedImps: new Map() };
        const merged = mergeStored({ ...PLAIN, ...given });
        return 'request' in merged && same(merged.request, model(stored, body));
      }),
      runs(200),
    );
  });

  test('of a stored imp under an imp is the same merge', () => {
    fc.assert(
      fc.property(jsonObject, jsonObject, (stored, imp) => {
        const sent = { ...imp, id: 'i' };
        const text = JSON.stringify({ ...stored, ext: {} });
        const merged = mergeStored({
          ...PLAIN,
          body: { imp: [structuredClone(sent)] },
          storedImpIds: ['s'],
          storedImps: new Map([['s', text]]),
        });
        return 'request' in merged && same(merged.request['imp'], [model(JSON.parse(text), sent)]);
      }),
      runs(200),
    );
  });

  test('leaves the default request as it was', () => {
    fc.assert(
      fc.property(jsonObject, jsonObject, (defaultRequest, { imp: _, ...body }) => {
        const before = seen(defaultRequest);
        mergeStored({ ...PLAIN, body, storedImpIds: [], storedImps: new Map(), defaultRequest });
        return seen(defaultRequest) === before;
      }),
    );
  });
});

test('a copy is the same and shares nothing', () => {
  fc.assert(
    fc.property(json, (value) => {
      const copy = copyJson(value);
      const safe = seen(JSON.parse(JSON.stringify(value), (name, member: unknown) => (UNSAFE.includes(name) ? undefined : member)));
      return seen(copy) === safe && (typeof value !== 'object' || value === null || copy !== value);
    }),
  );
});
