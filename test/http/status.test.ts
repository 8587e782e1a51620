import { expect, test } from 'vitest';
import type { HostConfigInput } from '#src/config/schema.ts';
import { makeServer } from '#src/http/server.ts';
import { registerStatus } from '#src/http/status.ts';
import { startTestHost } from '#test/helpers/host.ts';
import { testServices } from '#test/helpers/services.ts';

async function get(path: string, settings: HostConfigInput = {}, parts?: object) {
  const services = testServices({ settings });
  const app = makeServer(services);
  registerStatus(app, services, 'abc', parts && (() => parts));
  const { statusCode, headers, body } = await app.inject(path);
  await app.close();
  return { status: statusCode, type: headers['content-type'], body };
}

test('/status is empty by default', async () => {
  expect(await get('/status')).toEqual({ status: 204, type: undefined, body: '' });
  expect(await get('/status', { status_response: 'ready' })).toEqual({ status: 200, type: 'text/plain; charset=utf-8', body: 'ready' });
});

test('HEAD /status has no body, and no length of one without content', async () => {
  for (const [status_response, code, length] of [
    ['', 204, undefined],
    ['ready', 200, '5'],
  ] as const) {
    const services = testServices({ settings: { status_response } });
    const app = makeServer(services);
    registerStatus(app, services, 'abc');
    const { statusCode, headers, body } = await app.inject({ method: 'HEAD', url: '/status' });
    await app.close();
    expect([statusCode, headers['content-length'], body]).toEqual([code, length, '']);
  }
});

test('/status is JSON in the Java variant, and if configured', async () => {
  const json = { status: 200, type: 'application/json', body: '{"application":{"status":"ok"}}' };
  expect(await get('/status', { status_response: 'ok', variant: 'java' })).toEqual(json);
  expect(await get('/status', { status_response: 'ok', status_format: 'json' })).toEqual(json);
  expect((await get('/status', { status_response: 'ok', variant: 'java', status_format: 'text' })).body).toBe('ok');
  expect((await get('/status', { variant: 'java' })).status).toBe(204);
});

test('/status includes the health of external services as JSON', async () => {
  const parts = { database: { status: 'UP', last_updated: '2018-11-06T19:25:48.085Z' }, geolocation: null };
  const java = { variant: 'java' } as const;
  expect(JSON.parse((await get('/status', { status_response: 'ok', ...java }, parts)).body)).toEqual({
    application: { status: 'ok' },
    ...parts,
  });
  expect(await get('/status', java, parts)).toEqual({ status: 200, type: 'application/json', body: JSON.stringify(parts) });
  expect((await get('/status', {}, parts)).status).toBe(204);
});

test('/status shows the results of the last checks', async () => {
  const check = { enabled: true, refresh_period_ms: 60_000 };
  const host = await startTestHost({ status_format: 'json', health_check: { database: check, geolocation: check } });
  const reported = (await (await fetch(`${host.origin}/status`)).json()) as Record<string, { status: string }>;
  await host.stop(100);
  expect(Object.entries(reported).map(([name, { status }]) => [name, status])).toEqual([
    ['database', 'DOWN'],
    ['geolocation', 'DOWN'],
  ]);
});

test('/version returns the version and the revision', async () => {
  const { status, type, body } = await get('/version');
  expect({ status, type, revision: (JSON.parse(body) as { revision: string }).revision }).toEqual({
    status: 200,
    type: 'application/json',
    revision: 'abc',
  });
});

test('/version is not public in the Java variant, nor if it is disabled', async () => {
  expect((await get('/version', { variant: 'java' })).status).toBe(404);
  expect((await get('/version', { admin_endpoints: { version: { enabled: false } } })).status).toBe(404);
});

test('/ and /static/index.html are the same page', async () => {
  const [page, index] = await Promise.all([get('/'), get('/static/index.html')]);
  expect(page).toEqual(index);
  expect([page.status, page.type]).toEqual([200, 'text/html; charset=utf-8']);
});
