import { expect, test } from 'vitest';
import { makeServer } from '#src/http/server.ts';
import { testServices } from '#test/helpers/services.ts';

async function preflight(variant: 'go' | 'java', headers: Record<string, string>) {
  const app = makeServer(testServices({ settings: { variant } }));
  const { statusCode, headers: responded, body } = await app.inject({ method: 'OPTIONS', url: '/cookie_sync', headers });
  await app.close();
  const corsHeaders = Object.entries(responded).filter(([name]) => name.startsWith('access-control-'));
  return [statusCode, body, Object.fromEntries(corsHeaders)];
}

const origin = { origin: 'https://page.example' };
const echoed = { 'access-control-allow-origin': origin.origin, 'access-control-allow-credentials': 'true' };
const preflightHeaders = { ...origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'Content-Type, accept' };

test('a preflight permits the requested method and headers', async () => {
  expect(await preflight('go', preflightHeaders)).toEqual([
    204,
    '',
    { ...echoed, 'access-control-allow-methods': 'POST', 'access-control-allow-headers': 'Content-Type, accept' },
  ]);
  expect(await preflight('go', { ...preflightHeaders, 'access-control-request-method': 'PUT' })).toEqual([204, '', {}]);
  expect(await preflight('go', { ...preflightHeaders, 'access-control-request-headers': 'accept, x-own' })).toEqual([204, '', {}]);
  const shouting = { ...preflightHeaders, 'access-control-request-headers': 'ORIGIN,X-Requested-With' };
  expect(await preflight('go', shouting)).toEqual([
    204,
    '',
    { ...echoed, 'access-control-allow-methods': 'POST', 'access-control-allow-headers': 'ORIGIN,X-Requested-With' },
  ]);
  expect(await preflight('go', { ...origin, 'access-control-request-method': 'GET' })).toEqual([
    204,
    '',
    { ...echoed, 'access-control-allow-methods': 'GET' },
  ]);
});

test('a preflight in the Java variant is granted everything possible', async () => {
  const all = {
    ...echoed,
    'access-control-allow-methods': 'GET,POST,HEAD,OPTIONS',
    'access-control-allow-headers': 'Origin,Accept,X-Requested-With,Content-Type',
  };
  expect(await preflight('java', { ...origin, 'access-control-request-method': 'GET' })).toEqual([204, '', all]);
  expect(await preflight('java', { 'access-control-request-method': 'GET' })).toEqual([204, '', {}]);
});
