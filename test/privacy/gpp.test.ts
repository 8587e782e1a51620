import { describe, expect, it } from 'vitest';
import { writeBits } from '#properties/arbitraries/consent.ts';
import { decodeGpp, hasSid, noGpp, readGpp, SECTION } from '#src/privacy/gpp.ts';
import { readUsSection, usSectionName } from '#src/privacy/gpp-us.ts';

const TCF = 'CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA';

describe('a GPP string', () => {
  it('contains sections by their ids', () => {
    const gpp = decodeGpp(`DBACNYA~${TCF}~1YNN`);
    expect({ ids: gpp.ids, errors: gpp.errors, tcf: gpp.section(SECTION.tcfEu), usp: gpp.section(SECTION.uspV1) }).toEqual({
      ids: [2, 6],
      errors: [],
      tcf: TCF,
      usp: '1YNN',
    });
    expect(gpp.section(7)).toBeUndefined();
    expect(gpp.us(7)).toBeUndefined();
  });

  it('may name a range of sections', () => {
    // One range from 6 on: distance 6 is 1 + 5 (10011), length 1 is 11.
    const header = writeBits([
      [3, 6],
      [1, 6],
      [1, 12],
      [1, 1],
      [0b10011, 5],
      [0b11, 2],
    ]);
    expect(decodeGpp(`${header}~1YNN~BVVqAAAAAWA.QA`).ids).toEqual([6, 7]);
  });

  it('provides the fields of its US sections', () => {
    const section = decodeGpp('DBABLA~BVVqAAAAAWA.QA').us(SECTION.usNat);
    expect(section).toMatchObject({ id: 7, version: 1, gpc: false, gpcIncluded: true });
    expect(section?.fields).toMatchObject({ SharingNotice: 1, SaleOptOut: 2, SensitiveDataProcessing12: 0, MspaServiceProviderMode: 2 });
    expect(section?.fields['SensitiveDataProcessing13']).toBeUndefined();
    expect(decodeGpp('DBABLA~CEAQAAAAAABA.YA').us(SECTION.usNat)).toMatchObject({ version: 2, gpc: true, gpcIncluded: true });
    expect(decodeGpp('DBABLA~BVVqAAAAAWA').us(SECTION.usNat)).toMatchObject({ gpc: false, gpcIncluded: false });
  });

  it('keeps its other sections if one is malformed', () => {
    const gpp = decodeGpp('DBABLA~BVVq');
    expect(gpp.errors).toEqual(['error parsing uspnat consent string: expected 60 bits, found 24']);
    expect(gpp.us(7)).toBeUndefined();
    expect(decodeGpp('DBABLA~%').errors).toEqual(['error parsing uspnat consent string: illegal base64 data']);
  });

  // Core: MSPA covered, notices given, sale opted out, no consent for a child.
  const CORE: [number, number][] = [1, 1, 0, 1, 1, 1, 1, 2, 1, 0].map((value, i) => [value, i === 0 ? 6 : 2]);
  const KENTUCKY = { MspaCoveredTransaction: 1, SaleOptOut: 1, TargetedAdvertisingOptOut: 2, KnownChildSensitiveDataConsents1: 1 };

  it('provides sensitive data of Indiana, Kentucky and Rhode Island, which have a segment of their own and no GPC', () => {
    // No consent for kind 1, consent for kind 2: the bits of a GPC segment with the control set.
    const sensitive = writeBits([1, 2, 0, 0, 0, 0, 1, 2].map((value) => [value, 2]));
    for (const id of [25, 26, 27]) {
      const section = readUsSection(id, `${writeBits(CORE)}.${sensitive}`);
      expect(section).toMatchObject({
        value: {
          version: 1,
          fields: { ...KENTUCKY, SensitiveDataProcessing1: 1, SensitiveDataProcessing2: 2, SensitiveDataProcessing8: 2 },
        },
      });
      expect(section).toMatchObject({ value: { gpc: false, gpcIncluded: false } });
    }
  });

  it('provides a section without its segment of sensitive data, or with an unreadable one', () => {
    for (const end of ['', '.', '.%%', '.AA']) {
      const section = readUsSection(26, `${writeBits(CORE)}${end}`);
      expect('value' in section && section.value.fields['SensitiveDataProcessing1']).toBeUndefined();
      expect(section).toMatchObject({ value: { fields: KENTUCKY } });
    }
  });

  it('may state id and version in front of a section', () => {
    const header = (id: number): string =>
      writeBits([
        [id, 6],
        [3, 6],
        [1, 12],
        [0, 6],
      ]);
    const maryland = CORE.filter((_, i) => i !== 8);
    expect(readUsSection(26, `${header(26)}.${writeBits(CORE)}`)).toMatchObject({ value: { version: 3, fields: KENTUCKY } });
    expect(readUsSection(24, `${header(24)}.${writeBits(maryland)}.YA`)).toMatchObject({
      value: { version: 3, fields: { SaleOptOut: 1, AdditionalDataProcessingConsent: 0 }, gpc: true, gpcIncluded: true },
    });
    expect(readUsSection(26, header(26))).toEqual({ error: 'expected 24 bits, found 0' });
  });

  it('is decoded once', () => {
    expect(readGpp(`DBACNYA~${TCF}~1YNN`)).toBe(readGpp(`DBACNYA~${TCF}~1YNN`));
    expect(readGpp('')).toBe(noGpp);
    expect([noGpp.section(2), noGpp.us(7)]).toEqual([undefined, undefined]);
  });
});

describe('a text that is not a GPP string', () => {
  it.each([
    ['D', 'error parsing GPP header, should be at least 4 bytes long'],
    ['malformed', 'error parsing GPP header, header must have type=3'],
    ['DB%A', 'error parsing GPP header, illegal base64 data'],
    [`DBABMA~${TCF}~1YNN`, 'error parsing GPP header, section IDs do not match the number of sections: found 1 IDs, have 2 sections'],
    ['DBD_', 'error parsing GPP header, 255 id ranges lie past the end of the header'],
    [
      writeBits([
        [3, 6],
        [1, 6],
        [1, 12],
        [0, 30],
      ]),
      'error parsing GPP header, no section id at bit 25',
    ],
    [
      writeBits([
        [3, 6],
        [1, 6],
        [1, 12],
        [1, 1],
        [3, 2],
        [0, 30],
      ]),
      'error parsing GPP header, no section id at bit 27',
    ],
  ])('is rejected: %s', (text, error) => {
    const { ids, errors } = decodeGpp(text);
    expect({ ids, errors }).toEqual({ ids: [], errors: [error] });
  });

  it('is rejected at once, however many sections it announces', () => {
    const everything = writeBits([
      [3, 6],
      [1, 6],
      [1, 12],
      [1, 1],
      [0b11, 2],
      [1, 38],
      [0b11, 2],
    ]);
    expect(decodeGpp(`${everything}${'~'.repeat(100_000)}`).errors).toHaveLength(1);
  });
});

it('the reader of GPP identifies unknown sections by number', () => {
  expect([usSectionName(7), usSectionName(99)]).toEqual(['uspnat', 'section 99']);
});

it('the list of GPP sections may be absent', () => {
  expect([hasSid([2, 6], 6), hasSid([2], 6), hasSid(undefined, 6), hasSid(null, 6)]).toEqual([true, false, false, false]);
});
