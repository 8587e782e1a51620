import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Found } from '#src/auction/stored-data.ts';
import { createCachedStore } from '#src/stores/cached.ts';
import { createMemoryStore } from '#src/stores/memory.ts';
import { takePush } from '#src/stores/push.ts';
import { compileQuery, fillQuery } from '#src/stores/query.ts';
import type { Store } from '#src/stores/store.ts';
import { WoundClock } from '#test/helpers/clock.ts';

const ids = fc.array(fc.string({ minLength: 1 }), { maxLength: 6 });

describe('queries', () => {
  it('have one parameter per value and no value in their text', () => {
    const template = compileQuery('a in $REQUEST_ID_LIST or b in (%IMP_ID_LIST%) or c in $REQUEST_ID_LIST or d = %ACCOUNT_ID%');
    fc.assert(
      fc.property(ids, ids, fc.string(), (requests, imps, account) => {
        const given = { REQUEST_ID_LIST: requests, IMP_ID_LIST: imps, ACCOUNT_ID: account };
        const { text, values } = fillQuery(template, given, 'postgres');
        expect(values).toEqual([...requests, ...imps, ...requests, account]);
        expect(text.match(/\$\d+/g) ?? []).toEqual(values.map((_, i) => `$${i + 1}`));
        expect(text).toMatch(/^a in \([$\d, NUL]+\) or b in \([$\d, NUL]+\) or c in \([$\d, NUL]+\) or d = \$\d+$/);
        const marks = fillQuery(template, given, 'mysql');
        expect([marks.text.split('?').length - 1, marks.values]).toEqual([values.length, values]);
      }),
    );
  });
});

describe('pushed updates', () => {
  it('are applied or rejected, whatever their form', () => {
    const cache = createCachedStore(createMemoryStore(), { maxBytes: {}, ttlSeconds: 0, negativeTtlSeconds: 0 }, new WoundClock());
    const targets = { requests: { cache, kind: 'request' } } as const;
    const body = fc.oneof(
      fc.json(),
      fc.string(),
      fc.dictionary(fc.constantFrom('requests', 'imps', 'x'), fc.jsonValue()).map((each) => JSON.stringify(each)),
    );
    fc.assert(
      fc.property(body, fc.constantFrom('POST', 'DELETE'), (text, method) => {
        expect(takePush({ method, body: text }, targets) ?? '').toMatch(/^(|(Missing|Invalid) (update|invalidation)( data)?\.\n)$/);
      }),
    );
  });
});

type Step = { readonly wind: number } | { readonly set: number } | { readonly down: boolean } | { readonly find: true };
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ wind: fc.integer({ min: 0, max: 20_000 }) }),
  fc.record({ set: fc.integer({ min: 0, max: 9 }) }),
  fc.record({ down: fc.boolean() }),
  fc.record({ find: fc.constant(true as const) }),
);

describe('a cached store', () => {
  it('serves nothing older than its lifetime while its store responds, or than lifetime plus grace while it does not', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const clock = new WoundClock();
        let text = 'start';
        let down = false;
        /** The time until which each entry was current. */
        const trueUntil = new Map<string, number>();
        const source: Store = {
          fetch: async (): Promise<Found> =>
            down ? { documents: new Map(), errors: ['down'] } : { documents: new Map([['a', text]]), errors: [] },
        };
        const store = createCachedStore(source, { maxBytes: {}, ttlSeconds: 10, negativeTtlSeconds: 5, staleSeconds: 30 }, clock);
        for (const each of steps) {
          if ('wind' in each) clock.wind(each.wind);
          else if ('down' in each) down = each.down;
          else if ('set' in each) {
            trueUntil.set(text, clock.now());
            text = String(each.set);
          } else {
            const { documents, errors } = await store.fetch('request', ['a'], 50);
            const got = documents.get('a');
            if (got === undefined) expect([down, errors]).toEqual([true, ['down']]);
            else if (got !== text) expect(clock.now() - (trueUntil.get(got) ?? 0)).toBeLessThanOrEqual(down ? 40_000 : 10_000);
          }
        }
      }),
    );
  });
});
