import { expect, it } from 'vitest';
import {
  eeaCountries,
  gdprConsent,
  gdprDefault,
  gdprSignal,
  isEea,
  isGdprEnforced,
  parseGdprSignal,
  settledSignal,
  toCountries,
} from '#src/auction/privacy/gdpr-scope.ts';

const eea = toCountries(['DEU', 'fra']);

it('reads a signal sent as a string', () => {
  expect(['', '0', '1', '2', 'yes'].map(parseGdprSignal)).toEqual([-1, 0, 1, undefined, undefined]);
});

it("prefers GPP's sections to the request's own signal", () => {
  expect(gdprSignal({ gdpr: 1, gpp_sid: [6] })).toBe(0);
  expect(gdprSignal({ gdpr: 0, gpp_sid: [2] })).toBe(1);
  expect(gdprSignal({ gdpr: 1, gpp_sid: [] })).toBe(1);
  expect(gdprSignal({ gdpr: 2 })).toBe(-1);
  expect(gdprSignal(undefined)).toBe(-1);
});

it('corrects the default by the country', () => {
  const by = (country: unknown, hostDefault: 0 | 1) => gdprDefault({ user: { geo: { country: country as string } } }, hostDefault, eea);
  expect([by('DEU', 0), by('deu', 0), by('USA', 1), by('DE', 1), by('DE', 0), by('', 1), by(7, 1)]).toEqual([1, 1, 0, 1, 0, 1, 1]);
  expect(gdprDefault({ device: { geo: { country: 'FRA' } } }, 0, eea)).toBe(1);
  expect(gdprDefault({}, 1, eea)).toBe(1);
});

it('reads countries as a list or a comma-separated string', () => {
  expect(toCountries('at, be,,DE')).toEqual(new Set(['AT', 'BE', 'DE']));
  expect(isEea('', eea)).toBe(false);
  expect(eeaCountries(['DEU'], [])).toEqual([]);
  expect(eeaCountries(['DEU'], undefined)).toEqual(['DEU']);
});

it('is enforced in scope if the request type is enabled', () => {
  expect([settledSignal(-1, 1), settledSignal(0, 1)]).toEqual([1, 0]);
  expect(isGdprEnforced(-1, 1, true)).toBe(true);
  expect(isGdprEnforced(1, 1, false)).toBe(false);
});

it("prefers GPP's consent string to the user's own", () => {
  const gpp = { section: (id: number) => (id === 2 ? 'GPP' : undefined) };
  expect(gdprConsent({ consent: 'own' }, gpp)).toBe('GPP');
  expect(gdprConsent({ consent: 'own' }, { section: () => undefined })).toBe('own');
  expect(gdprConsent(undefined, { section: () => undefined })).toBe('');
  expect([gdprConsent({ consent: 'own' }, gpp, true), gdprConsent(undefined, gpp, true)]).toEqual(['own', '']);
});
