import { describe, expect, it } from 'vitest';
import { writeBits } from '#properties/arbitraries/consent.ts';
import { decodeTcf, listSpecVersion, malformedConsent, readTcf, type TcfConsent } from '#src/privacy/tcf.ts';

const S1 = 'COzTVhaOzTVhaGvAAAENAiCIAP_AAH_AAAAAAEEUACCKAAA';
const FORBIDS_32 = 'CPfMKEAPfMKEAAAAAAENCgCAAOAAAAAAAAAAAQAAAAAEAIAAAAAAAGCAAgAgCAAQAQBgAIAIAAAA';

function decoded(text: string): TcfConsent {
  const consent = decodeTcf(text);
  if ('error' in consent) throw new Error(consent.error);
  return consent.value;
}

const upTo = (last: number, has: (id: number) => boolean): number[] => Array.from({ length: last }, (_, i) => i + 1).filter(has);

const HEAD: [number, number][] = [
  [2, 6],
  [0, 72],
  [0, 42],
];
/** A core string with custom vendor sections; everything before is zero except the list's version. */
const withVendors = (...sections: [number, number][]): string => writeBits([...HEAD, [7, 12], [2, 6], [0, 75], ...sections, [0, 64]]);

describe('a TCF string', () => {
  it("contains the user's choices", () => {
    const consent = decoded(S1);
    expect({
      version: consent.version,
      cmpId: consent.cmpId,
      cmpVersion: consent.cmpVersion,
      screen: consent.consentScreen,
      language: consent.language,
      list: [consent.listSpecVersion, consent.listVersion],
      policy: consent.policyVersion,
      created: new Date(consent.createdAt).toISOString(),
      updated: consent.lastUpdatedAt === consent.createdAt,
      isServiceSpecific: consent.isServiceSpecific,
      treatment: consent.purposeOneTreatment,
      country: consent.publisherCountry,
      maxVendorId: consent.maxVendorId,
      purposes: upTo(24, (id) => consent.purposeConsent(id)),
      interests: upTo(24, (id) => consent.purposeLegitimateInterest(id)),
      features: upTo(12, (id) => consent.specialFeature(id)),
      vendors: upTo(40, (id) => consent.vendorConsent(id)),
    }).toEqual({
      version: 2,
      cmpId: 431,
      cmpVersion: 0,
      screen: 0,
      language: 'EN',
      list: [2, 34],
      policy: 2,
      created: '2020-05-12T18:47:24.200Z',
      updated: true,
      isServiceSpecific: false,
      treatment: false,
      country: 'AA',
      maxVendorId: 8,
      purposes: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
      interests: [2, 3, 4, 5, 6, 7, 8, 9, 10],
      features: [1],
      vendors: [2, 6, 8],
    });
  });

  it('contains the restrictions of the publisher', () => {
    const consent = decoded(FORBIDS_32);
    expect(upTo(10, (purpose) => consent.isRestricted(purpose, 0, 32))).toEqual([1, 2, 3]);
    expect(upTo(10, (purpose) => consent.isRestricted(purpose, 1, 32))).toEqual([]);
    expect(upTo(10, (purpose) => consent.isRestricted(purpose, 0, 31))).toEqual([]);
  });

  it('is read beyond its first segment only on demand', () => {
    const disclosed = writeBits([
      [1, 3],
      [10, 16],
      [0, 1],
      [0b1010000000, 10],
    ]);
    const allowed = writeBits([
      [2, 3],
      [10, 16],
      [1, 1],
      [1, 12],
      [1, 1],
      [3, 16],
      [5, 16],
    ]);
    const publisher = writeBits([
      [3, 3],
      [1 << 23, 24],
      [1 << 22, 24],
      [2, 6],
      [0b01, 2],
      [0b10, 2],
    ]);
    const consent = decoded(`${S1}.${disclosed}.${allowed}.${publisher}.%.A`);
    expect(upTo(12, (id) => consent.disclosedVendors?.has(id) ?? false)).toEqual([1, 3]);
    expect(upTo(12, (id) => consent.allowedVendors?.has(id) ?? false)).toEqual([3, 4, 5]);
    const tc = consent.publisherTc;
    expect({
      consents: upTo(24, (id) => tc?.purposeConsent(id) ?? false),
      interests: upTo(24, (id) => tc?.purposeLegitimateInterest(id) ?? false),
      custom: upTo(3, (id) => tc?.customConsent(id) ?? false),
      customInterests: upTo(3, (id) => tc?.customLegitimateInterest(id) ?? false),
    }).toEqual({ consents: [1], interests: [2], custom: [2], customInterests: [1] });
    expect(decoded(S1).disclosedVendors).toBeUndefined();
  });

  it('counts a malformed further segment as absent', () => {
    expect(
      decoded(
        `${S1}.${writeBits([
          [1, 3],
          [60000, 16],
          [0, 1],
        ])}`,
      ).disclosedVendors,
    ).toBeUndefined();
  });

  it('is decoded once', () => {
    expect(readTcf(S1)).toBe(readTcf(S1));
    expect(readTcf('BON')).toBe(readTcf('BON'));
  });
});

