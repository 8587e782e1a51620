/** The short form of `npm run chaos -- stores`. */
import { expect, test } from 'vitest';
import { stores } from '../../bench/chaos/stores.ts';

test('no auction is lost while Redis and PostgreSQL are killed or stopped, except by its own stored data', async () => {
  const checks = await stores(0.2);
  expect(checks.filter(({ passed }) => passed === false)).toEqual([]);
});
