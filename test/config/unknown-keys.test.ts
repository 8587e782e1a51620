/** Any misspelled key stops the startup, at any path. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { createModules, findAnalytics } from '#src/analytics/registry.ts';
import { ConfigError } from '#src/config/config-error.ts';
import { loadConfig } from '#src/config/load.ts';
import { systemClock } from '#src/platform/clock.ts';
import { silentLog } from '#src/platform/log.ts';
import { systemRandom } from '#src/platform/random.ts';
import { rules } from '#test/helpers/dialects.ts';
import { sections } from '../../docs/config/page.ts';
import { settingsFiles, withoutPlace } from './arrange.ts';

const { read } = settingsFiles();

const folder = mkdtempSync(join(tmpdir(), 'auctor-keys-'));
const file = join(folder, 'host.yaml');
afterAll(() => rmSync(folder, { recursive: true }));
const goSettings = { gdpr: { default_value: '0' } };
const definitions = await findAnalytics();

/** Errors that stop the startup: of the settings, or of the modules that read more of them. */
function errors(settings: object): readonly string[] {
  try {
    writeFileSync(file, stringify(settings));
    const config = loadConfig(file, {}, goSettings);
    const unused = async (): Promise<never> => Promise.reject(new Error('no name is looked up'));
    const env = {
      clock: systemClock,
      random: systemRandom,
      log: silentLog,
      post: unused,
      fetchBody: unused,
      version: '1',
      rules: rules.go,
    };
    createModules(definitions, config, env);
  } catch (cause) {
    if (cause instanceof ConfigError) return cause.errors;
    throw cause;
  }
  return [];
}

const stepsOf = (path: string): string[] =>
  path
    .replaceAll('[]', '.0')
    .replace('gdpr.purposes.<name>', 'gdpr.purposes.p1')
    .replace('special_features.<name>', 'special_features.sf1')
    .replaceAll('<name>', 'somebody')
    .split('.');

/** A path as written in messages. */
const writtenKey = (steps: readonly string[]): string => steps.join('.').replaceAll(/\.(\d+)(?=\.|$)/g, '[$1]');

/** Settings with every path of `slips`, the values being of the wrong type. */
function settingsWith(slips: readonly (readonly string[])[]): object {
  const settings: Record<string, unknown> = {};
  for (const steps of slips) {
    let at = settings;
    for (const [i, step] of steps.slice(0, -1).entries()) {
      at[step] ??= steps[i + 1] === '0' ? [] : {};
      at = at[step] as Record<string, unknown>;
    }
    at[steps.at(-1) ?? ''] = null;
  }
  return settings;
}

/**
 * Slips that are not reported. Settings are parsed in steps and the first failing step ends the parsing: errors of a round are corrected,
 * and the rest is parsed again, until a round reports none of them.
 */
function unnamed(slips: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const lines = errors(settingsWith(slips));
  const rest = slips.filter(
    (steps) => !lines.some((line) => line.startsWith(`${writtenKey(steps)} (`) || line.startsWith(`${writtenKey(steps)}: `)),
  );
  return rest.length === 0 || rest.length === slips.length ? rest : unnamed(rest);
}

const paths = sections()
  .flatMap(({ options }) => options.map(({ path }) => path))
  .filter((path) => !path.endsWith('[]') && !path.endsWith('<name>'));

describe('a documented key', () => {
  test('with a typo stops the startup and is reported with its path', () => {
    expect(paths.length).toBeGreaterThan(500);
    expect(unnamed(paths.map((path) => stepsOf(`${path}z`)))).toEqual([]);
  });
});

describe('an unknown key', () => {
  test.each([
    ['cache: { hots: cache.example }', 'cache.hots: unknown option (did you mean host?)'],
    [
      'http_client: { throttle: { throttle_windw: 5 } }',
      'http_client.throttle.throttle_windw: unknown option (did you mean throttle_window?)',
    ],
    ['adapters: { appnexus: { endpiont: "http://x" } }', 'adapters.appnexus.endpiont: unknown option (did you mean endpoint?)'],
    ['account_defaults: { privacy: { ipv4: { keep: 1 } } }', 'account_defaults.privacy.ipv4.keep: unknown option'],
    [
      'account_defaults: { events: { vast_events: [{ create_element: error, urlz: [] }] } }',
      'account_defaults.events.vast_events[0].urlz: unknown option (did you mean urls?)',
    ],
    [
      'settings: { filesystem: { settings-filenam: x } }',
      'settings.filesystem.settings-filenam: unknown option (did you mean settings_filename?)',
    ],
    [
      'settings: { file-systm: { settings-filename: x } }',
      'settings.file-systm.settings-filename: unknown option (did you mean filesystem?)',
    ],
    ['settings: { s3: { accesKeyId: x } }', 'settings.s3.accesKeyId: unknown option (did you mean access_key_id?)'],
    ['settings: { in-memory-cache: { http-update: { refresh: 1 } } }', 'settings.in-memory-cache.http-update.refresh: unknown option'],
    ['settings: { targeting: { truncate: 1 } }', 'settings.targeting.truncate: unknown option'],
    ['admin-endpoints: { storedrequest: { pat: /x } }', 'admin-endpoints.storedrequest.pat: unknown option (did you mean path?)'],
    [
      'hooks: { host-execution-plam: { abtests: [] } }',
      'hooks.host-execution-plam.abtests: unknown option (did you mean host_execution_plan?)',
    ],
    [
      'hooks: { host-execution-plan: \'{"endpoints": {"x": {"stages": {"entrypoint": {"group": []}}}}}\' }',
      'hooks.host-execution-plan, endpoints.x.stages.entrypoint.group: unknown option (did you mean groups?)',
    ],
    ['analytics: { pubstak: { enabled: true } }', 'analytics.pubstak.enabled: unknown option (did you mean pubstack?)'],
    [
      `settings: { default-account-config: '{"auction": {"price-granulrity": "low"}}' }`,
      'settings.default-account-config, auction.price-granulrity: unknown option',
    ],
  ])('%s', (text, error) => {
    writeFileSync(join(folder, 'given.yaml'), text);
    let reported: readonly string[] = [];
    try {
      loadConfig(join(folder, 'given.yaml'), {}, goSettings);
      reported = errors({ analytics: { pubstak: { enabled: true } } });
    } catch (cause) {
      reported = (cause as ConfigError).errors;
    }
    expect(reported.map((line) => line.replace(/ \([^()]*:\d+\)/, ''))).toEqual([error]);
  });
});

test('unknown keys are named as a whole, but for the items of lists', () => {
  const text = 'servr.http.port: 5\nhost_cookie: {domian: {a: [1, 2]}}\nadapters: [{appnexus: {endpiont: x}}]\n';
  expect(withoutPlace(read(text).warnings)).toEqual([
    'servr.http.port: unknown option (did you mean server?)',
    'host_cookie.domian.a: unknown option (did you mean domain?)',
    'adapters.appnexus.endpiont: unknown option (did you mean endpoint?)',
  ]);
});
