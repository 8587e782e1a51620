import { TCString } from '@iabtcf/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeTcf, type TcfConsent } from '#src/privacy/tcf.ts';
import { costRatio } from '#test/helpers/cost.ts';
import { anyString, choices, writeTcf } from './arbitraries/consent.ts';
import { runs } from './runs.ts';

const budget = runs(150);
const VENDORS = Array.from({ length: 60 }, (_, i) => i + 1);
const PURPOSES = Array.from({ length: 24 }, (_, i) => i + 1);

function decoded(text: string): TcfConsent {
  const consent = decodeTcf(text);
  if ('error' in consent) throw new Error(consent.error);
  return consent.value;
}

test('a string decodes to the same values as in the IAB library', () => {
  fc.assert(
    fc.property(choices, (made) => {
      const text = writeTcf(made);
      const ours = decoded(text);
      const theirs = TCString.decode(text);
      expect({
        cmpId: ours.cmpId,
        listVersion: ours.listVersion,
        policyVersion: ours.policyVersion,
        created: ours.createdAt,
        treatment: ours.purposeOneTreatment,
        purposes: PURPOSES.filter((id) => ours.purposeConsent(id)),
        interests: PURPOSES.filter((id) => ours.purposeLegitimateInterest(id)),
        features: PURPOSES.filter((id) => ours.specialFeature(id)),
        vendors: VENDORS.filter((id) => ours.vendorConsent(id)),
        vendorInterests: VENDORS.filter((id) => ours.vendorLegitimateInterest(id)),
      }).toEqual({
        cmpId: theirs.cmpId,
        listVersion: theirs.vendorListVersion,
        policyVersion: theirs.policyVersion,
        created: theirs.created.getTime(),
        treatment: theirs.purposeOneTreatment,
        purposes: PURPOSES.filter((id) => theirs.purposeConsents.has(id)),
        interests: PURPOSES.filter((id) => theirs.purposeLegitimateInterests.has(id)),
        features: PURPOSES.filter((id) => theirs.specialFeatureOptins.has(id)),
        vendors: VENDORS.filter((id) => theirs.vendorConsents.has(id)),
        vendorInterests: VENDORS.filter((id) => theirs.vendorLegitimateInterests.has(id)),
      });
    }),
    budget,
  );
});

test('a vendor is restricted exactly as encoded, and as the IAB library decodes it', () => {
  fc.assert(
    fc.property(choices, (made) => {
      const text = writeTcf(made);
      const ours = decoded(text);
      const theirs = TCString.decode(text).publisherRestrictions;
      const read = new Set(
        theirs.getRestrictions().flatMap((one) => [...theirs.getVendors(one)].map((id) => `${one.purposeId}/${one.restrictionType}/${id}`)),
      );
      for (const purpose of PURPOSES.slice(0, 12)) {
        for (const type of [0, 1, 2] as const) {
          for (const id of VENDORS) expect(ours.isRestricted(purpose, type, id)).toBe(read.has(`${purpose}/${type}/${id}`));
        }
      }
    }),
    runs(60),
  );
});

test('any text is decoded or rejected with a reason', () => {
  fc.assert(
    fc.property(anyString, (text) => {
      const consent = decodeTcf(text);
      if ('error' in consent) expect(consent.error).not.toBe('');
      else expect(consent.value.version).toBe(2);
    }),
    runs(500),
  );
});

test('publisher data in further segments is readable in any string', () => {
  fc.assert(
    fc.property(choices, anyString, (made, tail) => {
      const consent = decoded(`${writeTcf(made)}.${tail}`);
      expect(typeof (consent.disclosedVendors?.has(1) ?? false)).toBe('boolean');
      expect(typeof (consent.publisherTc?.customConsent(3) ?? false)).toBe('boolean');
      expect(consent.allowedVendors?.has(0) ?? false).toBe(false);
    }),
    budget,
  );
});

/** A string with this many ranges of vendors, each of `width` ids. */
function withRanges(count: number, width: number): string {
  const ids = Array.from({ length: count }, (_, i) => Array.from({ length: width }, (_, at) => 1 + i * (width + 1) + at)).flat();
  const [some, none] = [
    { maxId: 65_535, ids, asRanges: true },
    { maxId: 0, ids: [], asRanges: false },
  ];
  const numbers = {
    created: 16_000_000_000,
    cmpId: 2,
    listVersion: 3,
    policyVersion: 4,
    specialFeatures: 0,
    consents: 0,
    interests: 0,
    oneTreatment: 0,
  };
  return writeTcf({ ...numbers, vendorConsents: some, vendorInterests: none, restrictions: [] });
}

const decodeAndRead = (text: string) => (): boolean => decoded(text).vendorConsent(65_535);

test('the cost of a string is proportional to its length, and a range costs the same for any number of vendors', async () => {
  const [few, many, wide] = [withRanges(250, 1), withRanges(2000, 1), withRanges(2000, 30)];
  // Quadratic growth would cost 64 times as much, counting vendors 30 times.
  expect(await costRatio(decodeAndRead(many), decodeAndRead(few), 24)).toBeLessThanOrEqual(24);
  expect(await costRatio(decodeAndRead(wide), decodeAndRead(many), 8)).toBeLessThanOrEqual(8);
});
