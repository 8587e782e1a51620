/** The short form of `npm run chaos -- hostile`. */
import { expect, test } from 'vitest';
import { hostile } from '../../bench/chaos/hostile.ts';

test('a host serves good requests beside hostile clients, which get the right statuses', async () => {
  const checks = await hostile(1);
  expect(checks.length).toBeGreaterThan(70);
  expect(checks.filter(({ passed }) => passed === false)).toEqual([]);
});
