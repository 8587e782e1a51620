import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { publicEncoded, readPrivateKey } from '#src/adscert/keys.ts';
import { readKeys, readPolicy } from '#src/adscert/records.ts';

const COMMAND = join(import.meta.dirname, '../../src/adscert/new-key.ts');
const run = (...args: readonly string[]) => spawnSync(process.execPath, [COMMAND, ...args], { encoding: 'utf8' });

test('npm run call-sign-key prints a key and the records that publish it', () => {
  const { stdout, status } = run('https://Example.com');
  expect(status).toBe(0);
  const key = /^experiment\.adscert\.inprocess\.key: (.+)$/m.exec(stdout)?.[1] ?? '';
  const records = [...stdout.matchAll(/^(\S+) TXT "(.+)"$/gm)].map(([, name, text = '']) => ({ name, text }));
  expect(records.map(({ name }) => name)).toEqual(['_adscert.example.com.', '_delivery._adscert.example.com.']);
  expect(readPolicy(records[0]?.text ?? '')).toEqual({ kind: 'read', value: 'example.com' });
  const keys = readKeys(records[1]?.text ?? '');
  expect(keys.kind === 'read' && keys.value.map(({ raw }) => raw.toString('base64url'))).toEqual([publicEncoded(readPrivateKey(key))]);
});

test('npm run call-sign-key requires a registrable domain', () => {
  for (const args of [[], ['www.example.com'], ['localhost']]) {
    const { status, stdout, stderr } = run(...args);
    expect([status, stdout, stderr]).toEqual([2, '', 'usage: npm run call-sign-key DOMAIN, a registrable domain like example.com\n']);
  }
});
