import { GppModel } from '@iabgpp/cmpapi';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeGpp } from '#src/privacy/gpp.ts';
import { US_SECTION_IDS } from '#src/privacy/gpp-us.ts';
import { growth } from '#test/helpers/cost.ts';
import { anyString } from './arbitraries/consent.ts';
import { runs } from './runs.ts';

const budget = runs(120);

/** Sections by the IAB library's name, with ours. */
const SECTIONS = {
  usnat: 7,
  usca: 8,
  usva: 9,
  usco: 10,
  usut: 11,
  usct: 12,
  usfl: 13,
  usmt: 14,
  usor: 15,
  ustx: 16,
  usde: 17,
  usia: 18,
  usne: 19,
  usnh: 20,
  usnj: 21,
  ustn: 22,
  usmn: 23,
  usmd: 24,
  usin: 25,
  usky: 26,
  usri: 27,
} as const;
type Name = keyof typeof SECTIONS;
const NAMES = Object.keys(SECTIONS) as Name[];

const MAY_NOT_BE_ZERO = /^MspaCovered/;
const FIELDS =
  'SharingNotice ProcessingNotice SaleOptOutNotice SharingOptOutNotice TargetedAdvertisingOptOutNotice SensitiveDataProcessingOptOutNotice SensitiveDataOptOutNotice SensitiveDataLimitUseNotice SaleOptOut SharingOptOut TargetedAdvertisingOptOut PersonalDataConsents AdditionalDataProcessingConsent MspaCoveredTransaction MspaOptOutOptionMode MspaServiceProviderMode MspaMode'.split(
    ' ',
  );
const LISTS = ['SensitiveDataProcessing', 'KnownChildSensitiveDataConsents'];

const response = fc.integer({ min: 0, max: 2 });
const sectionValues = fc.record({
  single: fc.record(
    Object.fromEntries(FIELDS.map((name) => [name, MAY_NOT_BE_ZERO.test(name) ? fc.integer({ min: 1, max: 2 }) : response])),
  ),
  lists: fc.array(response, { minLength: 16, maxLength: 16 }),
  gpc: fc.boolean(),
});
type Values = typeof sectionValues extends fc.Arbitrary<infer T> ? T : never;

const hasField = (model: GppModel, name: Name, field: string): boolean => {
  try {
    const value: unknown = model.getFieldValue(name, field);
    return value !== undefined && value !== null;
  } catch {
    return false;
  }
};

/** Writes the values if the section has the field; returns the resulting values. */
function fill(model: GppModel, name: Name, values: Values): Record<string, number> {
  const written: Record<string, number> = {};
  model.setFieldValue(name, 'SaleOptOut', 0);
  for (const field of FIELDS) {
    if (!hasField(model, name, field)) continue;
    model.setFieldValue(name, field, values.single[field] ?? 0);
    written[field] = values.single[field] ?? 0;
  }
  for (const field of LISTS) {
    if (!hasField(model, name, field)) continue;
    const before: unknown = model.getFieldValue(name, field);
    const length = Array.isArray(before) ? before.length : 1;
    const list = values.lists.slice(0, length);
    model.setFieldValue(name, field, Array.isArray(before) ? list : (list[0] ?? 0));
    for (const [i, value] of list.entries()) written[`${field}${i + 1}`] = value;
  }
  if (hasField(model, name, 'Gpc')) model.setFieldValue(name, 'Gpc', values.gpc);
  return written;
}

test('sections encoded by the IAB library are decoded field by field', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 5 }), sectionValues, (names, values) => {
      const model = new GppModel();
      const written = new Map(names.map((name) => [SECTIONS[name], fill(model, name, values)]));
      const ours = decodeGpp(model.encode());
      expect(ours.errors).toEqual([]);
      expect([...ours.ids].sort((a, b) => a - b)).toEqual([...written.keys()].sort((a, b) => a - b));
      for (const name of names) {
        const section = ours.us(SECTIONS[name]);
        expect(section?.fields).toEqual(written.get(SECTIONS[name]));
        if (hasField(model, name, 'Gpc')) expect(section?.gpc).toBe(values.gpc);
      }
    }),
    budget,
  );
});

test('section ids equal those the IAB library reads from the same header', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 1, maxLength: NAMES.length }), (names) => {
      const model = new GppModel();
      for (const name of names) model.setFieldValue(name, 'SaleOptOut', 1);
      model.setFieldValue('uspv1', 'OptOutSale', 'Y');
      const text = model.encode();
      const ours = decodeGpp(text);
      expect([...ours.ids].sort((a, b) => a - b)).toEqual(new GppModel(text).getSectionIds().sort((a, b) => a - b));
      expect(ours.section(6)?.[2]).toBe('Y');
    }),
    budget,
  );
});

test('any text is decoded or rejected with a reason', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        anyString,
        anyString.map((tail) => `DBA${tail}`),
      ),
      (text) => {
        const gpp = decodeGpp(text);
        for (const id of US_SECTION_IDS) gpp.us(id);
        expect(gpp.ids.length > 0 ? gpp.ids.length < text.length : true).toBe(true);
      },
    ),
    runs(500),
  );
});

test.each(['A', '_', '~', '.', 'DBA', 'DBABMA~CQ', '~BVVVVVVVVWA'])(
  'the cost of a text that repeats %s is proportional to its length',
  async (part) => {
    const decode = (size: number): void => {
      const text = `DBA${part.repeat(size)}`;
      for (let i = 0; i < 20; i++) {
        const gpp = decodeGpp(text);
        for (const id of US_SECTION_IDS) gpp.us(id);
      }
    };
    // Quadratic growth would cost 64 times as much.
    expect(await growth(decode, 500, 4000, 24)).toBeLessThanOrEqual(24);
  },
);
