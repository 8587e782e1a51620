/** Sources of settings besides named files. */
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { readSettings } from '#src/config/load.ts';
import { GO, JAVA, settingsFiles, valuesOf } from './arrange.ts';

const { folder, file, read } = settingsFiles();

test('properties of the machine lie between environment and arguments', () => {
  const environment = { ...JAVA, SERVER_HTTP_PORT: '2', ADMIN_PORT: '2', EXTERNALURL: 'http://2' };
  const settings = read('gdpr.default-value: 0\nspring.profiles.active: none\n', environment, {
    args: ['--admin.port=4', '-Dadmin.port=3', '-Dserver.http.port=3', '-Dspring.profiles.active=some'],
  });
  expect([settings.errors, settings.warnings, valuesOf(settings, 'port', 'admin_port', 'external_url')]).toEqual([
    [],
    [],
    [3, 4, 'http://2'],
  ]);
});

test('two files of one folder of the Java variant are both read, properties last', () => {
  const path = dirname(file('server.http.port: 1\nadmin.port: 1\n', 'application.yaml'));
  writeFileSync(join(path, 'application.properties'), 'server.http.port=2\n');
  expect(valuesOf(readSettings({ environment: {}, folder: path }), 'port', 'admin_port')).toEqual([2, 1]);
});

test('a folder instead of a file is an error', () => {
  expect(readSettings({ files: [folder], environment: GO }).errors).toEqual([expect.stringContaining(`${folder}: cannot be read: EISDIR`)]);
});
