import { expect, test } from 'vitest';
import { tcfSettings } from '#src/auction/privacy/tcf-settings.ts';
import { accountSchema } from '#src/config/account.ts';
import type { HostConfig } from '#src/config/schema.ts';
import { JAVA, settingsFiles } from './arrange.ts';

const { read } = settingsFiles();

test('a host of the Java variant ignores countries’ own treatment of purpose 1, unless settings of either format say otherwise', () => {
  const treatment = (text: string, environment?: NodeJS.ProcessEnv) => {
    const { config } = read(text, environment);
    return tcfSettings(config as HostConfig, accountSchema.parse({}).gdpr).treatment;
  };
  expect([treatment('', JAVA).enabled, treatment('')]).toEqual([false, { enabled: true, accessAllowed: true }]);
  const java = (text: string) => treatment(`gdpr: {${text}}\n`, { ...JAVA, AUCTOR_GDPR_DEFAULT_VALUE: '1' });
  expect(java('purpose-one-treatment-interpretation: no-access-allowed')).toEqual({ enabled: true, accessAllowed: false });
  expect(java('tcf2: {purpose_one_treatment: {enabled: true}}')).toEqual({ enabled: true, accessAllowed: true });
});
