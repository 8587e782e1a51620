import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigError } from '#src/config/config-error.ts';
import { loadConfig, loadSettings } from '#src/config/load.ts';

function file(text: string): string {
  const path = join(mkdtempSync(join(tmpdir(), 'auctor-config-')), 'host.yaml');
  writeFileSync(path, text);
  return path;
}

/** Settings required by law. */
const goSettings = { gdpr: { default_value: '0' } };

function errors(text: string, environment: NodeJS.ProcessEnv = {}): readonly string[] {
  try {
    loadSettings({ files: [file(text)], environment, base: goSettings, strict: true });
  } catch (cause) {
    if (cause instanceof ConfigError) return cause.errors;
    throw cause;
  }
  return [];
}

describe('host settings', () => {
  test('without a file are all defaults', () => {
    const config = loadConfig(undefined, {}, goSettings);
    expect(config.port).toBe(8000);
    expect(config.account_defaults.debug_allow).toBe(true);
  });

  test('are read from YAML in snake_case and in kebab-case', () => {
    const config = loadConfig(file('max-request-size: 1000\nauction_timeout_ms: {default: 5, max: 10}\n'), {}, goSettings);
    expect(config.max_request_size).toBe(1000);
    expect(config.auction_timeouts_ms).toEqual({ default: 5, max: 10 });
  });

  test('have addresses of this host without trailing slashes, to which paths are appended', () => {
    const text = [
      'external_url: https://host.example//',
      'user_sync: {external_url: https://sync.example/}',
      'adapters: {appnexus: {usersync: {external_url: https://a.example/, iframe: {external_url: https://b.example/}}}}',
    ];
    const config = loadConfig(file(text.join('\n')), {}, goSettings);
    expect([config.external_url, config.user_sync.external_url]).toEqual(['https://host.example', 'https://sync.example']);
    const { external_url, iframe } = config.adapters['appnexus']?.usersync ?? {};
    expect([external_url, iframe?.external_url]).toEqual(['https://a.example', 'https://b.example']);
  });

  test('accept `bidders` for `adapters` and keep bidder codes as written', () => {
    const config = loadConfig(file('bidders:\n  my-bidder: {endpoint: "http://x", extra-info: y}\n'), {}, goSettings);
    expect(config.adapters).toEqual({ 'my-bidder': { endpoint: 'http://x', extra_info: 'y' } });
  });

  test('accept the earlier names of options, in files and in the environment', () => {
    const text = `loose-types: true
bidder_request_members: wide
settings: { targeting: { warn_of_cut_keys: true } }
tracing: { retry: { most_ms: 7 } }
analytics: { file: { retry: { most_ms: 8 } } }
`;
    const config = loadConfig(file(text), {}, goSettings);
    expect([config.coerce_types, config.bidder_request_fields]).toEqual([true, 'wide']);
    expect([config.settings.targeting.warn_of_truncated_keys, config.tracing.retry.max_ms]).toEqual([true, 7]);
    expect(config.analytics.file.retry.max_ms).toBe(8);
    expect(loadConfig(undefined, { AUCTOR_LOOSE_TYPES: 'true' }, goSettings).coerce_types).toBe(true);
  });

  test("accept the Java variant's names for bidder syncs", () => {
    const sync =
      'cookie-family-name: key, redirect: {url: "http://x", uid-macro: m, format-override: pixel}, skipwhen: {gdpr: true, gpp-sid: [2]}';
    const config = loadConfig(file(`adapters:\n  appnexus: {usersync: {${sync}}}\n`), {}, goSettings);
    expect(config.adapters['appnexus']?.usersync).toEqual({
      key: 'key',
      redirect: { url: 'http://x', user_macro: 'm', format_override: 'pixel' },
      skipwhen: { gdpr: true, gpp_sid: [2] },
    });
  });

  test('are overridden by the environment, at any depth', () => {
    const config = loadConfig(file('port: 1\n'), {
      AUCTOR_PORT: '9000',
      AUCTOR_HTTP_CLIENT_CONNECT_TIMEOUT_MS: '7',
      AUCTOR_ADAPTERS_APPNEXUS_ENDPOINT: 'http://y',
      AUCTOR_GDPR_DEFAULT_VALUE: '0',
    });
    expect(config.port).toBe(9000);
    expect(config.http_client.connect_timeout_ms).toBe(7);
    expect(config.adapters['appnexus']?.endpoint).toBe('http://y');
  });

  test('report an unknown key and the nearest known one', () => {
    expect(errors('prot: 1\n')).toEqual([expect.stringMatching(/^prot \(.*host\.yaml:1\): unknown option \(did you mean port\?\)$/)]);
    expect(errors('', { AUCTOR_PROT: '1' })).toEqual(['AUCTOR_PROT: unknown option (did you mean port?)']);
  });

  test('report a key with a line break in one line', () => {
    expect(errors('"a\\r\\nb": 1\n')).toEqual([expect.stringMatching(/^a\\r\\nb \(.*host\.yaml:1\): unknown option$/)]);
  });

  test('report the key and the rule of an invalid value', () => {
    expect(errors('port: many\n')).toEqual([expect.stringMatching(/^port \(.*host\.yaml:1\): .*expected number/i)]);
    expect(errors('auction_timeouts_ms: {default: 10, max: 5}\n')).toEqual([
      expect.stringMatching(
        /^auction_timeouts_ms\.max \(.*:1\): auction_timeouts_ms\.max cannot be less than auction_timeouts_ms\.default\. max=5, default=10$/,
      ),
    ]);
  });

  test('reject an admin listener beyond loopback without a token', () => {
    expect(errors('admin_host: 0.0.0.0\n')).toEqual([
      'admin_endpoints.credentials: are required, or admin_token, because admin_host is not a loopback address',
    ]);
  });

  test('require a default for the GDPR', () => {
    expect(() => loadConfig(undefined, {})).toThrow(/gdpr\.default_value: is required and must be specified/);
  });

  test('reject a file that is not a mapping or does not exist', () => {
    expect(errors('- 1\n')[0]).toMatch(/the top level must be a mapping/);
    expect(() => loadConfig('/nowhere/host.yaml', {})).toThrow(/file not found/);
  });
});
