import { expect, test } from 'vitest';
import { accountSchema } from '#src/config/account.ts';
import { accountProblems } from '#src/config/account-problems.ts';

test.each([
  ['privacy', 'gdpr', 'special-features', 'sf2'],
  ['privacy', 'gdpr', 'special_features', 'sf2'],
  ['privacy', 'gdpr', 'specialFeatures', 'sf2'],
])('a key without effect is a warning in any spelling: %s.%s.%s.%s', (...path) => {
  const account = path.reduceRight<unknown>((value, name) => ({ [name]: value }), { enforce: true });
  expect(accountProblems(JSON.stringify(account), accountSchema.parse({}))).toEqual({
    errors: [],
    warnings: [`${path.join('.')}: no meaning here because fingerprinting is never done`],
  });
});

test('the id of the account in its fetch of floors is one warning', () => {
  const { warnings } = accountProblems('{"price_floors": {"fetch": {"accountID": "a"}}}', accountSchema.parse({}));
  expect(warnings).toEqual(['price_floors.fetch.accountID: no meaning here because the server fills it in']);
});
