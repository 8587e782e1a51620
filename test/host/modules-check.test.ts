/** Settings and plans of modules, as `auctor check` and the start see them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readSettings } from '#src/config/load.ts';
import { runningModules } from '#src/host/modules-check.ts';
import { checkSettings } from '#src/host/settings-check.ts';
import { checkStoredFiles } from '#src/host/stored-check.ts';

const GO = { AUCTOR_VARIANT: 'go', AUCTOR_GDPR_DEFAULT_VALUE: '0' };
const check = (base: object) => checkSettings({ environment: GO, base });

const groups = (code: string) => ({ groups: [{ timeout: 5, hook_sequence: [{ module_code: code, hook_impl_code: 'x' }] }] });
const planOf = (endpoint: string, code: string) => ({ endpoints: { [endpoint]: { stages: { bidder_request: groups(code) } } } });
const blocking = { prebid: { ortb2blocking: { enabled: true } } };

const folder = mkdtempSync(join(tmpdir(), 'auctor-plans-'));
afterAll(() => rmSync(folder, { recursive: true }));

const on = (settings: object = {}) => ({ enabled: true, ...settings });

test.each([
  [{ liveintent: { identity: on() } }, 'liveintent.identity: request-timeout-ms: Invalid input: expected number, received undefined'],
  [{ scope3: { rtd: on({ timeout_ms: 'soon' }) } }, 'scope3.rtd: timeout_ms: Invalid input: expected number, received string'],
  [{ optable: { targeting: on({ tenant: [] }) } }, 'optable.targeting: tenant: Invalid input: expected string, received array'],
  [{ auctor: { trafficshaping: on({ min_bid_rate: 5 }) } }, 'auctor.trafficshaping: min_bid_rate: Too big: expected number to be <=1'],
  [{ auctor: { devicedetection: on({ cache_size: 0 }) } }, 'auctor.devicedetection: cache_size must be a whole number from 1 on'],
  [
    { 'confiant-ad-quality': on({ 'scan-state-check-interval': 0 }) },
    'confiant-ad-quality: scan-state-check-interval: Too small: expected number to be >0',
  ],
])('settings that an enabled module rejects are errors: %j', async (modules, error) => {
  expect((await check({ hooks: { enabled: true, modules } })).errors).toEqual([`hooks.modules.${error}`]);
});

test('settings of a disabled module are not checked', async () => {
  const modules = { auctor: { trafficshaping: { min_bid_rate: 5 } } };
  expect((await check({ hooks: { enabled: true, modules } })).errors).toEqual([]);
});

describe('a plan', () => {
  test('that names a module which does not run, or an endpoint without modules, is a warning for the Go variant', async () => {
    const hooks = { enabled: true, modules: blocking, host_execution_plan: planOf('/openrtb2/auctoin', 'prebid.ortb2blocking') };
    const account_defaults = { hooks: { execution_plan: planOf('POST /openrtb2/auction', 'prebid.rulesengine') } };
    const { errors, warnings } = await check({ hooks, account_defaults });
    expect([errors, warnings]).toEqual([
      [],
      [
        'account_defaults.hooks.execution_plan: names the module prebid.rulesengine, which is missing or disabled',
        'hooks.host_execution_plan.endpoints./openrtb2/auctoin: no modules run at this endpoint; they run at /openrtb2/auction, /openrtb2/amp, /openrtb2/video',
      ],
    ]);
  });

  test('of a stored account has the same warnings', async () => {
    const file = join(folder, 'accounts.yaml');
    const account = { id: '7', hooks: { 'execution-plan': planOf('/openrtb2/auctoin', 'pb-nothing') } };
    writeFileSync(file, JSON.stringify({ accounts: [account] }));
    const base = { hooks: { enabled: true, modules: blocking }, accounts: { settings_filename: file } };
    const { config } = readSettings({ environment: GO, base });
    if (!config) throw new Error('no settings');
    const at = `${file}, account 7: hooks.execution-plan`;
    expect(checkStoredFiles(config, await runningModules(config))).toEqual({
      errors: [],
      warnings: [
        `${at}.endpoints./openrtb2/auctoin: no modules run at this endpoint; they run at /openrtb2/auction, /openrtb2/amp, /openrtb2/video`,
        `${at}: names the module pb-nothing, which is missing or disabled`,
      ],
      files: 1,
    });
  });
});

describe('settings that an account has for modules', () => {
  const enabled = { enabled: true };
  const running = {
    prebid: { rulesengine: enabled, ortb2blocking: enabled },
    'pb-request-correction': enabled,
    'pb-response-correction': enabled,
    'optable-targeting': enabled,
    'pb-richmedia-filter': enabled,
    auctor: { trafficshaping: enabled },
  };
  const rulesWith = (schema: object) => {
    const group = { schema: [schema], rules: [{ conditions: ['true'], results: [] }] };
    return { enabled: true, rulesets: [{ stage: 'processed_auction_request', name: 'countries', modelgroups: [group] }] };
  };
  const errorsOf = async (modules: object, over: object = {}): Promise<readonly string[]> => {
    const file = join(folder, 'modules.yaml');
    writeFileSync(file, JSON.stringify({ accounts: [{ id: '7', hooks: { modules } }] }));
    const base = { hooks: { enabled: true, modules: running }, accounts: { settings_filename: file }, ...over };
    const { config } = readSettings({ environment: GO, base });
    if (!config) throw new Error('no settings');
    return checkStoredFiles(config, await runningModules(config)).errors.map((error) =>
      error.replace(`${file}, account 7: hooks.modules.`, ''),
    );
  };

  test.each([
    [
      { prebid: { rulesengine: { enabled: true, rulesets: 5 } } },
      'prebid.rulesengine: JSON schema validation: [rulesets: Invalid type. Expected: array, given: integer] ',
    ],
    [
      { prebid: { rulesengine: rulesWith({ function: 'deviceCountryIn', args: {} }) } },
      'prebid.rulesengine: the rule set countries is ignored: Missing countries argument for deviceCountryIn schema function',
    ],
    [
      { prebid: { ortb2blocking: { attributes: { badv: { blocked_adomain: 7 } } } } },
      'prebid.ortb2blocking: failed to update badv field: failed to get override for badv.blocked_adomain: must be a list of strings',
    ],
    [
      { 'pb-richmedia-filter': { 'filter-mraid': true } },
      'pb-richmedia-filter: the settings of the host apply: filter-mraid (boolean) and mraid-script-pattern (string) are both needed',
    ],
    [{ 'pb-request-correction': { enabled: 'x' } }, 'pb-request-correction: enabled: Invalid input: expected boolean, received string'],
    [{ 'pb-response-correction': { enabled: 'x' } }, 'pb-response-correction: enabled: Invalid input: expected boolean, received string'],
    [{ 'optable-targeting': { timeout: 'x' } }, 'optable-targeting: timeout: Invalid input: expected number, received string'],
    [{ auctor: { trafficshaping: { min_bid_rate: 5 } } }, 'auctor.trafficshaping: min_bid_rate: Too big: expected number to be <=1'],
  ])('are errors of `auctor check` if a module rejects them: %j', async (modules, error) => {
    expect(await errorsOf(modules)).toEqual([error]);
    expect(await errorsOf(modules, { hooks: { enabled: true, modules: {} } })).toEqual([]);
  });

  test('are complete with those of account defaults, which cause warnings', async () => {
    const account_defaults = { hooks: { modules: { prebid: { rulesengine: { enabled: true, rulesets: [] } } } } };
    expect(await errorsOf({ prebid: { rulesengine: { timestamp: 'x' } } }, { account_defaults })).toEqual([]);
    const hooks = { enabled: true, modules: running };
    const broken = { hooks: { modules: { prebid: { rulesengine: { enabled: true } } } } };
    const { errors, warnings } = await check({ hooks, account_defaults: broken });
    expect([errors, warnings]).toEqual([
      [],
      ['account_defaults.hooks.modules.prebid.rulesengine: JSON schema validation: [(root): rulesets is required] '],
    ]);
  });
});
