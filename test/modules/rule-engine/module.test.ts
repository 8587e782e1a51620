import { expect, test, vi } from 'vitest';
import type { HookResult, Module } from '#src/modules/hook.ts';
import { compileGo } from '#src/modules/rule-engine/compile-go.ts';
import { compileJava } from '#src/modules/rule-engine/compile-java.ts';
import definition from '#src/modules/rule-engine/module.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { silentLog } from '#src/platform/log.ts';
import { hookContext, moduleEnv } from '#test/helpers/module-env.ts';

const request = (country: string): BidRequest =>
  ({
    id: 'r',
    imp: [
      { id: 'a', banner: {}, ext: { srv: { bidder: { alpha: { p: 1 }, beta: { p: 2 } } } } },
      { id: 'b', video: {}, ext: { srv: { bidder: { beta: { p: 3 } } } } },
    ],
    device: { geo: { country } },
  }) as BidRequest;

const exclude = (...bidders: string[]): Ext => ({ function: 'excludeBidders', args: { bidders } });
const include = (...bidders: string[]): Ext => ({ function: 'includeBidders', args: { bidders } });
const countryRule = (country: string, ...results: Ext[]): Ext => ({
  schema: [{ function: 'deviceCountry' }],
  rules: [{ conditions: [country], results }],
});
const countrySet = (name: string): Ext => ({
  stage: 'processed_auction_request',
  name,
  modelgroups: [{ weight: 100, ...countryRule('MEX', exclude('beta')) }],
});
const settingsOf = (...groups: Ext[]): Ext => ({
  enabled: true,
  rulesets: [{ stage: 'processed_auction_request', name: 's', modelgroups: groups.map((group) => ({ weight: 100, ...group })) }],
});

async function runHook(settings: Ext, given: BidRequest, over: Parameters<typeof moduleEnv>[0] = {}): Promise<HookResult | undefined> {
  const { hooks } = (await definition.start({}, moduleEnv(over))) as Module;
  return hooks.processed_auction_request?.(given as never, hookContext({ settings }));
}

const biddersOf = ({ imp }: BidRequest): Ext => Object.fromEntries(imp.map(({ id, ext }) => [id, Object.keys(ext?.srv?.bidder ?? {})]));

test('an account that disables its rules leaves a message in variant go only', async () => {
  const off = { ...settingsOf(countryRule('MEX', exclude('beta'))), enabled: false };
  expect(await runHook(off, request('MEX'))).toEqual({ debug: ['skipped, rules engine is disabled for this account'] });
  expect(await runHook(off, request('MEX'), { variant: 'java' })).toBeUndefined();
});

test.each([[[]], ['5'], [{ pct: '5' }]])('a share whose arguments are unreadable drops its set in variant go: %j', (args) => {
  const rules = [{ conditions: ['true'], results: [exclude('beta')] }];
  expect(compileGo(settingsOf({ schema: [{ function: 'percent', args }], rules }), {})).toEqual([]);
});

test('variant go keeps an imp that lost all its bidders', async () => {
  const given = request('MEX');
  await runHook(settingsOf(countryRule('MEX', exclude('beta'))), given);
  expect(biddersOf(given)).toEqual({ a: ['alpha'], b: [] });
});

test.each([
  [[exclude('beta')], ['delete']],
  [[include('alpha')], ['add']],
  [
    [include('alpha'), exclude('alpha')],
    ['delete', 'add'],
  ],
])('variant go names what exclusions delete and inclusions add: %j', async (results, types) => {
  const result = await runHook(settingsOf(countryRule('MEX', ...results)), request('MEX'));
  expect(result?.changes).toEqual(types.map((type) => ({ key: ['bidrequest', 'imp', 'ext', 'prebid', 'bidders'], type })));
});

test('variant java drops an imp that lost all its bidders and reports reason 203', async () => {
  const given = request('MEX');
  const result = await runHook(settingsOf(countryRule('MEX', exclude('BETA'))), given, { variant: 'java' });
  expect(biddersOf(given)).toEqual({ a: ['alpha'] });
  expect(result?.rejections).toEqual({
    beta: [
      { impId: 'a', reason: 203 },
      { impId: 'b', reason: 203 },
    ],
  });
});

