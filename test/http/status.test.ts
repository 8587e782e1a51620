import { expect, test } from 'vitest';
import type { HostConfigInput } from '#src/config/schema.ts';
import { makeServer } from '#src/http/server.ts';
import { registerStatus } from '#src/http/status.ts';
import { testServices } from '#test/helpers/services.ts';

async function get(path: string, settings: HostConfigInput = {}) {
  const services = testServices({ settings });
  const app = makeServer(services.config, services.log);
  registerStatus(app, services, 'abc');
  const { statusCode, headers, body } = await app.inject(path);
  await app.close();
  return { status: statusCode, type: headers['content-type'], body };
}

test('/status is empty unless the host has something to say', async () => {
  expect(await get('/status')).toEqual({ status: 204, type: undefined, body: '' });
  expect(await get('/status', { status_response: 'ready' })).toEqual({ status: 200, type: 'text/plain; charset=utf-8', body: 'ready' });
});

test('/status of the Java variant is JSON, and of any host that wants that', async () => {
  const json = { status: 200, type: 'application/json', body: '{"application":{"status":"ok"}}' };
  expect(await get('/status', { status_response: 'ok', variant: 'java' })).toEqual(json);
  expect(await get('/status', { status_response: 'ok', status_format: 'json' })).toEqual(json);
  expect((await get('/status', { status_response: 'ok', variant: 'java', status_format: 'text' })).body).toBe('ok');
  expect((await get('/status', { variant: 'java' })).status).toBe(204);
});

test('/version tells the version and the revision', async () => {
  const { status, type, body } = await get('/version');
  expect({ status, type, revision: (JSON.parse(body) as { revision: string }).revision }).toEqual({
    status: 200,
    type: 'application/json',
    revision: 'abc',
  });
});

test('/ and /static/index.html are the same page', async () => {
  const [page, index] = await Promise.all([get('/'), get('/static/index.html')]);
  expect(page).toEqual(index);
  expect([page.status, page.type]).toEqual([200, 'text/html; charset=utf-8']);
});
