/** Sources of settings besides named files. */
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
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

test('a file that cannot be read is the only error', () => {
  const missing = join(folder, 'none.yaml');
  expect(readSettings({ files: [missing], environment: {} }).errors).toEqual([`${missing}: file not found`]);
});

test('a folder instead of a file is an error', () => {
  expect(readSettings({ files: [folder], environment: GO }).errors).toEqual([expect.stringContaining(`${folder}: cannot be read: EISDIR`)]);
});

describe('files without a named variant', () => {
  const HINT = expect.stringMatching(/^variant: is not named, .* variant: java \(or --variant=java\) selects$/) as unknown;
  const JAVA_FILE = 'server.http.port: 1\ngdpr.default-value: 0\nadmin-endpoints.version.enabled: true\n';
  const warnings = (text: string, environment: NodeJS.ProcessEnv = {}, name?: string): readonly string[] =>
    readSettings({ files: [file(text, name)], environment }).warnings;

  test('cause a warning if they seem to be written for the Java variant', () => {
    expect(warnings(JAVA_FILE)).toEqual([HINT]);
    expect(warnings('port: 1\n', {}, 'application.yaml')).toEqual([HINT]);
  });

  test('cause none with our options, with a named variant, or named like those of the Go variant', () => {
    expect(warnings('admin_port: 1\ngdpr: { default_value: "0" }\n')).toEqual([]);
    expect([warnings(JAVA_FILE, JAVA), warnings(JAVA_FILE, GO), warnings(`variant: java\n${JAVA_FILE}`)]).toEqual([[], [], []]);
    expect(warnings(JAVA_FILE, {}, 'pbs.yaml')).toEqual([]);
  });
});

test('options of the framework have no effect in the Java variant, and the warning says why', () => {
  const text = 'management.endpoints.web.base-path: /\nlogging.level.root: INFO\nspring.application.name: x\n';
  expect(readSettings({ files: [file(text)], environment: JAVA, strict: true }).warnings).toEqual([
    expect.stringMatching(/^management\.endpoints\.web\.base-path .*it is an option of Spring Boot$/),
    expect.stringMatching(/^spring\.application\.name .*it is an option of Spring Boot$/),
    expect.stringMatching(/^logging\.level\.root .*the log is set by log\.level$/),
  ]);
});

describe('SPRING_APPLICATION_JSON', () => {
  test('overrides variables and properties of the machine, and arguments override it', () => {
    const environment = { ...JAVA, SERVER_HTTP_PORT: '1', SPRING_APPLICATION_JSON: '{"server.http.port":2,"admin":{"port":2}}' };
    const settings = read('gdpr.default-value: 0\n', environment, { args: ['-Dserver.http.port=3', '--admin.port=4'] });
    expect([settings.warnings, valuesOf(settings, 'port', 'admin_port')]).toEqual([[], [2, 4]]);
  });

  test.each([{ 'spring.profiles.active': ['prod'] }, { spring: { profiles: { active: 'prod' } } }])('activates profiles: %j', (json) => {
    const text = 'server.http.port: 1\n---\nspring.config.activate.on-profile: prod\nserver.http.port: 2\n';
    const settings = read(text, { ...JAVA, SPRING_APPLICATION_JSON: JSON.stringify(json) });
    expect([settings.errors, settings.warnings, valuesOf(settings, 'port')]).toEqual([[], [], [2]]);
  });

  test('names further files', () => {
    const more = file('server.http.port: 2\n');
    const json = JSON.stringify({ 'spring.config.additional-location': more });
    const settings = read('server.http.port: 1\n', { ...JAVA, SPRING_APPLICATION_JSON: json });
    expect([settings.warnings, valuesOf(settings, 'port')]).toEqual([[], [2]]);
  });
});