describe('a text that is not a TCF string', () => {
  const cause = (text: string): string => {
    const consent = decodeTcf(text);
    return 'error' in consent ? consent.error : 'none';
  };

  it.each([
    ['', 'decoded consent cannot be empty'],
    ['.YAAAAAAAAAA', 'decoded consent cannot be empty'],
    ['BON', 'vendor consent strings are at least 29 bytes long. This one was 2'],
    [`B${S1.slice(1)}`, 'invalid encoding format version: 1'],
    [`${S1}%`, 'illegal base64 data'],
    [`${S1}AA`, 'illegal base64 data'],
    [
      writeBits([
        [2, 6],
        [0, 300],
      ]),
      'the consent string encoded a VendorListVersion of 0, but this value must be greater than or equal to 1',
    ],
  ])('is rejected: %s', (text, wanted) => {
    expect(cause(text)).toBe(wanted);
  });

  it('is rejected if vendors lie outside the announced range', () => {
    const range = (maxId: number, first: number, last: number) =>
      withVendors([maxId, 16], [1, 1], [1, 12], [1, 1], [first, 16], [last, 16], [0, 17]);
    expect(cause(range(20, 5, 5))).toContain('the start must be less than the end');
    expect(cause(range(20, 9, 5))).toContain('the start must be less than the end');
    expect(cause(range(20, 5, 21))).toContain('are outside [1, 20]');
    expect(cause(range(20, 0, 5))).toContain('are outside [1, 20]');
    expect(cause(range(20, 5, 20))).toBe('none');
  });

  it('is rejected if it ends before its announced content', () => {
    expect(cause(withVendors([60_000, 16], [0, 1]))).toContain('a bit field for 60000 vendors');
    expect(cause(withVendors([20, 16], [1, 1], [4000, 12]))).toContain('4000 range entries');
    expect(cause(withVendors([0, 16], [0, 1], [60_000, 16], [0, 1]))).toContain('a bit field for 60000 vendors');
    expect(cause(withVendors([0, 16], [0, 1], [0, 16], [0, 1], [1, 12], [1, 6], [0, 2], [4000, 12]))).toContain('publisher restriction 1');
    expect(cause(writeBits([...HEAD, [7, 12], [2, 6], [0, 75], [3, 16], [0, 1], [0, 3]]))).toContain('past the end');
  });

  it('is reported with its cause', () => {
    expect(malformedConsent('BON', { error: 'why' })).toBe('malformed consent string BON: why');
  });
});

it('TCF uses version 3 of the vendor list specification from policy 4 on', () => {
  expect([2, 3, 4, 5].map(listSpecVersion)).toEqual([2, 2, 3, 3]);
});
