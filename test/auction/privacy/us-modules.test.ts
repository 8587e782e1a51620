import { describe, expect, it } from 'vitest';
import type { Activity } from '#src/auction/privacy/decision.ts';
import { compileModules } from '#src/auction/privacy/privacy-modules.ts';
import { deniesActivity, usGeneral } from '#src/auction/privacy/us-general.ts';
import { compileLogic, isTruthy } from '#src/json/json-logic.ts';
import { type GppString, noGpp } from '#src/privacy/gpp.ts';
import { readUsSection, type UsSection } from '#src/privacy/gpp-us.ts';
import { toNational } from '#src/privacy/us-states.ts';

const section = (id: number, fields: { [name: string]: number }, gpc = false): UsSection => ({
  id,
  version: 1,
  fields,
  gpc,
  gpcIncluded: gpc,
});
const gppOf = (...sections: UsSection[]): GppString => ({ ...noGpp, us: (id) => sections.find((one) => one.id === id) });

/** Nothing denied: notices given, no opt-outs, no sensitive data. */
const harmless = {
  SharingNotice: 1,
  SaleOptOutNotice: 1,
  SharingOptOutNotice: 1,
  TargetedAdvertisingOptOutNotice: 1,
  SensitiveDataProcessingOptOutNotice: 1,
  SensitiveDataLimitUseNotice: 1,
  SaleOptOut: 2,
  SharingOptOut: 2,
  TargetedAdvertisingOptOut: 2,
  PersonalDataConsents: 1,
  MspaServiceProviderMode: 2,
};
const KNOWN: Activity[] = ['syncUser', 'enrichUfpd', 'transmitUfpd', 'transmitEids', 'transmitPreciseGeo'];
const deniedBy = (fields: { [name: string]: number }, gpc = false): Activity[] =>
  KNOWN.filter((activity) => deniesActivity(activity, { ...harmless, ...fields }, gpc, false));

describe('the rules for US sections', () => {
  it('allow harmless signals', () => {
    expect(deniedBy({})).toEqual([]);
  });

  it.each([
    [{ MspaServiceProviderMode: 1 }, KNOWN],
    [{ SaleOptOut: 1 }, KNOWN.slice(0, 4)],
    [{ SaleOptOutNotice: 2 }, KNOWN.slice(0, 4)],
    [{ SaleOptOutNotice: 0 }, KNOWN.slice(0, 4)],
    [{ SharingNotice: 2 }, KNOWN.slice(0, 4)],
    [{ SharingNotice: 0 }, KNOWN.slice(0, 4)],
    [{ SharingOptOut: 1 }, KNOWN.slice(0, 4)],
    [{ SharingOptOutNotice: 2 }, KNOWN.slice(0, 4)],
    [{ SharingOptOutNotice: 0 }, KNOWN.slice(0, 4)],
    [{ TargetedAdvertisingOptOut: 1 }, KNOWN.slice(0, 4)],
    [{ TargetedAdvertisingOptOutNotice: 2 }, KNOWN.slice(0, 4)],
    [{ KnownChildSensitiveDataConsents1: 1 }, KNOWN],
    [{ KnownChildSensitiveDataConsents2: 1 }, KNOWN],
    [{ KnownChildSensitiveDataConsents2: 2 }, KNOWN],
    [{ KnownChildSensitiveDataConsents3: 1 }, KNOWN],
    [{ KnownChildSensitiveDataConsents1: 2 }, []],
    [{ PersonalDataConsents: 2 }, KNOWN],
    [{ SensitiveDataProcessingOptOutNotice: 2 }, KNOWN.slice(2)],
    [{ SensitiveDataLimitUseNotice: 2 }, KNOWN.slice(2)],
    [{ SensitiveDataLimitUseNotice: 0, SensitiveDataProcessing1: 2 }, KNOWN.slice(2, 4)],
    [{ SensitiveDataLimitUseNotice: 0, SensitiveDataProcessing8: 2 }, KNOWN.slice(4)],
    [{ SensitiveDataProcessing1: 1 }, KNOWN.slice(2, 4)],
    [{ SensitiveDataProcessing6: 2 }, KNOWN.slice(2, 4)],
    [{ SensitiveDataProcessing8: 1 }, KNOWN.slice(4)],
    [{ SensitiveDataProcessing1: 2 }, []],
  ])('deny by %j', (fields, activities) => {
    expect(deniedBy(fields as { [name: string]: number })).toEqual(activities);
  });

  it('deny by global privacy control', () => {
    expect(deniedBy({}, true)).toEqual(KNOWN);
  });

  it('allow personal data if the account permits it', () => {
    expect(deniesActivity('syncUser', { ...harmless, PersonalDataConsents: 2 }, false, true)).toBe(false);
  });

  it('do not cover other activities', () => {
    expect(deniesActivity('fetchBids', harmless, true, false)).toBeUndefined();
  });
});

