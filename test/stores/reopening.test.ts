import { expect, test } from 'vitest';
import { reopening } from '#src/stores/reopening.ts';
import type { Database } from '#src/stores/sql.ts';
import { WoundClock } from '#test/helpers/clock.ts';

/** A database whose queries end when the test says so. */
function arrange() {
  const clock = new WoundClock();
  const queries: string[] = [];
  const ends: ((error?: Error) => void)[] = [];
  let resets = 0;
  const database: Database = {
    dialect: 'postgres',
    query: ({ text }) => {
      queries.push(text);
      return new Promise((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve([]))));
    },
    reset: () => void resets++,
    close: async () => {},
  };
  const reopened = reopening(database, 3000, clock);
  return { clock, queries, ends, reopened, resets: () => resets };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('a connection is replaced at once, and kept until it has responded or failed', async () => {
  const { queries, ends, reopened, resets } = arrange();
  for (let i = 0; i < 2; i++) reopened.reset();
  expect([resets(), queries]).toEqual([1, ['SELECT 1']]);
  ends[0]?.();
  await settled();
  reopened.reset();
  reopened.reset();
  expect(resets()).toBe(2);
  ends[1]?.(new Error('lost'));
  await settled();
  reopened.reset();
  expect([resets(), queries.length]).toEqual([3, 3]);
});

test('a connection that does not open has its time, then it is replaced too', async () => {
  const { clock, reopened, resets } = arrange();
  reopened.reset();
  clock.wind(2999);
  await settled();
  reopened.reset();
  clock.wind(1);
  await settled();
  reopened.reset();
  expect(resets()).toBe(2);
});

test('queries and the end are those of the database', async () => {
  const { queries, ends, reopened } = arrange();
  const result = reopened.query({ text: 'SELECT 2', values: [] });
  ends[0]?.();
  expect([await result, queries, reopened.dialect]).toEqual([[], ['SELECT 2'], 'postgres']);
});
