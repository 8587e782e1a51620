import { describe, expect, test } from 'vitest';
import { readAmpQuery } from '#src/auction/endpoints/amp/ingest.ts';
import { readAmpParams } from '#src/auction/endpoints/amp/params.ts';
import { readBoolean, readUnsigned, toInteger } from '#src/auction/endpoints/amp/scalars.ts';
import { dialects } from '#test/helpers/dialects.ts';

const NONE = {
  tagId: '',
  account: '',
  curl: '',
  slot: '',
  consent: '',
  consentType: 0,
  rawConsentType: '',
  gdprApplies: undefined,
  additionalConsent: '',
  gppSid: '',
  timeout: undefined,
  targeting: '',
  debug: false,
  trace: '',
  origin: '',
  size: { width: 0, height: 0, overrideWidth: 0, overrideHeight: 0, multisize: [] },
};

describe('the query of an AMP page', () => {
  test('may be empty', () => {
    expect(readAmpParams({}, dialects.go.amp)).toEqual({ value: NONE });
  });

  test('names a stored request before its other parameters are parsed', () => {
    const error = 'AMP requests require an AMP tag_id.';
    expect(readAmpQuery({ timeout: 'soon' }, dialects.go.amp)).toEqual({ error });
    expect(readAmpQuery({ tag_id: '' }, dialects.java.amp)).toEqual({ error });
    expect(readAmpQuery({ tag_id: 'tag' }, dialects.go.amp)).toEqual({ value: { ...NONE, tagId: 'tag' } });
  });

  test('counts empty parameters as absent', () => {
    const empty = { tag_id: '', timeout: '', gdpr_applies: '', w: '', ms: '', debug: '', consent_string: '', consent_type: '' };
    expect(readAmpParams(empty, dialects.go.amp)).toEqual({ value: NONE });
  });

  test('is read completely', () => {
    const query = {
      tag_id: 'tag',
      account: 'acc',
      curl: 'https://page.example/',
      slot: 'slot',
      gdpr_consent: 'old',
      consent_string: 'new',
      consent_type: '2',
      gdpr_applies: 'true',
      addtl_consent: '1~1',
      gpp_sid: '2,6',
      timeout: '500',
      targeting: '{}',
      debug: '1',
      trace: 'basic',
      __amp_source_origin: 'https://origin.example',
      w: '1',
      h: '2',
      ow: '3',
      oh: '4',
      ms: '5x6',
    };
    expect(readAmpParams(query, dialects.go.amp)).toEqual({
      value: {
        tagId: 'tag',
        account: 'acc',
        curl: 'https://page.example/',
        slot: 'slot',
        consent: 'new',
        consentType: 2,
        rawConsentType: '2',
        gdprApplies: true,
        additionalConsent: '1~1',
        gppSid: '2,6',
        timeout: 500,
        targeting: '{}',
        debug: true,
        trace: 'basic',
        origin: 'https://origin.example',
        size: { width: 1, height: 2, overrideWidth: 3, overrideHeight: 4, multisize: [{ w: 5, h: 6 }] },
      },
    });
  });

  test.each([{ gdpr_applies: 'yes' }, { timeout: '1.5' }, { timeout: '99999999999999999999' }])(
    'counts invalid values as absent in the Java variant, rejects them in the other: %j',
    (query) => {
      expect(readAmpParams(query, dialects.java.amp)).toEqual({ value: NONE });
      expect(readAmpParams(query, dialects.go.amp)).toEqual({ error: expect.stringMatching(/^strconv\.Parse/) });
    },
  );

  test.each([
    ['true', true],
    ['false', false],
    ['1', undefined],
    ['TRUE', undefined],
  ])('accepts only true and false for the GDPR in the Java variant, as %s', (gdpr_applies, gdprApplies) => {
    expect(readAmpParams({ gdpr_applies }, dialects.java.amp)).toEqual({ value: { ...NONE, gdprApplies } });
  });
});

describe('scalars', () => {
  test.each(['1', 't', 'T', 'TRUE', 'true', 'True'])('%s is true', (text) => {
    expect(readBoolean(text)).toEqual({ value: true });
  });

  test.each(['0', 'f', 'F', 'FALSE', 'false', 'False'])('%s is false', (text) => {
    expect(readBoolean(text)).toEqual({ value: false });
  });

  test('reports a number beyond 64 bits', () => {
    expect(readUnsigned('18446744073709551615')).toEqual({ value: 18446744073709552000 });
    expect(readUnsigned('18446744073709551616')).toEqual({
      error: 'strconv.ParseUint: parsing "18446744073709551616": value out of range',
    });
  });

  test.each([
    ['12', 12],
    ['+12', 12],
    ['-12', -12],
    ['-0', 0],
    ['9223372036854775808', 0],
    ['1.5', 0],
    [' 1', 0],
    ['', 0],
    [undefined, 0],
  ])('reads %j as the integer %d', (text, value) => {
    expect(toInteger(text)).toBe(value);
  });
});
