import { expect, test } from 'vitest';
import { fillSecure } from '#src/auction/validate/secure.ts';

test('imps are secure by default', () => {
  const imps = [{ id: '1' }, { id: '2', secure: 0 }, null];
  expect(fillSecure(imps)).toBe(true);
  expect(imps).toEqual([{ id: '1', secure: 1 }, { id: '2', secure: 0 }, null]);
  expect(fillSecure(imps)).toBe(false);
  expect(fillSecure(undefined)).toBe(false);
});
