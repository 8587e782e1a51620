/** Locations and access control of the Java variant's admin endpoints on a running host. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningHost, startTestHost } from '#test/helpers/host.ts';

const basic = { authorization: `Basic ${Buffer.from('ops:secret').toString('base64')}` };
let host: RunningHost;

beforeAll(async () => {
  host = await startTestHost({
    admin_endpoints: {
      credentials: { ops: 'secret' },
      version: { path: '/pbs/version', protected: false },
      currency_rates: { on_application_port: true, protected: false, path: '/rates' },
      logging_changelevel: { on_application_port: true },
      collected_metrics: { enabled: false },
    },
    accounts: { cache_events: { enabled: true, on_application_port: true, protected: true }, in_memory_cache: { type: 'lru' } },
  });
});
afterAll(() => host.stop(0));

const get = async (url: string, headers: Record<string, string> = {}, method = 'GET', body?: string): Promise<[number, string]> => {
  const response = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) });
  return [response.status, await response.text()];
};

test('a page of the admin listener requires a name and its password', async () => {
  const rejected = await fetch(`${host.adminOrigin}/metrics`);
  expect([rejected.status, rejected.headers.get('www-authenticate')]).toEqual([401, 'Basic realm="auctor", charset="UTF-8"']);
  expect((await get(`${host.adminOrigin}/metrics`, basic))[0]).toBe(200);
});

test('an unprotected endpoint needs no authentication, under its default path and its own', async () => {
  for (const path of ['/version', '/pbs/version']) expect((await get(`${host.adminOrigin}${path}`))[0]).toBe(200);
});

test('a disabled endpoint does not exist, however its path is written', async () => {
  for (const path of ['/collected-metrics', '/collected%2Dmetrics']) expect((await get(`${host.adminOrigin}${path}`, basic))[0]).toBe(404);
  expect((await get(`${host.adminOrigin}/collected-metrics`))[0]).toBe(401);
});

test('the public listener has the configured endpoints, guarded if they are protected', async () => {
  expect(await get(`${host.origin}/rates`)).toEqual(await get(`${host.adminOrigin}/rates`));
  const level = `${host.origin}/logging/changelevel`;
  expect((await get(`${level}?level=info&duration=1`))[0]).toBe(401);
  expect(await get(`${level}?level=info&duration=1`, basic)).toEqual([200, '']);
  expect((await get(`${level}?level=info`, basic))[0]).toBe(400);
  const form = { ...basic, 'content-type': 'application/x-www-form-urlencoded' };
  expect(await get(level, form, 'POST', 'level=info&duration=1')).toEqual([200, '']);
  for (const path of ['/cache/invalidate', '/pbs-admin/tracelog']) expect((await get(`${host.origin}${path}`, basic))[0]).toBe(404);
});

test('the version is public in the Java variant only where settings say so, and guarded', async () => {
  const version = { enabled: true, on_application_port: true };
  const java = await startTestHost({ variant: 'java', admin_endpoints: { credentials: { ops: 'secret' }, version } });
  const url = `${java.origin}/version`;
  expect([(await get(url))[0], (await get(url, basic))[0]]).toEqual([401, 200]);
  await java.stop(0);
});

test('pushes to the public listener are guarded if they are protected', async () => {
  const push = `${host.origin}/storedrequests/accounts`;
  expect((await get(push, {}, 'POST', '{"accounts":{}}'))[0]).toBe(401);
  expect(await get(push, basic, 'POST', '{"accounts":{}}')).toEqual([200, '']);
});
