/** Output and exit status of the program. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestOf } from '#test/helpers/demo-host.ts';
import { AUCTOR } from '#test/helpers/program.ts';
import { startAuctor, startDemoProcess } from './host.ts';
import { until } from './servers.ts';

const folder = mkdtempSync(join(tmpdir(), 'auctor-start-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Ended {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

const source = (path: string): string => join(import.meta.dirname, '../../src', path);

async function run(program: string, ...args: readonly string[]): Promise<Ended> {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, err, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { status: status as number | null, out, err };
}

test('the program prints its options', async () => {
  const { status, out } = await run(source('main.ts'), '--help');
  expect([status, out.split('\n')[0]]).toEqual([
    0,
    'usage: auctor start [--config FILE[,FILE]]... [--strict] [--hello] [--demo] [--any.key=value]...',
  ]);
});

test('invalid settings end the program with a line for each error', async () => {
  const file = join(folder, 'wrong.yaml');
  writeFileSync(file, 'gdpr: { default_value: "0" }\nprot: 8000\ncache: { hots: x }\n');
  const { status, err } = await run(AUCTOR, 'start', '--strict', '--config', file);
  expect([status, err.split('\n').slice(1)]).toEqual([
    1,
    [`  prot (${file}:2): unknown option (did you mean port?)`, `  cache.hots (${file}:3): unknown option (did you mean host?)`, ''],
  ]);
});

test('a host without a vendor id warns that its own cookie is not checked', async () => {
  const host = await startAuctor({ gdpr: { default_value: '0', vendorlist: { live: { enabled: false } } } });
  await host.stop();
  expect(host.lines.some((line) => line.includes('gdpr.host_vendor_id was not specified'))).toBe(true);
});

test('a host without settings reports what is missing', async () => {
  const { status, err } = await run(AUCTOR, 'start', '--port=0');
  expect([status, err.split('\n')[1]?.trim()]).toEqual([1, 'gdpr.default_value: is required and must be specified']);
  expect(err).toContain('--demo starts the demo host');
});

/** A start without the network; on loopback. */
const START = ['start', '--gdpr.default_value=0', '--gdpr.enabled=false', '--host=127.0.0.1', '--warm_up_auctions=0'];

describe('a listener whose port is in use', () => {
  const taken = createServer();
  let port = 0;
  beforeAll(async () => {
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    ({ port } = taken.address() as AddressInfo);
  });
  afterAll(() => taken.close());

  test('ends the program with one line', async () => {
    const line = `listen EADDRINUSE: address already in use 127.0.0.1:${port}\n`;
    for (const workers of [1, 2]) {
      const { status, err } = await run(AUCTOR, ...START, `--workers=${workers}`, `--port=${port}`, '--admin_port=0');
      expect([status, err]).toEqual([1, line]);
    }
  });

  test('ends workers that no other listener could open for', async () => {
    const { status, err } = await run(AUCTOR, ...START, '--workers=2', '--port=0', '--admin_port=0', `--metrics.prometheus.port=${port}`);
    expect([status, err.trimEnd().split('\n').at(-1)]).toEqual([1, 'a worker ended with 1 before any accepted requests']);
  });
});

test('warnings of a package are lines of the log', async () => {
  const redis = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      for (const command of `${bytes}`.match(/\r\n(auth|info|select)\r\n/gi) ?? [])
        socket.write(command.toLowerCase().includes('auth') ? '-ERR Client sent AUTH, but no password is set\r\n' : '+OK\r\n');
    });
  });
  await new Promise<void>((resolve) => redis.listen(0, '127.0.0.1', resolve));
  const { port } = redis.address() as AddressInfo;
  const host = await startAuctor({ cache: { backend: 'redis', redis: { host: '127.0.0.1', port, password: 'secret' } } });
  const output = '[WARN] Redis server does not require a password, but a password was supplied.';
  await until('the warning is logged', () => host.lines.some((line) => line.includes(output)));
  await host.stop();
  redis.close();
  expect(host.lines.map((line) => JSON.parse(line) as object)).toContainEqual(
    expect.objectContaining({ level: 'warn', output, msg: 'a package wrote to the console' }),
  );
});

test('a host on socket files logs their names', async () => {
  const [socket, adminSocket] = [join(folder, 'public.sock'), join(folder, 'admin.sock')];
  const child = spawn(process.execPath, [
    ...[AUCTOR, ...START, '--variant=go', '--unix_socket_enable=true', `--unix_socket_name=${socket}`, `--admin_socket=${adminSocket}`],
    '--gdpr.vendorlist.live.enabled=false',
  ]);
  let ready: string | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.includes('auctor is ready')) continue;
    ready = line;
    child.kill('SIGTERM');
  }
  const { port, adminPort, ...logged } = JSON.parse(ready ?? '{}') as Readonly<Record<string, unknown>>;
  expect([port, adminPort, logged['socket'], logged['adminSocket']]).toEqual([undefined, undefined, socket, adminSocket]);
});

test('invalid arguments end the program with 2 and one line', async () => {
  expect(await run(AUCTOR, 'start', '--nonsense')).toEqual({ status: 2, out: '', err: 'auctor: --nonsense: no such argument\n' });
});

test('the demo host starts on the given ports and stops on request', async () => {
  const host = await startDemoProcess();
  const { status, body } = await host.post('/openrtb2/auction', requestOf('demo'));
  const { seatbid } = JSON.parse(body) as { seatbid: { seat: string }[] };
  expect([status, seatbid.map(({ seat }) => seat).sort()]).toEqual([200, ['demo', 'generic']]);
  await host.stop();
  expect(host.lines.some((line) => line.includes('stopping: waiting for auctions in flight'))).toBe(true);
  await expect(host.get('/status')).rejects.toThrow('fetch failed');
});

test('a replay without a file prints its usage', async () => {
  const { status, err } = await run(source('replay/run.ts'));
  expect([status, err.split(',')[0]]).toEqual([
    2,
    'auctor: usage: auctor replay FILE... [--config FILE] [--print] [--shaping FILE [--seed N]]',
  ]);
});