describe('a state section in the national layout', () => {
  const values = (fields: { [name: string]: number | undefined }, name: string, last: number) =>
    Array.from({ length: last }, (_, i) => fields[`${name}${i + 1}`]);
  const sensitive = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`SensitiveDataProcessing${i + 1}`, i + 1]));
  const children = (id: number, ...given: number[]) => {
    const fields = Object.fromEntries(given.map((value, i) => [`KnownChildSensitiveDataConsents${i + 1}`, value]));
    return values(toNational(section(id, fields)), 'KnownChildSensitiveDataConsents', 3);
  };

  it('numbers sensitive data like the national section', () => {
    const kinds = (id: number, count: number) => values(toNational(section(id, sensitive(count))), 'SensitiveDataProcessing', 12);
    expect(kinds(8, 9)).toEqual([4, 4, 8, 9, undefined, 6, 7, 3, 1, 2, undefined, 5]);
    expect(kinds(11, 8).slice(0, 8)).toEqual([1, 2, 5, 3, 4, 6, 7, 8]);
    expect(kinds(9, 8).slice(0, 8)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(toNational(section(11, { SensitiveDataProcessingOptOutNotice: 2 }))['SensitiveDataProcessingOptOutNotice']).toBe(2);
  });

  it("maps children's data to the national section", () => {
    expect([children(8, 0, 0), children(8, 1, 0), children(9, 0), children(9, 2), children(12, 0, 0, 0)]).toEqual([
      [0, 0, undefined],
      [1, 1, undefined],
      [0, 0, undefined],
      [1, 1, undefined],
      [0, 0, undefined],
    ]);
    expect([children(12, 0, 2, 2), children(12, 1, 0, 0)]).toEqual([
      [2, 1, undefined],
      [1, 1, undefined],
    ]);
  });

  it('is unchanged if it is the national one', () => {
    const fields = { SaleOptOut: 1 };
    expect(toNational(section(7, fields))).toBe(fields);
  });
});

describe('module iab.usgeneral', () => {
  const decide = usGeneral({ skipSids: new Set([9]), allowsPersonal: false });
  const optedOut = { ...harmless, SaleOptOut: 1 };

  it('decides by the applicable sections', () => {
    expect(decide('syncUser', { gpp: gppOf(section(7, optedOut)), gppSid: [7] })).toBe('deny');
    expect(decide('syncUser', { gpp: gppOf(section(7, harmless)), gppSid: [7] })).toBe('allow');
    expect(decide('syncUser', { gpp: gppOf(section(7, optedOut)), gppSid: [2] })).toBe('abstain');
    expect(decide('syncUser', { gpp: gppOf(section(9, optedOut)), gppSid: [9] })).toBe('abstain');
    expect(decide('fetchBids', { gpp: gppOf(section(7, optedOut)), gppSid: [7] })).toBe('abstain');
  });

  it("treats a missing Californian section as a child's, ignores any other", () => {
    expect(decide('syncUser', { gpp: noGpp, gppSid: [8] })).toBe('deny');
    expect(decide('syncUser', { gpp: noGpp, gppSid: [10] })).toBe('allow');
  });
});

describe('module iab.uscustomlogic', () => {
  const decide = (config: object) =>
    compileModules([{ code: 'iab.uscustomlogic', enabled: true, skipRate: 0, config: config as never }])[0]?.decide;
  const rule = { activities: ['sync-user'], 'restrict-if-true': { '==': [{ var: 'SensitiveDataProcessing8' }, 3] } };
  const california = section(8, { SensitiveDataProcessing3: 3, SensitiveDataProcessing8: 1 });

  it("denies if the account's rule is true for a section", () => {
    const normalized = decide({ sids: [8], activity_config: [rule] });
    const plain = decide({ sids: [8], normalizeFlags: false, activityConfig: [rule] });
    const request = { gpp: gppOf(california), gppSid: [8] };
    expect([normalized?.('syncUser', request), plain?.('syncUser', request)]).toEqual(['deny', 'allow']);
    expect(normalized?.('fetchBids', request)).toBe('abstain');
    expect(decide({ sids: [7], activity_config: [rule] })?.('syncUser', request)).toBe('abstain');
  });

  it('denies if the rule is malformed', () => {
    const broken = decide({ sids: [8], activity_config: [{ activities: ['syncUser'], restrict_if_true: { nonsense: [] } }] });
    expect(broken?.('syncUser', { gpp: gppOf(california), gppSid: [8] })).toBe('deny');
  });

  it('provides the only field for children of a section with and without a number', () => {
    const denied = (id: number, name: string, fields: Record<string, number>) =>
      decide({ sids: [id], activity_config: [{ activities: ['syncUser'], restrict_if_true: { '==': [{ var: name }, 1] } }] })?.(
        'syncUser',
        {
          gpp: gppOf(section(id, fields)),
          gppSid: [id],
        },
      );
    const one = { KnownChildSensitiveDataConsents1: 1 };
    expect(denied(16, 'KnownChildSensitiveDataConsents', one)).toBe('deny');
    expect(denied(16, 'KnownChildSensitiveDataConsents1', one)).toBe('deny');
    expect(denied(13, 'KnownChildSensitiveDataConsents', { ...one, KnownChildSensitiveDataConsents2: 1 })).toBe('allow');
  });

  it('provides the version and the privacy control of a section', () => {
    const rules = [
      {
        activities: ['syncUser'],
        restrict_if_true: { and: [{ var: 'Gpc' }, { '==': [{ var: 'Version' }, 1] }, { var: 'GpcSegmentIncluded' }] },
      },
    ];
    expect(decide({ sids: [10], activity_config: rules })?.('syncUser', { gpp: gppOf(section(10, {}, true)), gppSid: [10] })).toBe('deny');
  });
});

