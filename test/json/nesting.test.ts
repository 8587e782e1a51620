import { expect, test } from 'vitest';
import { nestsDeeper } from '#src/json/nesting.ts';

test('nesting is counted outside of strings', () => {
  expect(nestsDeeper('[[{}],[{}]]', 3)).toBe(false);
  expect(nestsDeeper('[[{"a":[]}]]', 3)).toBe(true);
  expect(nestsDeeper('["[[[[\\"[[[["]', 1)).toBe(false);
  expect(nestsDeeper('['.repeat(200))).toBe(false);
  expect(nestsDeeper('['.repeat(201))).toBe(true);
});
