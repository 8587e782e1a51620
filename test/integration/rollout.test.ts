/** Restarts and stops of a real host under load: no request is lost. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { HostConfigInput } from '#src/config/schema.ts';
import { type AuctorProcess, type ConfiguredProcess, type LocalServer, startAuctor, startBidder } from './host.ts';
import { type Load, startLoad } from './load.ts';
import { until } from './servers.ts';

let bidder: LocalServer;
beforeAll(async () => {
  bidder = await startBidder();
});
afterAll(() => bidder?.close());

/** A test that fails must not leave a load or a host behind. */
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});
async function start(settings: HostConfigInput): Promise<ConfiguredProcess> {
  const host = await startAuctor({ ...settings, ...generic() });
  ends.push(() => host.stop());
  return host;
}
function loadOf(url: string, options?: Parameters<typeof startLoad>[1]): Load {
  const load = startLoad(url, options);
  ends.unshift(() => load.stop());
  return load;
}

/** ms; a busy machine takes seconds to start a worker. */
const PATIENCE_MS = 90_000;
/** ms until a host closes its listeners that no test waits for. */
const FAR_MS = 600_000;

const generic = () => ({ adapters: { generic: { enabled: true, endpoint: bidder.url } } });
const messages = ({ lines }: AuctorProcess): string[] =>
  lines.flatMap((line) => (line.startsWith('{"level"') ? [(JSON.parse(line) as { msg: string }).msg] : []));
const statusOf = async (host: AuctorProcess, path: string): Promise<number> => (await host.get(path)).status;

describe('SIGHUP', () => {
  test('replaces all workers with the new settings under load without a lost request', async () => {
    const host = await start({ workers: 2, status_response: 'old', warm_up_auctions: 40 });
    const load = loadOf(host.url);
    await until('auctions run', () => load.served > 20);
    host.configure({ workers: 2, status_response: 'new', warm_up_auctions: 40, ...generic() });
    host.signal('SIGHUP');
    await until('all are replaced', () => messages(host).includes('all workers run with the new settings'), PATIENCE_MS);
    const before = load.served;
    await until('auctions run on', () => load.served > before + 20);
    await load.stop();
    expect(load.failed).toEqual([]);
    expect((await host.get('/status')).body).toBe('new');
    host.signal('SIGTERM');
    expect(await host.ended).toBe(0);
  });
});

/** Its probes and metrics between SIGTERM and the end of its listeners. */
async function expectStopping(host: AuctorProcess): Promise<void> {
  expect([await statusOf(host, '/readyz'), (await host.admin('GET', '/readyz')).status]).toEqual([200, 200]);
  host.signal('SIGTERM');
  await until('it is not ready', async () => (await statusOf(host, '/readyz')) === 503);
  expect([await statusOf(host, '/livez'), (await host.admin('GET', '/readyz')).body]).toEqual([200, 'stopping\n']);
  expect((await host.admin('GET', '/metrics')).status).toBe(200);
  host.signal('SIGKILL');
  await host.ended;
}

describe('a primary with a worker', () => {
  let host: ConfiguredProcess;
  beforeAll(async () => {
    host = await startAuctor({ primary: true, status_response: 'old', shutdown_delay_ms: FAR_MS, ...generic() });
  });
  afterAll(() => host?.stop());

  test('keeps the running worker when the settings have errors on SIGHUP', async () => {
    host.configure({ primary: true, status_response: 'new', port: 70_000 });
    host.signal('SIGHUP');
    await until('the errors are logged', () => messages(host).includes('the settings have errors: the running ones are kept'));
    expect(messages(host).some((line) => /^port \(.*auctor\.yaml:\d+\): Too big/.test(line))).toBe(true);
    expect([(await host.get('/status')).body, messages(host).includes('worker stopped')]).toEqual(['old', false]);
  });

  test('takes a socket file on SIGHUP that a killed process left', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'auctor-socket-')), 'auctor.sock');
    const kill = `require('net').createServer().listen('${path}', () => process.kill(process.pid, 'SIGKILL'))`;
    expect([spawnSync(process.execPath, ['-e', kill]).signal, existsSync(path)]).toEqual(['SIGKILL', true]);
    const socket = { unix_socket_enable: true, unix_socket_name: path, server: { http: { enabled: true } } };
    host.configure({ primary: true, status_response: 'old', shutdown_delay_ms: FAR_MS, ...generic(), ...socket });
    host.signal('SIGHUP');
    await until('the worker is replaced', () => messages(host).some((line) => /^(all workers|a worker did not)/.test(line)), PATIENCE_MS);
    expect(messages(host)).toContain('all workers run with the new settings');
    rmSync(dirname(path), { recursive: true });
  });

  test('is alive but not ready from SIGTERM on', () => expectStopping(host));
});

describe('a single process', () => {
  let host: ConfiguredProcess;
  beforeAll(async () => {
    host = await startAuctor({ shutdown_delay_ms: FAR_MS, ...generic() });
  });
  afterAll(() => host?.stop());

  test('keeps running on SIGHUP and logs what a restart needs', async () => {
    host.signal('SIGHUP');
    await until('it is logged', () => messages(host).some((line) => line.includes('set `primary: true`, or several workers')));
    expect(await statusOf(host, '/livez')).toBe(200);
  });

  test('is alive but not ready from SIGTERM on', () => expectStopping(host));
});

describe('SIGTERM', () => {
  test.each([1, 2])('of a host with %i processes under load answers every request, then exits with 0', async (workers) => {
    const host = await start({ workers, shutdown_delay_ms: 400 });
    const load = loadOf(host.url, { endsWhenClosed: true });
    await until('auctions run', () => load.served > 20);
    host.signal('SIGTERM');
    expect(await host.ended).toBe(0);
    await load.stop();
    expect(load.failed).toEqual([]);
  });

  test('of npm start under load answers every request and ends the server', async () => {
    const environment = {
      AUCTOR_PORT: '0',
      AUCTOR_ADMIN_PORT: '0',
      AUCTOR_GDPR_DEFAULT_VALUE: '0',
      AUCTOR_GDPR_VENDORLIST_LIVE_ENABLED: 'false',
    };
    const { NODE_OPTIONS: _, ...inherited } = process.env;
    const npm = spawn('npm', ['start', '--', '--hello'], {
      cwd: join(import.meta.dirname, '../..'),
      env: { ...inherited, ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(npm, 'exit');
    ends.push(async () => void npm.kill('SIGKILL'));
    const lines: string[] = [];
    createInterface(npm.stdout).on('line', (line) => lines.push(line));
    await until('it is ready', () => lines.some((line) => line.includes('"auctor is ready"')), PATIENCE_MS);
    const { port, pid } = JSON.parse(lines.find((line) => line.includes('"auctor is ready"')) ?? '') as { port: number; pid: number };
    const load = loadOf(`http://127.0.0.1:${port}`, { endsWhenClosed: true });
    await until('auctions run', () => load.served > 20);
    npm.kill('SIGTERM');
    await ended;
    await load.stop();
    expect(load.failed).toEqual([]);
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });
});
