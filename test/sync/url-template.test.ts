import { expect, test } from 'vitest';
import { percentEncode } from '#src/lang/percent.ts';
import { compileUrl, escapeAroundMacros, toMacroValues } from '#src/sync/url-template.ts';

const start = { externalUrl: 'https://us.example', bidder: 'acme', syncType: 'i', userMacro: '$UID' };
const plain = toMacroValues({ GDPR: '1', GDPRConsent: 'C', USPrivacy: '1YNN', GPP: 'G~1', GPPSID: '2,6' });
const rough = toMacroValues({ GDPR: '', GDPRConsent: 'consent$1', USPrivacy: '&x=1', GPP: 'g pp', GPPSID: '1,2' });

test('a URL template replaces the macros of either variant', () => {
  const macros = (gdpr: string, consent: string, usp: string, gpp: string, sid: string): string =>
    compileUrl(`https://a.example/s?${gdpr}|${consent}|${usp}|${gpp}|${sid}`, '', start).render(plain);
  const wanted = 'https://a.example/s?1|C|1YNN|G~1|2%2C6';
  expect(macros('{{.GDPR}}', '{{.GDPRConsent}}', '{{ .USPrivacy }}', '{{.GPP}}', '{{.GPPSID}}')).toBe(wanted);
  expect(macros('{{gdpr}}', '{{gdpr_consent}}', '{{us_privacy}}', '{{gpp}}', '{{ gpp_sid }}')).toBe(wanted);
  expect(macros('{gdpr}', '{gdpr_consent}', '{us_privacy}', '{gpp}', '{gpp_sid}')).toBe(wanted);
});

test('a URL template encodes values once, and once more inside the redirect', () => {
  const redirect =
    '{{.ExternalURL}}/setuid?bidder={{.SyncerKey}}&c={{.GDPRConsent}}&u={{us_privacy}}&g={gpp}&s={gpp_sid}&f={{.SyncType}}&uid={{.UserMacro}}';
  expect(compileUrl('https://a.example/s?c={gdpr_consent}&r={redirect_url}', redirect, start).render(rough)).toBe(
    'https://a.example/s?c=consent%241&r=https%3A%2F%2Fus.example%2Fsetuid%3Fbidder%3Dacme%26c%3Dconsent%25241%26u%3D%2526x%253D1%26g%3Dg%2520pp%26s%3D1%252C2%26f%3Di%26uid%3D%24UID',
  );
});

test('never replaces macros in inserted values', () => {
  const values = toMacroValues({ GDPR: '{{.GPP}}', GDPRConsent: '', USPrivacy: '', GPP: 'secret', GPPSID: '' });
  const template = compileUrl('https://a.example/?g={{.GDPR}}&r={{.RedirectURL}}', '{{.UserMacro}}', { ...start, userMacro: '{{.GPP}}' });
  expect(template.render(values)).toBe('https://a.example/?g=%7B%7B.GPP%7D%7D&r=%7B%7B.GPP%7D%7D');
});

test('a URL template leaves other braces to the bidder', () => {
  expect(compileUrl('https://a.example/{aid}/{uid}?m=${x}', '', start).render(plain)).toBe('https://a.example/{aid}/{uid}?m=${x}');
  expect(compileUrl('https://a.example/?r={{.RedirectURL}}', 'x={{OTHER}}', start).render(plain)).toBe(
    'https://a.example/?r=x%3D%7B%7BOTHER%7D%7D',
  );
});

test('a URL template reports an unknown macro', () => {
  expect(() => compileUrl('https://a.example/{{.Foo}}', '', start)).toThrow(`template: acme_usersync_url:1: can't evaluate field Foo`);
  expect(() => compileUrl('https://a.example/{{.RedirectURL}}', '{{.Foo}}', start)).toThrow(`can't evaluate field Foo`);
  expect(() => compileUrl('https://a.example/{{foo}}', '', start)).toThrow('template: acme_usersync_url:1: function "foo" not defined');
  expect(() => compileUrl('https://a.example/{{foo', '', start)).toThrow('template: acme_usersync_url:1: unclosed action');
  expect(() => compileUrl('https://a.example/{{.ExternalURL}}', '', start)).toThrow(`can't evaluate field ExternalURL`);
});

test('a URL template escapes as a query, including lone surrogates', () => {
  expect(escapeAroundMacros(`a b!'()*{{.X}}~-_.`)).toBe('a+b%21%27%28%29%2A{{.X}}~-_.');
  expect(percentEncode('\ud800x')).toBe('%EF%BF%BDx');
});
