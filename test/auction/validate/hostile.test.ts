import { describe, expect, test } from 'vitest';
import { growth } from '#test/helpers/cost.ts';
import { aBody, ingest } from '#test/helpers/ingest.ts';

/** Quadratic growth would cost 64 times as much for eight times the size; linear growth eight times. */
const MAX_GROWTH = 24;

/** A fraction of the items in a body of the default max size; the tests compare two fractions. */
let part = 1;
const many = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: Math.ceil(count * part) }, (_, i) => make(i));
const object = (count: number, name: (i: number) => string, value: unknown): object =>
  Object.fromEntries(many(count, (i) => [name(i), value]));

/** A name in one of its many cases. */
const inCase = (name: string, i: number): string => [...name].map((letter, at) => ((i >> at) & 1 ? letter.toUpperCase() : letter)).join('');

const imp = (ext: unknown, id = 'i') => ({ id, banner: { w: 1, h: 1 }, ext });
const names = (i: number): string => `b${i}`;

const bodies: Readonly<Record<string, () => object>> = {
  'one member in thousands of spellings': () =>
    aBody({
      site: { page: 'https://a.example/', ...object(6000, (i) => inCase('inventorypartnerdomain', i), 'x') },
    }),
  'thousands of unknown bidders': () => aBody({ imp: [imp({ alpha: {}, ...object(20000, names, {}) })] }),
  'thousands of stored bid responses': () =>
    aBody({
      imp: [imp({ ...object(4000, names, {}), srv: { storedbidresponse: many(4000, (i) => ({ bidder: `x${i}`, id: '1' })) } })],
    }),
  'shared params of thousands of bidders for thousands of imps': () =>
    aBody({
      imp: many(4000, (i) => imp({}, String(i))),
      ext: { srv: { bidderparams: object(10000, names, {}) } },
    }),
  'shared params of a bidder with thousands of fields for thousands of imps': () =>
    aBody({
      imp: many(3000, (i) => imp({ alpha: {} }, String(i))),
      ext: { srv: { bidderparams: { alpha: object(3000, names, 1) } } },
    }),
  'thousands of alternate codes and factors': () =>
    aBody({
      ext: {
        srv: {
          alternatebiddercodes: { bidders: { alpha: { allowedbiddercodes: many(10000, names) } } },
          bidadjustmentfactors: object(10000, names, 1),
        },
      },
    }),
  'thousands of user ids, chains and multibids': () =>
    aBody({
      user: { eids: many(3000, () => ({ source: 's', uids: [{}] })) },
      ext: { srv: { multibid: many(3000, (i) => ({ bidder: names(i), maxbids: 1 })), schains: [{ bidders: many(5000, names) }] } },
    }),
  'one bidder thousands of times in multibid': () =>
    aBody({ ext: { srv: { multibid: [{ bidders: many(4000, () => 'b'), maxbids: 1 }] } } }),
  'imps without anything': () => aBody({ imp: many(20000, (i) => ({ id: String(i) })) }),
};

describe.each(['go', 'java'] as const)('%s: a hostile body', (variant) => {
  test.each(Object.entries(bodies))('of %s costs at most in proportion to its size', async (_, make) => {
    const work = async (size: number): Promise<void> => {
      part = size;
      const { auction } = await ingest(make(), { settings: { variant, max_request_size: 1_000_000 } });
      expect(auction.rejection?.kind).not.toBe('failed');
    };
    expect(await growth(work, 1 / 8, 1, MAX_GROWTH)).toBeLessThanOrEqual(MAX_GROWTH);
  });
});
