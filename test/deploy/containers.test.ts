/** Image, compose file and systemd unit, checked without a container engine: structure, users, ports, settings. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lockedPackages, ROOT } from '../../.ci/packages.ts';
import { read, readYaml, settingsOf } from './files.ts';

const TOKEN = { AUCTOR_ADMIN_TOKEN: 'token' };
const compose = readYaml<{
  readonly services: Readonly<
    Record<
      string,
      {
        readonly image: string;
        readonly user?: string;
        readonly build?: string;
        readonly ports?: readonly string[];
        readonly volumes?: readonly string[];
        readonly environment?: Readonly<Record<string, string>>;
        readonly depends_on?: Readonly<Record<string, unknown>>;
      }
    >
  >;
  readonly volumes: Readonly<Record<string, null>>;
}>('compose.yaml');
const services = Object.entries(compose.services);

/** Instructions of the Dockerfile, with continued lines joined. */
const instructions = read('Dockerfile')
  .replaceAll('\\\n', ' ')
  .split('\n')
  .filter((line) => /^[A-Z]+ /.test(line));
const last = instructions.slice(instructions.findLastIndex((line) => line.startsWith('FROM ')));
const argument = (name: string): string =>
  last
    .filter((line) => line.startsWith(`${name} `))
    .map((line) => line.slice(name.length + 1))
    .join(' ');

describe('the Dockerfile', () => {
  it('builds in one stage and ends in an image without shell and package manager', () => {
    expect(instructions.filter((line) => line.startsWith('FROM '))).toEqual(['FROM node:26-bookworm-slim AS build', 'FROM scratch']);
    expect(last.filter((line) => line.startsWith('RUN '))).toEqual([]);
    expect(argument('COPY')).toBe('--from=build /root-fs /');
  });

  it('uses the major version of Node that package.json requires', () => {
    const { engines } = JSON.parse(read('package.json')) as { readonly engines: { readonly node: string } };
    expect(engines.node).toBe('>=26');
  });

  it('runs as a user by number, so that Kubernetes can verify it is not root', () => {
    expect(argument('USER')).toBe('65532:65532');
  });

  it('exposes the default ports', () => {
    const { config } = settingsOf({});
    expect(argument('EXPOSE')).toBe(`${config?.port} ${config?.admin_port}`);
  });

  it('starts and checks files that its copy contains, without a shell', () => {
    const commands = ['ENTRYPOINT', 'HEALTHCHECK'].map(
      (name) => JSON.parse(argument(name).replace(/^.*?(?=\[)/, '')) as readonly [string, string],
    );
    expect(commands.map(([node]) => node)).toEqual(['/usr/local/bin/node', '/usr/local/bin/node']);
    expect(commands.map(([, file]) => existsSync(join(ROOT, file.replace('/app/', ''))))).toEqual([true, true]);
  });

  it('names settings that exist', () => {
    const names = [...argument('ENV').matchAll(/\b(AUCTOR_\w+)=/g)].map(([, name = '']) => name);
    expect(names).toEqual(['AUCTOR_CONFIG', 'AUCTOR_DATA_DIR', 'AUCTOR_REVISION']);
    expect(settingsOf({ AUCTOR_DATA_DIR: '/d' }).warnings).toEqual([]);
  });

  it('copies files to build with that exist', () => {
    const wanted = read('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    expect(wanted.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
    // Imports of the build script.
    expect(wanted).toEqual(expect.arrayContaining(['.ci/build.ts', '.ci/packages.ts', '.ci/version.ts']));
  });

  it('needs no optional package besides those that contain Node', () => {
    const optional = lockedPackages().filter(({ isOptional, isDevelopment }) => isOptional && !isDevelopment);
    const node = /^node-(bin-)?(linux|darwin)-/;
    // Of the Kafka client, which computes checksums itself without it, and speaks Protobuf only with a schema registry.
    const kafka = /^(@node-rs\/crc32(-.*)?|protobufjs)$/;
    expect(optional.map(({ name }) => name).filter((name) => !node.test(name) && !kafka.test(name))).toEqual([]);
  });
});

describe('compose.yaml', () => {
  it('has two nodes, their stores and monitoring', () => {
    expect(services.map(([name]) => name)).toEqual(['node-a', 'node-b', 'valkey', 'postgres', 'prometheus', 'grafana']);
  });

  it('pins every foreign image to a version, without the host name of a registry', () => {
    const foreign = services.filter(([, { build }]) => build === undefined).map(([, { image }]) => image);
    expect(foreign.filter((image) => !/^[a-z]+(\/[a-z]+)?:v?\d[\w.-]*$/.test(image))).toEqual([]);
  });

  it('publishes ports on loopback only', () => {
    const published = services.flatMap(([, { ports = [] }]) => ports);
    expect(published.filter((port) => !/^127\.0\.0\.1:\d+:\d+$/.test(port))).toEqual([]);
  });

  it('mounts files and volumes that exist', () => {
    const sources = services.flatMap(([, { volumes = [] }]) => volumes.map((volume) => volume.split(':')[0] ?? ''));
    const missing = sources.filter((from) => (from.startsWith('./') ? !existsSync(join(ROOT, from)) : !(from in compose.volumes)));
    expect(missing).toEqual([]);
  });

  it('gives nodes variables that are settings, and valid settings', () => {
    const environment = compose.services['node-a']?.environment ?? {};
    const values = Object.fromEntries(Object.keys(environment).map((name) => [name, 'secret']));
    const { errors, warnings } = settingsOf(values, 'deploy/compose/auctor.yaml');
    expect({ errors, warnings }).toEqual({ errors: [], warnings: [] });
  });

  it('connects nodes to its services, and Prometheus to the port of their metrics', () => {
    const { config } = settingsOf(TOKEN, 'deploy/compose/auctor.yaml');
    const scraped = readYaml<{
      readonly scrape_configs: readonly { readonly static_configs: readonly { readonly targets: string[] }[] }[];
    }>('deploy/compose/prometheus.yaml');
    expect(Object.keys(compose.services)).toEqual(
      expect.arrayContaining([config?.cache.redis.host, config?.stored_requests.database.connection.host]),
    );
    const port = config?.metrics.prometheus.port;
    expect(scraped.scrape_configs[0]?.static_configs[0]?.targets).toEqual([`node-a:${port}`, `node-b:${port}`]);
  });
});

describe('the systemd unit', () => {
  const unit = new Map(
    read('deploy/systemd/auctor.service')
      .split('\n')
      .flatMap((line) => {
        const [, key = '', value = ''] = /^(\w+)=(.*)$/.exec(line) ?? [];
        return key === '' ? [] : [[key, value] as const];
      }),
  );

  it('runs as a user of its own, is notified and reloads by SIGHUP', () => {
    expect(Object.fromEntries(['User', 'Type', 'NotifyAccess', 'ExecReload'].map((key) => [key, unit.get(key)]))).toEqual({
      User: 'auctor',
      Type: 'notify',
      NotifyAccess: 'all',
      ExecReload: 'kill -HUP $MAINPID',
    });
  });

  it('starts a program that exists, with variables that are settings', () => {
    expect(/\/opt\/auctor\/(bin\/\S+) start --config \S+$/.exec(unit.get('ExecStart') ?? '')?.[1]).toBe('bin/auctor.js');
    const names = [...(unit.get('Environment') ?? '').matchAll(/AUCTOR_\w+=\S+/g)].map(([pair]) => pair.split('=') as [string, string]);
    const { errors, warnings } = settingsOf(Object.fromEntries(names));
    expect({ names: names.length, errors, warnings }).toEqual({ names: 3, errors: [], warnings: [] });
  });
});
