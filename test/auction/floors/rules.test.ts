import { describe, expect, it, vi } from 'vitest';
import { type FloorSubject, valuesOf } from '#src/auction/floors/dimensions.ts';
import { impMinimum } from '#src/auction/floors/minimum.ts';
import { readData, readFloors } from '#src/auction/floors/read.ts';
import { findRule } from '#src/auction/floors/search.ts';
import { chooseGroup } from '#src/auction/floors/select.ts';
import { floorSettings } from '#src/auction/floors/settings.ts';
import { validGroups } from '#src/auction/floors/validate.ts';
import { unchanged } from '#src/auction/pricing/converter.ts';
import { accountSchema } from '#src/config/account.ts';
import { hostSchema } from '#src/config/schema.ts';
import type { BidRequest, Imp } from '#src/openrtb/ortb.ts';
import { dialects } from '#test/helpers/dialects.ts';

const value = (field: string, request: Partial<BidRequest>, imp: Partial<Imp> = {}, more: Partial<FloorSubject> = {}) =>
  valuesOf(field, { request: { id: '', imp: [], ...request }, imp: { id: 'i', ...imp }, dialect: dialects.go.floors, ...more });

describe('values for rules', () => {
  it('come from the inventory, its publisher, the channel, the device', () => {
    const dooh = { domain: 'd.test', publisher: { domain: 'p.test' } };
    expect([value('domain', { dooh }), value('siteDomain', { dooh }), value('pubDomain', { dooh })]).toEqual([
      ['d.test'],
      ['d.test'],
      ['p.test'],
    ]);
    expect(value('domain', { site: dooh }, {}, { dialect: dialects.java.floors })).toEqual(['d.test', 'p.test']);
    expect(value('channel', { ext: { srv: { channel: { name: 'web' } } } })).toEqual(['web']);
    expect(value('deviceType', { device: { ua: `${'x'.repeat(2000)}Phone` } })).toEqual(['desktop']);
    expect([value('bidder', {}), value('bidder', {}, {}, { bidder: 'a' }), value('unheard', {})]).toEqual([['*'], ['a'], ['*']]);
  });

  it('have a country code of three letters in the Java variant, and the code of the request in the Go variant', () => {
    const countries = (dialect: FloorSubject['dialect']) =>
      ['us', 'USA', 'XX', undefined].map((country) => value('country', { device: { geo: { country } } }, {}, { dialect }));
    expect(countries(dialects.java.floors)).toEqual([['USA'], ['USA'], ['*'], ['*']]);
    expect(countries(dialects.go.floors)).toEqual([['us'], ['USA'], ['XX'], ['*']]);
  });

  it('distinguish video by placement, as the variant does', () => {
    const imp = (placement?: number) => ({ video: { placement } });
    expect([value('mediaType', {}, imp(1)), value('mediaType', {}, imp())]).toEqual([['video'], ['video-outstream']]);
    expect([
      value('mediaType', {}, imp(), { dialect: dialects.java.floors }),
      value('mediaType', {}, imp(3), { dialect: dialects.java.floors }),
    ]).toEqual([['video', 'video-instream'], ['video-outstream']]);
  });

  it('contain one size, or none', () => {
    const banner = { format: [{ w: 1, h: 2 }] };
    expect([value('size', {}, { banner }), value('size', {}, { banner: {} }), value('size', {}, { video: { w: 3, h: 4 } })]).toEqual([
      ['1x2'],
      ['*'],
      ['3x4'],
    ]);
    expect(value('size', {}, { banner, video: {} }, { dialect: dialects.java.floors })).toEqual(['*']);
  });
});

describe('the rule search', () => {
  const many = Array.from({ length: 8 }, (_, i) => [`v${i}`]);
  const key = (retained: readonly number[]) => many.map(([v], i) => (retained.includes(i) ? v : '*')).join('|');

  it('tries every combination if there are more rules', () => {
    const rules = new Map(Array.from({ length: 300 }, (_, i) => [`${i}|*|*|*|*|*|*|*`, 1] as const));
    const scanned = vi.spyOn(rules, 'keys');
    expect(findRule(rules, [['7'], ...many.slice(1)], '|')).toBe('7|*|*|*|*|*|*|*');
    expect(scanned).not.toHaveBeenCalled();
  });

  it('finds the rule exact further left without trying every combination', () => {
    const rules = new Map([key([2, 3]), key([1, 7]), key([0]), 'a|b', 'x|*|*|*|*|*|*|*'].map((rule) => [rule, 1]));
    expect(findRule(rules, many, '|')).toBe(key([1, 7]));
    expect(
      findRule(
        new Map([
          [key([0, 1]), 1],
          [key([0, 2]), 1],
          [key([]), 1],
        ]),
        many,
        '|',
      ),
    ).toBe(key([0, 1]));
    expect(findRule(new Map(), many, '|')).toBeUndefined();
    expect(findRule(new Map([['a', 1]]), many, '|')).toBeUndefined();
  });

  it('prefers the more specific of several values', () => {
    expect(
      findRule(
        new Map([
          ['p', 1],
          ['d', 1],
        ]),
        [['d', 'p']],
        '|',
      ),
    ).toBe('d');
    const values = [...many.slice(1), ['d', 'p']];
    const rest = many.slice(1).map(([v]) => v);
    expect(
      findRule(
        new Map([
          [[...rest, 'p'].join('|'), 1],
          [[...rest, 'd'].join('|'), 1],
        ]),
        values,
        '|',
      ),
    ).toBe([...rest, 'd'].join('|'));
  });
});