test.each(['go', 'java'] as const)('inclusions of one rule keep the bidders of each of them in variant %s', async (variant) => {
  const given = request('MEX');
  const result = await runHook(settingsOf(countryRule('MEX', include('alpha'), include('beta'))), given, { variant });
  expect([result, biddersOf(given)]).toEqual([undefined, { a: ['alpha', 'beta'], b: ['beta'] }]);
});

test('variant java removes what no inclusion of a rule keeps', async () => {
  const unsynced = { function: 'includeBidders', args: { bidders: ['beta'], ifSyncedId: true } };
  const result = await runHook(settingsOf(countryRule('MEX', include('alpha'), unsynced)), request('MEX'), { variant: 'java' });
  expect(Object.keys(result?.rejections ?? {})).toEqual(['beta']);
});

test('variant java rejects a request that lost all its bidders', async () => {
  const result = await runHook(settingsOf(countryRule('MEX', exclude('alpha', 'beta'))), request('MEX'), { variant: 'java' });
  expect(result?.reject).toBe(true);
});

test.each([
  [{ enabled: 'perhaps' }, 'enabled: Invalid input: expected boolean, received string'],
  [{ timestamp: 'yesterday' }, 'timestamp: Invalid ISO datetime'],
  [{ ruleSets: 'all' }, 'ruleSets: Invalid input: expected array, received string'],
  [{ ruleSets: [{ modelGroups: [{ weight: [] }] }] }, 'ruleSets.0.modelGroups.0.weight: Invalid input: expected number, received array'],
])('variant java rejects settings with a field of another type: %j', (settings, message) => {
  expect(() => compileJava(settings)).toThrow(message);
});

test('variant go rejects a timestamp that is not a string', () => {
  expect(() => compileGo({ enabled: true, rulesets: [], timestamp: 5 }, {})).toThrow(
    'JSON schema validation: [timestamp: Invalid type. Expected: string, given: integer] ',
  );
});

test.each(['ruleSets', 'rulesets'])('variant go reads a stage with dashes in %s', (name) => {
  const set = { ...countrySet('countries'), stage: 'processed-auction-request' };
  expect(compileGo({ enabled: true, [name]: [set] }, {})).toHaveLength(1);
});

test.each([false, 'false', 0])('a set with enabled %j does not run in either variant', (enabled) => {
  const sets = [{ ...countrySet('a'), enabled }, countrySet('b')];
  expect(compileGo({ enabled: true, rulesets: sets }, {}).map(({ name }) => name)).toEqual(['b']);
  expect(compileJava({ enabled: true, ruleSets: sets }).map(({ name }) => name)).toEqual(['b']);
});

test('a request that matches no rule is unchanged', async () => {
  const given = request('CUB');
  expect(await runHook(settingsOf(countryRule('MEX', exclude('beta'))), given)).toBeUndefined();
  expect(given).toEqual(request('CUB'));
});

test('invalid settings are logged once with their account, and requests continue without rules', async () => {
  const warn = vi.fn();
  const { hooks } = (await definition.start({}, moduleEnv({ log: { ...silentLog, warn } }))) as Module;
  const settings = { enabled: true, rulesets: 'none' };
  const given = request('MEX');
  for (let i = 0; i < 2; i++) void hooks.processed_auction_request?.(given as never, hookContext({ settings, accountId: 'acme' }));
  expect(warn.mock.calls).toEqual([
    [
      { account: 'acme' },
      'Rules engine error parsing config for account acme: JSON schema validation: [rulesets: Invalid type. Expected: array, given: string] ',
    ],
  ]);
  expect(given).toEqual(request('MEX'));
});

test('bidders are excluded in countries outside their geoscope if the account enables it', async () => {
  const settings = { ...settingsOf(countryRule('XXX')), generate_rules_from_bidderconfig: true };
  const given = request('CHE');
  await runHook(settings, given, { geoscopes: { alpha: ['EEA'], beta: ['!CHE'] } });
  expect(biddersOf(given)).toEqual({ a: [], b: [] });
});

