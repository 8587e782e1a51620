/** Changes through the admin listener: with its token or from its socket file, never from any program on the machine. */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type RunningHost, startTestHost } from '#test/helpers/host.ts';

let host: RunningHost;
afterEach(() => host.stop(0));

const CHANGE = '/logging/changelevel?level=info&duration=1';
const status = async (path: string, headers: Record<string, string> = {}): Promise<number> =>
  (await fetch(`${host.adminOrigin}${path}`, { headers })).status;

test('a change without a token is rejected on loopback, however its path is written; reading is permitted', async () => {
  host = await startTestHost({});
  expect(await status('/metrics')).toBe(200);
  for (const path of [CHANGE, '/%6cogging/changelevel?level=info&duration=1', '/pbs-admin/tracelog']) {
    expect([path, await status(path)]).toEqual([path, 403]);
  }
});

test('a change with the token is carried out', async () => {
  host = await startTestHost({ admin_token: 'secret' });
  expect([await status(CHANGE), await status(CHANGE, { authorization: 'Bearer secret' })]).toEqual([401, 200]);
});

test('a change from the socket file needs no token, and only its owner may open the file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'auctor-admin-'));
  const socketPath = join(folder, 'admin.sock');
  host = await startTestHost({ admin_socket: socketPath, admin_token: 'secret' });
  expect(host.adminOrigin).toBe('http://127.0.0.1:0');
  expect(statSync(socketPath).mode & 0o777).toBe(0o600);
  const changed = await new Promise((resolve, reject) => {
    request({ socketPath, path: CHANGE }, (response) => resolve(response.resume().statusCode))
      .on('error', reject)
      .end();
  });
  expect(changed).toBe(200);
  rmSync(folder, { recursive: true });
});

test('updates of stored data without protection need no token, and their other methods do not exist', async () => {
  const events = { enabled: true, protected: false };
  host = await startTestHost({ stored_requests: { in_memory_cache: { type: 'lru', ttl_seconds: 60 }, cache_events: events } });
  const push = async (method: string): Promise<number> =>
    (await fetch(`${host.adminOrigin}/storedrequests/openrtb2`, { method, body: '{"requests":{"a":{}}}' })).status;
  expect([await push('POST'), await push('PUT')]).toEqual([200, 405]);
});

test('updates of stored data at a path of the host’s own need the token too', async () => {
  const events = { enabled: true, endpoint: '/updates' };
  host = await startTestHost({ stored_requests: { in_memory_cache: { type: 'lru', ttl_seconds: 60 }, cache_events: events } });
  const { status } = await fetch(`${host.adminOrigin}/updates`, { method: 'POST', body: '{"requests":{"a":{}}}' });
  expect(status).toBe(403);
});
