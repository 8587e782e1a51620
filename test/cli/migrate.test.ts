/** `auctor migrate` as a process: the file it writes, its report, and that a check accepts the result. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runAuctor } from './run-node.ts';

const folder = mkdtempSync(join(tmpdir(), 'auctor-migrate-'));
afterAll(() => rmSync(folder, { recursive: true }));

const auctor = (...args: readonly string[]) => runAuctor(folder, args);

test('a file of the Java variant becomes one of ours that passes the check', () => {
  const lines = [
    'server:',
    '  http:',
    '    port: 27201',
    'external-url: https://bids.example.com',
    'gdpr: {default-value: "1"}',
    'vertx: {worker-pool-size: 4}',
  ];
  writeFileSync(join(folder, 'application.yaml'), lines.join('\n'));
  const { status, err } = auctor('migrate', 'application.yaml', '--out', 'auctor.yaml');
  expect({ status, err }).toEqual({
    status: 0,
    err: [
      'variant: java',
      'moved: server.http.port (application.yaml:3) -> port',
      'moved: external-url (application.yaml:4) -> external_url',
      'moved: gdpr.default-value (application.yaml:5) -> gdpr.default_value',
      'warning: vertx.worker-pool-size (application.yaml:6): no meaning here because there is one event loop a process (workers)',
      '3 moved, 0 unchanged, 1 warnings',
    ],
  });
  expect(readFileSync(join(folder, 'auctor.yaml'), 'utf8').split('\n').sort()).toEqual(
    [
      '',
      '# Made by auctor migrate from application.yaml.',
      'variant: java',
      'port: 27201',
      'external_url: https://bids.example.com',
      'gdpr:',
      '  default_value: "1"',
    ].sort(),
  );
  expect(auctor('check', '--strict', '--config', 'auctor.yaml')).toEqual({
    status: 0,
    out: ['auctor.yaml: 0 errors, 0 warnings'],
    err: [''],
  });
});

test('a file with errors is not converted', () => {
  writeFileSync(join(folder, 'pbs.yaml'), 'gdpr: {default_value: "0"}\nport: x\n');
  const { status, out, err } = auctor('migrate', 'pbs.yaml');
  expect([status, out, err]).toEqual([1, [''], [expect.stringMatching(/^error: port \(pbs\.yaml:2\): Invalid input: expected number/)]]);
});

test('a file that cannot be written is one line', () => {
  writeFileSync(join(folder, 'small.yaml'), 'variant: go\ngdpr: {default_value: "0"}\n');
  const line = "auctor: ENOENT: no such file or directory, open 'nowhere/x.yaml'";
  expect(auctor('migrate', 'small.yaml', '--out', 'nowhere/x.yaml')).toEqual({ status: 2, out: [''], err: [line] });
});

test.each([
  [[], 'auctor: migrate: FILE is missing'],
  [['x.yaml', '--variant', 'c'], 'auctor: --variant: must be go or java'],
])('%j exits with 2 and one line', (args, line) => {
  expect(auctor('migrate', ...args)).toEqual({ status: 2, out: [''], err: [line] });
});
