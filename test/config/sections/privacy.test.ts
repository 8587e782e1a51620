import { expect, it } from 'vitest';
import { hostSchema } from '#src/config/schema.ts';
import { checkPrivacyOptions } from '#src/config/sections/privacy.ts';

const messages = (gdpr: object): string[] =>
  hostSchema.safeParse({ gdpr }).error?.issues.map(({ message, path }) => `${path.join('.')}: ${message}`) ?? [];

it('invalid TCF settings are reported', () => {
  expect(messages({ default_value: '2' })).toEqual(['gdpr.default_value: gdpr.default_value must be 0 or 1']);
  expect(messages({ tcf2: { purpose3: { enforce_algo: 'some' } } })).toEqual([
    'gdpr.tcf2.purpose3.enforce_algo: gdpr.tcf2.purpose3.enforce_algo must be "basic" or "full". Got some',
  ]);
  expect(messages({ host_vendor_id: -1 })).toEqual(['gdpr.host_vendor_id: gdpr.host_vendor_id must be in the range [0, 65535]']);
});

it('the GDPR needs a default', () => {
  expect(checkPrivacyOptions(hostSchema.parse({}))).toEqual({
    errors: ['gdpr.default_value: is required and must be specified'],
    warnings: ['gdpr.host_vendor_id was not specified. Host company GDPR checks will be skipped.'],
  });
  expect(checkPrivacyOptions(hostSchema.parse({ gdpr: { default_value: 1, host_vendor_id: 7 } }))).toEqual({ errors: [], warnings: [] });
});

it('numbers of address bits must be valid', () => {
  const config = hostSchema.parse({
    gdpr: { default_value: '0', host_vendor_id: 7 },
    account_defaults: { privacy: { ipv4: { anon_keep_bits: 33 }, ipv6: { anon_keep_bits: -1 } } },
  });
  expect(checkPrivacyOptions(config).errors).toEqual([
    'account_defaults.privacy.ipv4.anon_keep_bits: bits cannot exceed 32 in ipv4 address, or be less than 0',
    'account_defaults.privacy.ipv6.anon_keep_bits: bits cannot exceed 128 in ipv6 address, or be less than 0',
  ]);
});
