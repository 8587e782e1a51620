/** Settings of the Scope3 module. */
import { expect, test } from 'vitest';
import { scope3Settings } from '#src/modules/scope3-rtd/settings.ts';

test('keys without a value have their defaults', () => {
  const empty = { auth_key: null, timeout_ms: null, 'add-to-targeting': null, masking: null };
  expect(scope3Settings(empty)).toEqual(scope3Settings({}));
  expect(scope3Settings({ masking: { enabled: true, geo: null, user: { preserve_eids: null } } })).toEqual(
    scope3Settings({ masking: { enabled: true } }),
  );
});