it('a section without a known layout is rejected', () => {
  expect(readUsSection(99, 'BAAAAAAAAAAA')).toEqual({ error: 'unknown section' });
});

describe('JsonLogic', () => {
  const data = { a: 1, b: { c: 'x' }, list: [1, 2, 3], empty: '', nothing: null };
  it.each([
    [{ var: 'b.c' }, 'x'],
    [{ var: ['b.d', 'other'] }, 'other'],
    [{ var: '' }, data],
    [{ var: 'b.__proto__.x' }, null],
    [{ var: 'list.1' }, 2],
    [{ var: [true] }, null],
    [{ var: 'a.b.c' }, null],
    [{ '==': [{ var: 'a' }, '1'] }, true],
    [{ '==': [null, { var: 'nothing' }] }, true],
    [{ '==': ['a', 'b'] }, false],
    [{ '!=': [1, 2] }, true],
    [{ '===': [1, '1'] }, false],
    [{ '!==': [1, '1'] }, true],
    [{ '!': [[]] }, true],
    [{ '!!': 'x' }, true],
    [{ '<': [1, 2, 3] }, true],
    [{ '<=': [1, 1, 0] }, false],
    [{ '>': [2, 1] }, true],
    [{ '>=': [1] }, false],
    [{ '+': [1, '2', 3] }, 6],
    [{ '-': [3] }, -3],
    [{ '-': [3, 1] }, 2],
    [{ '*': [2, 3] }, 6],
    [{ '/': [6, 3] }, 2],
    [{ '%': [7, 4] }, 3],
    [{ max: [1, 3, 2] }, 3],
    [{ min: [1, 3, 2] }, 1],
    [{ cat: ['a', 1] }, 'a1'],
    [{ in: [2, { var: 'list' }] }, true],
    [{ in: ['x', 'axb'] }, true],
    [{ in: ['x', 5] }, false],
    [{ merge: [[1], 2, [3]] }, [1, 2, 3]],
    [{ and: [1, 0, 2] }, 0],
    [{ and: [1, 2] }, 2],
    [{ or: [0, '', 3] }, 3],
    [{ or: [0, ''] }, ''],
    [{ if: [false, 1, true, 2, 3] }, 2],
    [{ if: [false, 1, false, 2, 3] }, 3],
    [{ '?:': [false, 1] }, null],
    [{ missing: ['a', 'z', 'empty'] }, ['z', 'empty']],
    [{ missing_some: [1, ['a', 'z']] }, []],
    [{ missing_some: [2, ['a', 'z']] }, ['z']],
    [{ some: [{ var: 'list' }, { '>': [{ var: '' }, 2] }] }, true],
    [{ all: [{ var: 'list' }, { '>': [{ var: '' }, 2] }] }, false],
    [{ none: [{ var: 'missing' }, true] }, true],
    [{ filter: [{ var: 'list' }, { '>': [{ var: '' }, 2] }] }, [3]],
    [{ filter: [{ var: 'missing' }, true] }, []],
    [{ map: [{ var: 'list' }, { '*': [{ var: '' }, 2] }] }, [2, 4, 6]],
    [{ reduce: [{ var: 'list' }, { '+': [{ var: 'accumulator' }, { var: 'current' }] }, 10] }, 16],
    [{ reduce: [{ var: 'missing' }, true] }, null],
    [{ substr: ['jsonlogic', 4] }, 'logic'],
    [{ substr: ['jsonlogic', -5] }, 'logic'],
    [{ substr: ['jsonlogic', 1, 3] }, 'son'],
    [{ substr: ['jsonlogic', 4, -2] }, 'log'],
    [{ log: ['text'] }, 'text'],
    [
      { two: 1, keys: 2 },
      { two: 1, keys: 2 },
    ],
    ['text', 'text'],
  ])('evaluates %j', (rule, wanted) => {
    expect(compileLogic(rule)(data)).toEqual(wanted);
  });

  it('reports an unknown operator', () => {
    expect(() => compileLogic({ constructor: [] })).toThrow('unknown operator: constructor');
  });

  it('treats empty values as false', () => {
    expect([[], '', 0, null, undefined, Number.NaN, [0], '0'].map(isTruthy)).toEqual([
      false,
      false,
      false,
      false,
      false,
      false,
      true,
      true,
    ]);
  });
});
