import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type HostConfigInput, hostSchema } from '#src/config/schema.ts';
import { accountReport } from '#src/stores/account-report.ts';

const folder = mkdtempSync(join(tmpdir(), 'auctor-accounts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
mkdirSync(join(folder, 'accounts'));
writeFileSync(join(folder, 'accounts', 'a.json'), '{}');

/** The file in the log of an account's warning. */
function fileOf(account: string, accounts: HostConfigInput['accounts']): unknown {
  const logged: object[] = [];
  const log = { error: (fields: object) => void logged.push(fields), warn: (fields: object) => void logged.push(fields) };
  const config = hostSchema.parse({ accounts: { filesystem: { directorypath: folder }, ...accounts } });
  accountReport(config, log)(account, { errors: [], warnings: ['x: unknown key'] }, false);
  expect(logged).toHaveLength(1);
  return (logged[0] as { file?: unknown }).file;
}

test('an error of an account names the file only if the account is in one', () => {
  const remote = { database: { connection: { driver: 'mysql' } } } as const;
  expect(fileOf('a', {})).toBe(join(folder, 'accounts', 'a.json'));
  expect(fileOf('a', { ...remote, settings_filename: 'accounts.yaml' })).toBe(join(folder, 'accounts', 'a.json'));
  expect(fileOf('b', { settings_filename: 'accounts.yaml' })).toBe('accounts.yaml');
  expect(fileOf('b', { settings_filename: 'accounts.yaml', ...remote })).toBeUndefined();
  expect(fileOf('b', remote)).toBeUndefined();
});
