import { describe, expect, test } from 'vitest';
import { accountSchema } from '#src/config/account.ts';
import { createAccounts } from '#src/stores/accounts.ts';
import { createMemoryStore } from '#src/stores/memory.ts';
import type { Store } from '#src/stores/store.ts';

const defaults = accountSchema.parse({ debug_allow: false, events: { enabled: true } });

describe('accounts', () => {
  test('are merged over the host’s defaults', () => {
    const accounts = createAccounts([createMemoryStore({ account: { a: '{"id":"other","default_integration":"x"}' } })], defaults, false);
    expect(accounts.find('a', 50)).toEqual({ kind: 'found', account: { ...defaults, id: 'a', default_integration: 'x' } });
  });

  test('are the same object while their JSON is the same', () => {
    const store = createMemoryStore({ account: { a: '{}' } });
    const accounts = createAccounts([store], defaults, false);
    const first = accounts.find('a', 50);
    expect(accounts.find('a', 50)).toBe(first);
    store.set('account', 'a', '{"disabled":true}');
    expect(accounts.find('a', 50)).toMatchObject({ kind: 'found', account: { disabled: true } });
  });

  test('that are not stored are the defaults with the id, one object per id', () => {
    const accounts = createAccounts([createMemoryStore()], defaults, false);
    expect(accounts.find('x', 50)).toEqual({ kind: 'unknown', account: { ...defaults, id: 'x' }, errors: [] });
    expect(accounts.find('x', 50)).toBe(accounts.find('x', 50));
    expect(accounts.find('', 50)).toMatchObject({ kind: 'unknown', account: { id: '' } });
  });

  test('that are not stored are forgotten earlier if ids have many characters', () => {
    const accounts = createAccounts([createMemoryStore()], defaults, false);
    const first = accounts.find('x', 50);
    for (const letter of 'abc') void accounts.find(letter.repeat(100_000), 50);
    expect(accounts.find('x', 50)).not.toBe(first);
  });

  test('are awaited if the store is remote, with its errors', async () => {
    const failing: Store = {
      fetch: async () => ({ documents: new Map(), errors: ['Error fetching accounts [a] via http: unexpected response status 500'] }),
    };
    const later: Store = { fetch: async () => ({ documents: new Map([['a', '{"disabled":true}']]), errors: [] }) };
    expect(await createAccounts([failing], defaults, false).find('a', 50)).toEqual({
      kind: 'unknown',
      account: { ...defaults, id: 'a' },
      errors: ['Error fetching accounts [a] via http: unexpected response status 500'],
    });
    expect(await createAccounts([later], defaults, false).find('a', 50)).toMatchObject({ kind: 'found', account: { disabled: true } });
  });

  test('that are unreadable are malformed', () => {
    const documents = {
      json: '{',
      list: '[]',
      type: '{"disabled":"yes"}',
      dsa: '{"privacy":{"dsa":{"default":"{\\"dsarequired\\":\\"x\\"}"}}}',
    };
    const accounts = createAccounts([createMemoryStore({ account: documents })], defaults, false);
    for (const id of ['json', 'list', 'type']) expect(accounts.find(id, 50)).toEqual({ kind: 'malformed', part: 'config' });
    expect(accounts.find('dsa', 50)).toEqual({ kind: 'malformed', part: 'dsa' });
  });

  test('that are nested too deep are malformed, and reported', () => {
    const deep = `{"hooks":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
    const logged: unknown[] = [];
    const accounts = createAccounts([createMemoryStore({ account: { deep } })], defaults, false, (...problems) => logged.push(problems));
    expect(accounts.find('deep', 50)).toEqual({ kind: 'malformed', part: 'config' });
    expect(logged).toEqual([['deep', { errors: ['JSON is nested deeper than 200 levels'], warnings: [] }, false]]);
  });

  test('that are unreadable count as unknown in the Java variant', () => {
    const accounts = createAccounts([createMemoryStore({ account: { json: '{' } })], defaults, true);
    expect(accounts.find('json', 50)).toEqual({ kind: 'unknown', account: { ...defaults, id: 'json' }, errors: [] });
  });

  test('may have quoted numbers and booleans in the Java variant', () => {
    const text = '{"auction":{"banner-cache-ttl":"300","events":{"enabled":"false"}},"privacy":{"gdpr":{"enabled":"True"}}}';
    const logged: unknown[] = [];
    const accounts = createAccounts([createMemoryStore({ account: { a: text } })], defaults, true, (...problems) => logged.push(problems));
    const gdpr = { ...defaults.gdpr, enabled: true };
    expect(accounts.find('a', 50)).toEqual({
      kind: 'found',
      account: {
        ...defaults,
        id: 'a',
        gdpr,
        cache_ttl: { ...defaults.cache_ttl, banner: 300 },
        events: { ...defaults.events, enabled: false },
      },
    });
    expect(logged).toEqual([['a', { errors: [], warnings: [] }, false]]);
  });

  test('keep their last valid settings, and log each error once', async () => {
    const documents: Record<string, string> = { a: '{"default_integration":"x"}' };
    const store: Store = { fetch: (_kind, ids) => ({ documents: new Map(ids.map((id) => [id, documents[id] ?? ''])), errors: [] }) };
    const logged: unknown[] = [];
    const accounts = createAccounts([store], defaults, false, (...problems) => logged.push(problems));
    const good = await accounts.find('a', 50);
    documents['a'] = '{"default_integration":5,"nothing":1}';
    expect(await accounts.find('a', 50)).toBe(good);
    expect(await accounts.find('a', 50)).toBe(good);
    expect(logged).toEqual([
      ['a', { errors: [], warnings: [] }, false],
      ['a', { errors: ['default_integration: Invalid input: expected string, received number'], warnings: ['nothing: unknown key'] }, true],
    ]);
  });
});
