import { expect, test } from 'vitest';
import { type HostConfigInput, hostSchema } from '#src/config/schema.ts';
import { chooseDialect } from '#src/dialect/choose.ts';
import { GO } from '#src/dialect/go/go.ts';
import { JAVA } from '#src/dialect/java/java.ts';

const chosen = (settings: HostConfigInput) => chooseDialect(hostSchema.parse(settings));

test('a host speaks the dialect of its variant', () => {
  expect(chosen({})).toEqual(GO);
  expect(chosen({ variant: 'java' })).toEqual(JAVA);
});

test('an option selects single topics of the other dialect', () => {
  const settings: HostConfigInput = {
    response: { shape: 'java' },
    cache: { ttl_rule: 'java' },
    event: { rules: 'java' },
    vtrack: { rules: 'java' },
    first_party_data: 'java',
  };
  const { response, cacheService, ttl, events, vtrack, fpd } = JAVA;
  expect(chosen(settings)).toEqual({ ...GO, response, cacheService, ttl, events, vtrack, fpd });
});