describe('profiles that a file activates', () => {
  const read = (text: string, environment: NodeJS.ProcessEnv = {}) => {
    const path = file(text, 'application.yaml');
    writeFileSync(join(dirname(path), 'application-prod.yaml'), 'admin.port: 2\n');
    writeFileSync(join(dirname(path), 'application-more.yaml'), 'external-url: http://more\n');
    return readSettings({ environment, folder: dirname(path) });
  };

  test('have files of their own, and documents before the one that names them', () => {
    const settings = read(
      'spring.config.activate.on-profile: prod\nserver.http.port: 3\n---\nspring.profiles.active: prod\nadmin.port: 1\n',
    );
    expect([settings.errors, settings.files.length, valuesOf(settings, 'port', 'admin_port')]).toEqual([[], 2, [3, 2]]);
  });

  test.each([
    ['prod & more', 5],
    ['prod & !more', 1],
    ['(prod & none) | more', 5],
    ['!(prod & more)', 1],
    ['!(prod & none), none', 5],
    ['prod & (none | (more & !none))', 5],
    ['none, prod', 5],
  ])('select documents by a condition: %s', (condition, port) => {
    const settings = read(
      `spring.profiles.active: prod,more\nserver.http.port: 1\n---\nspring.config.activate.on-profile: "${condition}"\nserver.http.port: 5\n`,
    );
    expect([settings.errors, valuesOf(settings, 'port')]).toEqual([[], [port]]);
  });

  test.each(['prod & none | more', '(prod', 'prod)', 'prod & ', '()', '!', 'prod !more', 'none, |'])(
    'have no condition like %s',
    (condition) => {
      const settings = read(`spring.profiles.active: prod\n---\nspring.config.activate.on-profile: "${condition}"\nserver.http.port: 5\n`);
      expect(settings.errors).toEqual([expect.stringContaining(`application.yaml: malformed condition on profiles: ${condition}`)]);
    },
  );

  test('give way to those of the environment, which included profiles join', () => {
    const text = 'spring.profiles: {active: prod, include: more}\nadmin.port: 1\n';
    const settings = read(text, { SPRING_PROFILES_ACTIVE: 'none' });
    expect([settings.warnings, valuesOf(settings, 'admin_port', 'external_url')]).toEqual([[], [1, 'http://more']]);
  });
});

describe('groups of profiles', () => {
  const documents = (groups: string): string =>
    `spring.profiles.group: ${groups}\n${['prod', 'db', 'queue']
      .map(
        (profile, i) =>
          `---\nspring.config.activate.on-profile: ${profile}\n${['server.http.port', 'admin.port', 'datacenter-region'][i]}: ${i + 5}\n`,
      )
      .join('')}`;
  const found = (text: string, more: NodeJS.ProcessEnv = {}, args: string[] = []) => {
    const settings = read(text, { ...JAVA, ...more }, { args });
    return [settings.errors, settings.warnings, valuesOf(settings, 'port', 'admin_port', 'datacenter')];
  };
  const ALL = [[], [], [5, 6, '7']];

  test.each(['{prod: [db, queue]}', '{prod: "db, queue"}', '{prod: db, db: [queue, prod]}'])('activate their profiles: %s', (groups) => {
    expect(found(documents(groups), { SPRING_PROFILES_ACTIVE: 'prod' })).toEqual(ALL);
    expect(found(`spring.profiles.active: prod\n---\n${documents(groups)}`)).toEqual(ALL);
    expect(found(`spring.profiles.include: prod\n---\n${documents(groups)}`)).toEqual(ALL);
  });

  test('are set by variables and arguments too, which take precedence', () => {
    const active = { SPRING_PROFILES_ACTIVE: 'prod' };
    const json = { SPRING_APPLICATION_JSON: '{"spring.profiles.group.prod": ["db", "queue"]}' };
    const variables = { SPRING_PROFILES_GROUP_PROD_0_: 'db', SPRING_PROFILES_GROUP_PROD_1_: 'queue' };
    expect(found(documents('{prod: none}'), { ...active, SPRING_PROFILES_GROUP_PROD: 'db,queue' })).toEqual(ALL);
    expect(found(documents('{prod: none}'), { ...active, ...variables })).toEqual(ALL);
    expect(found(documents('{prod: none}'), { ...active, ...json })).toEqual(ALL);
    expect(found(documents('{prod: none}'), active, ['--spring.profiles.group.prod=db,queue'])).toEqual(ALL);
  });

  test('have files, which override those of the profile that names them', () => {
    const path = file('spring.profiles.group.prod: db\nserver.http.port: 1\n', 'application.yaml');
    writeFileSync(join(dirname(path), 'application-prod.yaml'), 'server.http.port: 2\nadmin.port: 2\n');
    writeFileSync(join(dirname(path), 'application-db.yaml'), 'server.http.port: 3\n');
    const settings = readSettings({ environment: { SPRING_PROFILES_ACTIVE: 'prod' }, folder: dirname(path) });
    expect([settings.errors, valuesOf(settings, 'port', 'admin_port')]).toEqual([[], [3, 2]]);
  });
});