test('an invalid country code in a geoscope stops the startup', () => {
  expect(() => definition.start({}, moduleEnv({ geoscopes: { alpha: ['GLOBAL', '!EU'] } }))).toThrow(
    'invalid geoscope entry at index 1: EU for adapter: !alpha - must be a 3-letter ISO 3166-1 alpha-3 country code',
  );
  expect(() => definition.start({}, moduleEnv({ geoscopes: { alpha: ['U5A'] } }))).toThrow(
    'invalid geoscope entry at index 0: U5A for adapter: alpha - must contain only uppercase letters A-Z',
  );
});

test('a group is drawn by weight from the host’s randomness', async () => {
  const settings = settingsOf(
    { ...countryRule('MEX', exclude('alpha')), weight: 30 },
    { ...countryRule('MEX', exclude('beta')), weight: 70 },
  );
  const drawn = async (next: number): Promise<Ext> => {
    const given = request('MEX');
    const { random } = moduleEnv();
    await runHook(settings, given, { random: { ...random, next: () => next } });
    return biddersOf(given);
  };
  expect([await drawn(0.29), await drawn(0.3)]).toEqual([
    { a: ['beta'], b: ['beta'] },
    { a: ['alpha'], b: [] },
  ]);
});

const javaSettings = (...modelGroups: Ext[]): Ext => ({ ruleSets: [{ stage: 'processed-auction-request', modelGroups }] });

test('variant java names the function whose arguments are invalid', () => {
  const settings = javaSettings({ weight: 1, schema: [{ function: 'eidIn', args: { sources: [] } }] });
  expect(() => compileJava(settings)).toThrow(
    "Function 'eidIn' configuration is invalid: Field 'sources' is required and has to be an array of strings",
  );
});

test('variant java reports the error of the first invalid group', () => {
  const settings = javaSettings({ weight: 0 }, { weight: 1, schema: [{ function: 'moonPhase' }] });
  expect(() => compileJava(settings)).toThrow('Weight must be greater than zero');
});

test('variant java reads weights, conditions and versions of any scalar type', async () => {
  const settings = javaSettings({
    weight: '30',
    version: 7,
    analyticsKey: 'key',
    schema: [{ function: 'deviceCountryIn', args: { countries: ['MEX'] } }],
    rules: [{ conditions: [true], results: [{ function: 'logAtag', args: { analyticsValue: 'seen' } }] }],
  });
  const result = await runHook(settings, request('MEX'), { variant: 'java' });
  expect(result?.tags?.activities.map(({ results }) => results?.[0]?.values)).toEqual([
    { analyticsKey: 'key', analyticsValue: 'seen', modelVersion: '7', conditionFired: 'true', resultFunction: 'logAtag' },
  ]);
});

test.each([
  ['java', [0.5, 0, 0.5], { a: ['beta'], b: ['beta'] }],
  ['go', [0.5], { a: ['beta'], b: ['beta'] }],
] as const)('variant %s draws for a percentage of 100 as its server does', async (variant, draws, left) => {
  const left100 = { function: 'percent', args: { pct: 100 } };
  const left50 = { function: 'percent', args: { pct: 51 } };
  const group = { schema: [left100, left50], rules: [{ conditions: ['true', 'true'], results: [exclude('alpha')] }] };
  const rest = [...draws];
  const { random } = moduleEnv();
  const given = request('MEX');
  await runHook(settingsOf(group), given, { variant, random: { ...random, next: () => rest.shift() ?? 0.9 } });
  expect([biddersOf(given), rest]).toEqual([left, []]);
});

test('variant java reads ifSyncedId of any scalar type and rejects other values', () => {
  const settings = (ifSyncedId: unknown): Ext =>
    javaSettings({ weight: 1, default: [{ function: 'excludeBidders', args: { bidders: ['alpha'], ifSyncedId } }] });
  const flagOf = (ifSyncedId: unknown): unknown => compileJava(settings(ifSyncedId))[0]?.groups[0]?.defaults;
  expect(flagOf('true')).toEqual([expect.objectContaining({ ifSyncedId: true })]);
  expect(flagOf(null)).toEqual([expect.objectContaining({ ifSyncedId: undefined })]);
  expect(() => compileJava(settings('perhaps'))).toThrow(
    'Function \'excludeBidders\' configuration is invalid: ifSyncedId is not a boolean: "perhaps"',
  );
});
