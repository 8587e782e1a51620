/** The commands of `auctor` that terminate, as processes. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { runAuctor } from './run-node.ts';

const folder = mkdtempSync(join(tmpdir(), 'auctor-cli-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, text: string): string {
  const path = join(folder, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
  return path;
}

const auctor = (...args: readonly string[]) => runAuctor(folder, args);

const GOOD = write('good.yaml', 'variant: go\ngdpr: {default_value: "0"}\nport: 27001\nrecaptcha_secret: hush\ncache: {host: c}\n');

describe('auctor check', () => {
  test('exits with 0 for valid settings', () => {
    expect(auctor('check', '--config', GOOD)).toEqual({ status: 0, out: [`${GOOD}: 0 errors, 0 warnings`], err: [''] });
  });

  test('exits with 1 and a line for each error in settings, bidders, files and accounts', () => {
    write('data/accounts/a.json', '{"price_floors": {"enforce_floors_rate": 200}, "nothing": 1}');
    write('data/stored_requests/r.json', '{"id":');
    const file = write(
      'bad.yaml',
      'variant: go\nport: x\nadapters: {nobody: {endpoint: x}, noone: {disabled: true}}\ncertificates_file: ./none.pem\naccounts: {filesystem: {enabled: true, directorypath: data}}\nstored_requests: {filesystem: {enabled: true, directorypath: data}}\n',
    );
    const { status, out, err } = auctor('check', '--config', file);
    expect(status).toBe(1);
    expect(err).toEqual([
      expect.stringMatching(/^error: port \(.*bad\.yaml:2\): Invalid input: expected number/),
      'error: gdpr.default_value: is required and must be specified',
      expect.stringMatching(/^error: adapters\.nobody \(.*:3\): there is no such bidder/),
      expect.stringMatching(/^error: certificates_file \(.*:4\): \.\/none\.pem cannot be read/),
      expect.stringMatching(/^error: data\/stored_requests\/r\.json: not JSON/),
      expect.stringMatching(/^error: data\/accounts\/a\.json: price_floors\.enforce_floors_rate: /),
    ]);
    expect(out).toEqual([
      expect.stringMatching(/^warning: adapters\.noone\.?.* \(.*:3\): there is no such bidder, so its settings are ignored/),
      'warning: data/accounts/a.json: nothing: unknown key',
      `${file}, 2 files of stored data: 6 errors, 2 warnings`,
    ]);
  });
});

describe('auctor start', () => {
  test('reports only that the named file does not exist', () => {
    const missing = join(folder, 'missing.yaml');
    expect(auctor('start', '--config', missing)).toMatchObject({
      status: 1,
      err: ['the configuration has 1 error:', `  ${missing}: file not found`],
    });
  });
});

describe('auctor new-bidder', () => {
  test('rejects a name of another bidder', () => {
    expect(auctor('new-bidder', 'AppNexus')).toEqual({ status: 1, out: [''], err: ['AppNexus is a name of appnexus already'] });
    // an alias in the Java variant only
    expect(auctor('new-bidder', 'liftoff').err).toEqual(['liftoff is a name of vungle already']);
  });

  test('rejects a name with which no host starts', () => {
    expect(auctor('new-bidder', 'Context')).toEqual({
      status: 1,
      out: [''],
      err: ['Context is reserved: requests cannot name a bidder so'],
    });
  });

  test('exits with 2 and its usage without a code', () => {
    const usage = 'auctor: usage: auctor new-bidder CODE [--endpoint URL] [--maintainer ADDRESS]';
    expect(auctor('new-bidder')).toEqual({ status: 2, out: [''], err: [usage] });
  });
});

describe('auctor replay', () => {
  test.each([
    [2, ['replay', 'x', '--prnt'], /^Unknown option '--prnt'/],
    [1, ['replay', join(folder, 'none')], /^ENOENT: no such file or directory, open '.*none'$/],
    [1, ['replay', GOOD], /good\.yaml: line 1 is no JSON$/],
  ])('exits with %i and one line: %j', (code, args, line) => {
    expect(auctor(...args)).toEqual({ status: code, out: [''], err: [expect.stringMatching(line)] });
  });
});

describe('auctor rules', () => {
  const rules = {
    enabled: true,
    rulesets: [
      {
        stage: 'processed_auction_request',
        name: 'all',
        modelgroups: [{ default: [{ function: 'excludeBidders', args: { bidders: ['kappa'] } }] }],
      },
    ],
  };

  test('prints the rules of an account, or settings of the rule engine alone', () => {
    const account = write('rules/account.json', JSON.stringify({ id: 'a', hooks: { modules: { prebid: { rulesengine: rules } } } }));
    const alone = write('rules/rules.json', JSON.stringify(rules));
    const hooks = { modules: { prebid: { rulesengine: rules } } };
    const hosts = { modules: { prebid: { rulesengine: { enabled: true } } } };
    const host = write('rules/host.json', JSON.stringify({ hooks: hosts, account_defaults: { hooks } }));
    const java = write('rules/java.json', JSON.stringify({ settings: { 'default-account-config': JSON.stringify({ hooks }) } }));
    for (const file of [account, alone, host, java])
      expect(auctor('rules', file)).toEqual({ status: 0, out: ['all', '  excludeBidders kappa'], err: [''] });
    expect(auctor('rules', alone, '--mermaid')).toMatchObject({ status: 0, out: expect.arrayContaining(['flowchart LR']) });
  });

  test('names what is invalid', () => {
    const file = write('rules/broken.json', JSON.stringify({ enabled: true }));
    expect(auctor('rules', file)).toEqual({ status: 1, out: [''], err: ['JSON schema validation: [(root): rulesets is required]'] });
    expect(auctor('rules')).toMatchObject({ status: 2 });
    const account = write('rules/plain-account.json', JSON.stringify({ id: 'a', debug_allow: true }));
    expect(auctor('rules', account).err).toEqual([expect.stringMatching(/the account has no settings of the rule engine$/)]);
    const host = write('rules/without.json', JSON.stringify({ account_defaults: { debug_allow: true } }));
    expect(auctor('rules', host).err).toEqual([expect.stringMatching(/the account has no settings of the rule engine$/)]);
  });
});

describe('auctor print-config', () => {
  test('prints masked settings with their origin', () => {
    const { status, out } = auctor('print-config', '--config', GOOD, '--host=127.0.0.1', '-Dadmin_port=27009');
    expect(status).toBe(0);
    expect(out).toContain('admin_port: 27009  # arguments -Dadmin_port');
    expect(out).toContain(`port: 27001  # ${GOOD}:3 port`);
    expect(out).toContain(`recaptcha_secret: "***"  # ${GOOD}:4 recaptcha_secret`);
    expect(out).toContain('host: 127.0.0.1  # arguments --host');
    expect(out).toContain('video.enable_deprecated_endpoint: false  # defaults of the go variant');
    expect(out.some((line) => line.startsWith('workers:'))).toBe(false);
  });

  test('prints defaults and JSON on request', () => {
    const { out } = auctor('print-config', '--config', GOOD, '--json', '--all');
    expect(JSON.parse(out.join('\n'))).toMatchObject({ workers: { value: 1 }, port: { value: 27001, origin: `${GOOD}:3 port` } });
  });

  test('prints the JSON Schema', () => {
    expect(JSON.parse(auctor('print-config', '--schema').out.join('\n'))).toMatchObject({
      title: 'Settings of an auctor host',
      properties: { port: { type: 'integer', minimum: 0, maximum: 65535, default: 8000 } },
    });
  });
});

describe('auctor', () => {
  test.each([
    [['nothing'], 'auctor: nothing: no such command; auctor help lists them'],
    [['help', 'nothing'], 'auctor: nothing: no such command; auctor help lists them'],
    [['replay'], expect.stringMatching(/^auctor: usage: auctor replay FILE/)],
    [['check', '--nothing'], 'auctor: --nothing: no such argument'],
    [['check', '--config'], 'auctor: --config: needs a value'],
    [['plan', '--bidders', '5'], 'auctor: --auctions-per-second: is missing'],
  ])('%j exits with 2 and one line', (args, line) => {
    expect(auctor(...args)).toEqual({ status: 2, out: [''], err: [line] });
  });

  test('plans machines for a load', () => {
    const { status, out } = auctor('plan', '--auctions-per-second', '2000', '--bidders', '5');
    expect({ status, first: out[0] }).toEqual({ status: 0, first: 'load                2,000 auctions/s, 5 bidders, 1 imps, 400 ms' });
  });

  test('lists its commands and prints its version', () => {
    expect(auctor().out[0]).toBe('usage: auctor COMMAND [ARGUMENTS]');
    for (const args of [
      ['check', '--help'],
      ['check', '-h'],
    ])
      expect(auctor(...args).out[0]).toMatch(/^usage: auctor check \[--config FILE/);
    expect(auctor('help', 'plan').out[2]).toMatch(/^ {2}auctor plan --auctions-per-second N/);
    expect(auctor('version').out[0]).toMatch(/^\d+\.\d+\.\d+$/);
  });
});
