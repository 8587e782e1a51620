import { expect, it } from 'vitest';
import {
  eeaCountries,
  gdprConsent,
  gdprDefault,
  isEea,
  isGdprEnforced,
  settledSignal,
  toCountries,
} from '#src/auction/privacy/gdpr-scope.ts';
import { gdprSignal, parseGdprSignal } from '#src/privacy/gdpr-signal.ts';

const eea = toCountries(['DEU', 'fra']);

it('a GDPR signal may be a string', () => {
  expect(['', '0', '1', '2', 'yes'].map(parseGdprSignal)).toEqual([-1, 0, 1, undefined, undefined]);
});

it("GPP's sections take precedence over the request's own GDPR signal", () => {
  expect(gdprSignal({ gdpr: 1, gpp_sid: [6] }, false)).toBe(0);
  expect(gdprSignal({ gdpr: 0, gpp_sid: [2] }, false)).toBe(1);
  expect(gdprSignal({ gdpr: 1, gpp_sid: [] }, false)).toBe(1);
  expect(gdprSignal({ gdpr: 2 }, false)).toBe(-1);
  expect(gdprSignal(undefined, false)).toBe(-1);
});

it('the country corrects the default of the GDPR', () => {
  const by = (country: unknown, hostDefault: 0 | 1) =>
    gdprDefault({ user: { geo: { country: country as string } } }, hostDefault, eea, false);
  expect([by('DEU', 0), by('deu', 0), by('USA', 1), by('DE', 1), by('DE', 0), by('', 1), by(7, 1)]).toEqual([1, 1, 0, 1, 0, 1, 1]);
  expect(gdprDefault({ device: { geo: { country: 'FRA' } } }, 0, eea, false)).toBe(1);
  expect(gdprDefault({}, 1, eea, false)).toBe(1);
});

it('the country is that of the user, with the Java variant that of the device, else of the other', () => {
  const visitor = { user: { geo: { country: 'USA' } }, device: { geo: { country: 'FRA' } } };
  expect([gdprDefault(visitor, 0, eea, false), gdprDefault(visitor, 0, eea, true)]).toEqual([0, 1]);
  expect(gdprDefault({ ...visitor, device: { geo: { city: 'Paris' } } }, 1, eea, true)).toBe(0);
});

it('countries are a list or a comma-separated string', () => {
  expect(toCountries('at, be,,DE')).toEqual(new Set(['AT', 'AUT', 'BE', 'BEL', 'DE', 'DEU']));
  expect(toCountries(['uk'])).toEqual(new Set(['UK']));
  expect(isEea('DEU', toCountries('de'))).toBe(true);
  expect(isEea('', eea)).toBe(false);
  expect(eeaCountries(['DEU'], [])).toEqual([]);
  expect(eeaCountries(['DEU'], undefined)).toEqual(['DEU']);
});

it('the GDPR is enforced in scope if the request type is enabled', () => {
  expect([settledSignal(-1, 1), settledSignal(0, 1)]).toEqual([1, 0]);
  expect(isGdprEnforced(-1, 1, true)).toBe(true);
  expect(isGdprEnforced(1, 1, false)).toBe(false);
});

it("GPP's consent string takes precedence over the user's own", () => {
  const gpp = { section: (id: number) => (id === 2 ? 'GPP' : undefined) };
  expect(gdprConsent({ consent: 'own' }, gpp, false)).toBe('GPP');
  expect(gdprConsent({ consent: 'own' }, { section: () => undefined }, false)).toBe('own');
  expect(gdprConsent(undefined, { section: () => undefined }, false)).toBe('');
  expect([gdprConsent({ consent: 'own' }, gpp, true), gdprConsent(undefined, gpp, true)]).toEqual(['own', '']);
});
