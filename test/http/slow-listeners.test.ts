/** The time limits of headers and bodies hold on every listener of HTTP/1.1, each on its own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type NetConnectOpts, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningHost, startTestHost } from '#test/helpers/host.ts';
import { openTap, type TapClient } from '#test/helpers/tap-client.ts';

const folder = mkdtempSync(join(tmpdir(), 'auctor-listeners-'));
const FAR_MS = 600_000;
const NEAR_MS = 100;

/** Listeners of a host whose limits are these, on addresses and on socket files. */
async function listenersOf(name: string, limits: object) {
  const [unix_socket_name, admin_socket] = ['public', 'admin'].map((kind) => join(folder, `${name}-${kind}.sock`));
  const metrics = { prometheus: { port: 0, timeout_ms: FAR_MS } };
  const hosts = [
    await startTestHost({ ...limits, unix_socket_enable: true, unix_socket_name, server: { http: { enabled: true } }, metrics }),
    await startTestHost({ ...limits, admin_socket }),
  ] as const;
  const [first] = hosts;
  const at = (origin: string): NetConnectOpts => ({ port: Number(new URL(origin).port), host: '127.0.0.1' });
  return {
    hosts,
    of: {
      'the public address': at(first.origin),
      'the public socket file': { path: unix_socket_name ?? '' },
      'the admin address': at(first.adminOrigin),
      'the admin socket file': { path: admin_socket ?? '' },
    } as Readonly<Record<string, NetConnectOpts>>,
    adminOrigin: first.adminOrigin,
  };
}

let [slowHeaders, slowBodies]: Awaited<ReturnType<typeof listenersOf>>[] = [];
beforeAll(async () => {
  slowHeaders = await listenersOf('headers', { header_timeout_ms: NEAR_MS, request_timeout_ms: FAR_MS });
  slowBodies = await listenersOf('bodies', { header_timeout_ms: FAR_MS, request_timeout_ms: NEAR_MS });
});
afterAll(async () => {
  const hosts: RunningHost[] = [slowHeaders, slowBodies].flatMap((listeners) => listeners?.hosts ?? []);
  await Promise.all(hosts.map((host) => host.stop(100)));
  rmSync(folder, { recursive: true });
});

interface Client {
  readonly socket: Socket;
  /** Everything received so far. */
  received(): string;
  /** The first line it received until its connection ended. */
  readonly ended: Promise<string>;
}

/** Sends `bytes`, then a blank every few ms until the connection ends, if it drips. */
function open(options: NetConnectOpts, bytes: string, drips = false): Client {
  const socket = connect(options);
  let received = '';
  const timer = setInterval(() => drips && socket.writable && socket.write('a'), 5);
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString('latin1');
  });
  socket.on('error', () => {});
  socket.write(bytes);
  const ended = new Promise<string>((resolve) => {
    socket.once('close', () => {
      clearInterval(timer);
      resolve(received.split('\r\n')[0] ?? '');
    });
  });
  return { socket, received: () => received, ended };
}

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';

/** A client whose headers the host has read. On a busy machine their limit may end before: then another one connects. */
async function openWithHeaders(options: NetConnectOpts, head: string): Promise<Client> {
  const client = open(options, head);
  const ended = client.ended.then(() => true);
  while (client.received() === '' && !(await Promise.race([ended, nextTurn(false)])));
  return client.received() === CONTINUE ? client : openWithHeaders(options, head);
}

/** A tap whose handshake the host has read in time: the limit on it may end before, on a busy machine. */
async function openTapInTime(url: string): Promise<TapClient> {
  for (;;) {
    try {
      return await openTap(url);
    } catch (error) {
      if (!/hang up|ECONNRESET|408/.test(String(error))) throw error;
    }
  }
}

const LATE = 'HTTP/1.1 408 Request Timeout';
/** A connection that is reset because of bytes in flight loses the response. */
const LATE_OR_RESET = expect.stringMatching(/^(HTTP\/1\.1 408 Request Timeout)?$/);
/** A request to a path that either kind of listener reads the body of. */
const headOf = (name: string, length: number, more = ''): string => {
  const path = name.includes('admin') ? '/console/try' : '/cookie_sync';
  return `POST ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n${more}\r\n`;
};
const NAMES = ['the public address', 'the public socket file', 'the admin address', 'the admin socket file'];

describe.each(NAMES)('%s', (name) => {
  test('ends connections that send nothing or drip headers, and serves a body that takes longer', async () => {
    const at = slowHeaders?.of[name] as NetConnectOpts;
    const served = await openWithHeaders(at, headOf(name, 2, 'expect: 100-continue\r\n'));
    served.socket.write('{');
    const late = [open(at, ''), open(at, 'GET /status HTTP/1.1\r\nhost: a\r\nx: ', true)];
    expect(await Promise.all(late.map(({ ended }) => ended))).toEqual([LATE, LATE_OR_RESET]);
    served.socket.write('}');
    await served.ended;
    expect(served.received().slice(CONTINUE.length)).toMatch(/^HTTP\/1\.1 (200|400) /);
  });

  test('ends connections that stop in a body or drip it', async () => {
    const at = slowBodies?.of[name] as NetConnectOpts;
    const late = [open(at, `${headOf(name, 2)}{`), open(at, headOf(name, 100_000), true)];
    expect(await Promise.all(late.map(({ ended }) => ended))).toEqual([LATE, LATE_OR_RESET]);
  });
});

test('the handshake of a WebSocket is limited as headers are, and an open one outlives both limits', async () => {
  const [headers, bodies] = [slowHeaders, slowBodies].map((listeners) => listeners?.of['the admin address'] as NetConnectOpts);
  const tap = await openTapInTime(`${slowBodies?.adminOrigin}/taps`);
  const upgrade = 'GET /taps HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nx: ';
  for (const at of [headers, bodies]) expect(await open(at as NetConnectOpts, upgrade, true).ended).toEqual(LATE_OR_RESET);
  await tap.catchUp();
  tap.close();
});
