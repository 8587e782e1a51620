/** The list of long test files is up to date. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LONGEST } from './order.ts';

test('the test files that start first exist', () => {
  expect(LONGEST.filter((file) => !existsSync(join(import.meta.dirname, '..', file)))).toEqual([]);
});
