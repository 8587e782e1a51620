import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readSettings } from '#src/config/load.ts';

const folder = mkdtempSync(join(tmpdir(), 'auctor-locations-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function put(name: string, text: string): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

const read = (args: readonly string[], environment: NodeJS.ProcessEnv = {}) =>
  readSettings({ environment: { AUCTOR_VARIANT: 'java', GDPR_DEFAULTVALUE: '0', ...environment }, args: [...args] });

test('a folder with one file per setting is read like a file', () => {
  put('secrets/settings.database.password', 'with space\n');
  put('secrets/host-cookie/domain', 'a.example');
  put('secrets/..data/lmt.enforce', 'false');
  symlinkSync(join(folder, 'secrets', '..data', 'lmt.enforce'), join(folder, 'secrets', 'lmt.enforce'));
  const host = put(
    'tree/application.yaml',
    `settings.database: {type: mysql, host: h, dbname: d, account-query: select %ACCOUNT_ID%}\nspring.config.import: optional:configtree:${folder}/secrets/\n`,
  );
  for (const args of [[`--spring.config.location=${host}`], [`--spring.config.location=${host},configtree:${folder}/secrets/`]]) {
    const { errors, config } = read(args);
    expect(errors).toEqual([]);
    expect([config?.accounts.database.connection.password, config?.host_cookie.domain, config?.lmt.enforce]).toEqual([
      'with space',
      'a.example',
      false,
    ]);
  }
  expect(read([`--spring.config.location=optional:configtree:${folder}/nowhere/`]).errors).toEqual([]);
  expect(read([`--spring.config.location=configtree:${folder}/nowhere/`]).errors).toEqual([`${folder}/nowhere/: file not found`]);
});

test('all folders beside each other are read by name, and a missing folder is an error', () => {
  put('many/b/application.yaml', 'server.http.port: 2\n');
  put('many/a/application.properties', 'server.http.port=1\nadmin.port=3\n');
  const { errors, config } = read([`--spring.config.location=file:${folder}/many/*/`]);
  expect([errors, config?.port, config?.admin_port]).toEqual([[], 2, 3]);
  expect(read([`--spring.config.additional-location=${folder}/nowhere/`]).errors).toEqual([`${folder}/nowhere/: file not found`]);
  expect(read([`--spring.config.additional-location=optional:${folder}/nowhere/,optional:${folder}/nowhere/*/`]).errors).toEqual([]);
});

test('files have the names and profiles that the host sets', () => {
  put('named/hb.yaml', 'server.http.port: 1\nadmin.port: 1\n');
  put('named/hb-prod.yaml', 'admin.port: 2\n');
  put('named/application.yaml', 'server.http.port: 9\n');
  const environment = { SPRING_CONFIG_NAME: 'hb', SPRING_PROFILES_ACTIVE: 'prod' };
  const inFolder = read([`--spring.config.location=${folder}/named/`], environment);
  expect([inFolder.config?.port, inFolder.config?.admin_port]).toEqual([1, 2]);
  const asFile = read([`--spring.config.location=file:${folder}/named/hb.yaml`], { SPRING_PROFILES_ACTIVE: 'prod,test' });
  expect([asFile.errors, asFile.config?.port, asFile.config?.admin_port]).toEqual([[], 1, 2]);
});

test('a relative import is beside its file, or in the working folder', () => {
  const host = put('beside/application.yaml', 'spring.config.import: "file:./more.yaml,optional:package.json/"\n');
  put('beside/more.yaml', 'server.http.port: 7\n');
  expect(read([`--spring.config.location=${host}`]).config?.port).toBe(7);
  put('below/application.yaml', `spring.config.import: ${folder}/beside/\n`);
  expect(read([`--spring.config.location=${folder}/below/`]).config?.port).toBe(7);
});