describe('received floors', () => {
  it('are read in any case; values of the wrong type count as absent', () => {
    const floors = readFloors({
      FloorMin: '1',
      floorMinCur: 'EUR',
      Enabled: 'yes',
      Data: { ModelGroups: [5, { Schema: { Fields: ['size', 5] }, Values: 7, DEFAULT: 2 }] },
    });
    expect(floors).toMatchObject({ floorMin: undefined, floorMinCur: 'EUR', enabled: undefined });
    expect(floors?.data?.modelGroups).toEqual([expect.objectContaining({ fields: ['size'], values: {}, default: 2, delimiter: '|' })]);
    expect([readFloors(5), readData(undefined), readFloors(null)]).toEqual([undefined, undefined, undefined]);
  });

  it('may have too many rules or fields', () => {
    const groups =
      readData({ modelgroups: [{ modelversion: 'v', values: { a: 1, b: 2 }, schema: { fields: ['size', 'domain'] } }] })?.modelGroups ?? [];
    expect(validGroups(groups, { maxRules: 1, maxSchemaDims: 0 }).errors).toEqual([
      "Invalid Floor Model = 'v' due to number of rules = '2' are greater than limit 1",
    ]);
    expect(validGroups(groups, { maxRules: 0, maxSchemaDims: 0 })).toEqual({ groups, errors: [] });
  });

  it('have no minimum from an imp whose extension is malformed', () => {
    expect(impMinimum({ id: 'i', ext: 'text' as never }, {}, undefined, unchanged)).toEqual({ error: 'imp.ext is not an object' });
  });
});

describe('the choice of a model group', () => {
  const groups =
    readData({ modelgroups: [{ modelweight: 60, modelversion: 'b' }, { modelweight: 40, modelversion: 'a' }, {}] })?.modelGroups ?? [];
  const chosen = (draw: number, variant: 'go' | 'java') =>
    chooseGroup(groups, { next: () => draw }, dialects[variant].floors)?.modelVersion;

  it('is weighted', () => {
    expect([chosen(0, 'go'), chosen(0.3, 'go'), chosen(0.99, 'go')]).toEqual([undefined, 'a', 'b']);
    expect([chosen(0, 'java'), chosen(0.7, 'java'), chosen(0.999, 'java')]).toEqual(['b', 'a', undefined]);
    expect([chooseGroup([], { next: () => 0 }, dialects.go.floors), chooseGroup(groups, { next: () => 2 }, dialects.java.floors)]).toEqual([
      undefined,
      groups[2],
    ]);
  });
});

const LIMITS = hostSchema.parse({}).price_floors;

describe('settings of an account', () => {
  it("has the variant's defaults, computed once", () => {
    const account = accountSchema.parse({});
    expect(floorSettings(account, dialects.go.floors.defaults, LIMITS)).toMatchObject({
      enabled: false,
      useDynamicData: false,
      fetch: { max_file_size_kb: 100 },
    });
    expect(floorSettings(account, dialects.java.floors.defaults, LIMITS)).toMatchObject({
      enabled: true,
      enforceDealFloors: true,
      fetch: { max_file_size_kb: 200, max_schema_dims: 5 },
    });
    expect(floorSettings(account, dialects.go.floors.defaults, LIMITS)).toBe(floorSettings(account, dialects.go.floors.defaults, LIMITS));
  });

  it('uses the defaults for invalid fetch settings', () => {
    const fetch = { period_sec: 10, max_age_sec: 700, timeout_ms: 5, max_rules: -1 };
    expect(floorSettings(accountSchema.parse({ price_floors: { fetch } }), dialects.go.floors.defaults, LIMITS).fetch).toMatchObject({
      period_sec: 3600,
      max_age_sec: 86400,
      timeout_ms: 3000,
      max_rules: 1000,
    });
    const good = { period_sec: 600, max_age_sec: 700, timeout_ms: 500, max_rules: 7 };
    expect(floorSettings(accountSchema.parse({ price_floors: { fetch: good } }), dialects.go.floors.defaults, LIMITS).fetch).toMatchObject(
      good,
    );
  });

  it('may have fetch settings within the limits of the host', () => {
    const limits = { ...LIMITS, min_period_sec: 5, min_max_age_sec: 20, min_timeout_ms: 600, max_timeout_ms: 900 };
    const fetchOf = (fetch: object) =>
      floorSettings(accountSchema.parse({ price_floors: { fetch } }), dialects.java.floors.defaults, limits).fetch;
    expect(fetchOf({ period_sec: 10, max_age_sec: 30, timeout_ms: 700 })).toMatchObject({
      period_sec: 10,
      max_age_sec: 30,
      timeout_ms: 700,
    });
    expect([fetchOf({ timeout_ms: 600 }).timeout_ms, fetchOf({ timeout_ms: 900 }).timeout_ms]).toEqual([5000, 5000]);
  });
});
