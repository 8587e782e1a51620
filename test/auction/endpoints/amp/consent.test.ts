import { describe, expect, test } from 'vitest';
import { consentedProviders, writeAdditionalConsent } from '#src/auction/endpoints/amp/additional-consent.ts';
import { readConsent, readSectionIds, writeConsent } from '#src/auction/endpoints/amp/consent.ts';
import { readJavaConsent } from '#src/dialect/java/amp-consent.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';

const TCF = 'CPdECS0PdECS0ACABBENAzCv_____3___wAAAQNd_X9cAAAAAAAA';
const GPP = 'DBACNYA~CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA~1YNN';

const read = (consent: string, consentType: number, gdprApplies?: boolean, gdprEnabled = true) =>
  readConsent({ consent, consentType, gdprApplies }, gdprEnabled);

describe('consent by type', () => {
  test.each([0, 2, 3, 4])("writes nothing of an empty string, nor the page's gdpr_applies: type %d", (type) => {
    expect(read('', type)).toEqual({});
    expect(read('', type, false)).toEqual({});
  });

  test('1 is not supported, with any string', () => {
    expect(read(TCF, 1, true)).toEqual({ warning: 'TCF1 consent is deprecated and no longer supported.' });
  });

  test.each([
    [undefined, 1],
    [true, 1],
    [false, 0],
  ])('2 is written with the scope, gdpr_applies %s', (applies, gdpr) => {
    expect(read(TCF, 2, applies)).toEqual({ tcf: TCF, gdpr });
  });

  test('2 is reported and not written if it is invalid', () => {
    expect(read('1YNN', 2, true)).toEqual({ warning: "Consent string '1YNN' is not a valid TCF2 consent string." });
    expect(read('Cxx', 2)).toEqual({ warning: 'vendor consent strings are at least 29 bytes long. This one was 2' });
  });

  test('2 is ignored on a host without the GDPR', () => {
    expect(read(TCF, 2, undefined, false)).toEqual({});
  });

  test("3 is written; the page's gdpr_applies is reported", () => {
    expect(read('1YNN', 3)).toEqual({ usPrivacy: '1YNN' });
    expect(read('1YNN', 3, false)).toEqual({ usPrivacy: '1YNN' });
    expect(read('1YNN', 3, true)).toEqual({
      usPrivacy: '1YNN',
      warning: 'AMP request gdpr_applies value was ignored because provided consent string is a CCPA consent string',
    });
    expect(read('2YNN', 3)).toEqual({ warning: "Consent string '2YNN' is not a valid CCPA consent string." });
  });

  test('4 is written as GPP', () => {
    expect(read(GPP, 4)).toEqual({ gpp: GPP });
  });

  test.each([0, 4, 101])('%d is detected by the string', (type) => {
    expect(read('1YNN', type)).toEqual({ usPrivacy: '1YNN' });
    expect(read(TCF, type)).toEqual({ tcf: TCF, gdpr: 1 });
    const warning = `Consent string '${TCF}' is not recognized as one of the supported formats CCPA or TCF2.`;
    expect(read(TCF, type, undefined, false)).toEqual({ warning });
    expect(read('?', type).warning).toBe("Consent string '?' is not recognized as one of the supported formats CCPA or TCF2.");
  });

  test('overrides the stored consent, beside the other fields', () => {
    const request: Pick<BidRequest, 'regs' | 'user'> = { regs: { gdpr: 0, coppa: 1 }, user: { id: 'u', consent: 'old' } };
    writeConsent(request, { tcf: TCF, gdpr: 1 });
    writeConsent(request, { usPrivacy: '1YNN' });
    writeConsent(request, { gpp: GPP });
    writeConsent(request, {});
    expect(request).toEqual({ regs: { gdpr: 1, coppa: 1, us_privacy: '1YNN', gpp: GPP }, user: { id: 'u', consent: TCF } });
  });
});

describe('consent in the Java variant', () => {
  const readJava = (consent: string, rawConsentType: string, gdprApplies?: boolean) =>
    readJavaConsent({ consent, rawConsentType, gdprApplies, consentName: 'consent_string' });

  test.each([
    ['2', 'any', { tcf: 'any' }],
    ['3', 'any', { usPrivacy: 'any' }],
    ['4', GPP, { gpp: GPP }],
    ['', TCF, { tcf: TCF }],
    ['', '1ynn', { usPrivacy: '1ynn' }],
  ])('trusts type %j with %s', (type, text, written) => {
    expect(readJava(text, type, true)).toEqual({ written: { ...written, gdpr: 1 }, errors: [] });
  });

  test.each([
    ['1', TCF, 'Consent type tcfV1 is no longer supported'],
    ['7', TCF, 'Invalid consent_type param passed'],
    ['', '?', 'Amp request parameter consent_string has invalid format: ?'],
    ['4', '?', 'Amp request parameter consent_string has invalid format: ?'],
  ])('reports type %j with %s', (type, text, error) => {
    expect(readJava(text, type, false)).toEqual({ written: { gdpr: 0 }, errors: [error] });
  });

  test('reports nothing for an empty string', () => {
    expect(readJava('', '2')).toEqual({ written: {}, errors: [] });
  });
});

describe('additional consent', () => {
  test.each([
    ['1~1.35.41.101', [1, 35, 41, 101]],
    ['2~7.8~dv.9.10', [7, 8]],
    ['1~', []],
    ['1~1.x', []],
    ['~1', []],
    ['text', []],
    ['1~7.99999999999999999999', [7]],
  ])('%s names the providers %j', (text, ids) => {
    expect(consentedProviders(text)).toEqual(ids);
  });

  test('is written as string and as ids, beside the other fields', () => {
    const settings = { consented_providers: [5], version: 1 };
    const request: Pick<BidRequest, 'user'> = {
      user: { ext: { data: {}, ConsentedProvidersSettings: { version: 2 }, consented_providers_settings: settings } },
    };
    expect(writeAdditionalConsent(request, '1~6')).toBeUndefined();
    expect(request.user?.ext).toEqual({
      data: {},
      ConsentedProvidersSettings: { consented_providers: '1~6', version: 2 },
      consented_providers_settings: { consented_providers: [5, 6], version: 1 },
    });
  });

  test('changes nothing if absent, and reports an ext that is not an object', () => {
    const request = { user: { ext: 'text' as never } };
    expect(writeAdditionalConsent(request, '')).toBeUndefined();
    expect(writeAdditionalConsent(request, '1~1')).toBe('expect { or n, but found "');
    expect(request).toEqual({ user: { ext: 'text' } });
  });
});

test.each([
  ['', { value: [] }],
  ['2', { value: [2] }],
  ['2, 6', { value: [2, 6] }],
  ['2,', { error: "Failed to parse gppSid: '2,'" }],
  ['two', { error: "Failed to parse gppSid: 'two'" }],
])('section ids %j are %j', (text, ids) => {
  expect(readSectionIds(text)).toEqual(ids);
});
