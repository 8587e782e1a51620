import { expect, test } from 'vitest';
import { isEea } from '#src/auction/privacy/gdpr-scope.ts';
import { privacySettings } from '#src/auction/privacy/settings.ts';
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

test('overseas territories are in the scope of the GDPR by default in the Java variant, beside the countries of the EEA', () => {
  const inScope = (environment?: NodeJS.ProcessEnv, text = '') => {
    const { eea } = privacySettings(read(text, environment).config as HostConfig, accountSchema.parse({})).gdpr;
    return ['ABW', 'BMU', 'HRV', 'DEU', 'USA'].filter((country) => isEea(country, eea));
  };
  expect([inScope(JAVA), inScope()]).toEqual([
    ['ABW', 'BMU', 'HRV', 'DEU'],
    ['HRV', 'DEU'],
  ]);
  expect(inScope(JAVA, 'gdpr: {eea-countries: "de, aw"}\n')).toEqual(['ABW', 'DEU']);
});
