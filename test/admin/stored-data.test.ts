import Fastify from 'fastify';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { registerStoredData } from '#src/admin/stored-data.ts';
import { type HostConfigInput, hostSchema } from '#src/config/schema.ts';
import { makeServer } from '#src/http/server.ts';
import { silentLog } from '#src/platform/log.ts';
import { MetricsRegistry } from '#src/platform/metrics.ts';
import type { PeerMessage, WorkerPeers } from '#src/platform/peers.ts';
import { openStores } from '#src/stores/open.ts';
import { WoundClock } from '#test/helpers/clock.ts';
import { dialects } from '#test/helpers/dialects.ts';

const off = { filesystem: { enabled: false } };
const fed = { ...off, in_memory_cache: { type: 'lru' }, cache_events: { enabled: true } } as const;

/** A host whose sections store pushed data, and the messages to its peers. */
async function host(over: HostConfigInput = {}) {
  const config = hostSchema.parse({ stored_requests: fed, stored_responses: fed, accounts: fed, ...over });
  const stores = await openStores(config, new WoundClock(), silentLog, [], { dialect: dialects.go.stores });
  const [admin, app] = [
    Fastify(),
    makeServer({ config, dialect: dialects.go, log: pino({ level: 'silent' }), metrics: new MetricsRegistry() }),
  ];
  const reported: PeerMessage[] = [];
  let onMessage: (message: PeerMessage) => void = () => {};
  const peers: WorkerPeers = {
    singleProcess: false,
    broadcast: (message) => void reported.push(message),
    listen(listener) {
      onMessage = listener;
      return () => {};
    },
  };
  registerStoredData(admin, app, { ...stores, peers, log: silentLog });
  return { ...stores, admin, app, reported, onMessage: (message: PeerMessage) => onMessage(message) };
}

type Host = Awaited<ReturnType<typeof host>>;
const has = async ({ stored }: Host, kind: 'request' | 'amp' | 'imp' | 'response', id: string): Promise<boolean> =>
  (await stored.find(kind, [id], 50)).documents.has(id);

test('the endpoint of stored data accepts pushed data with any content type, and forwards it to its peers', async () => {
  const one = await host();
  const payload = '{"requests":{"r":{}},"imps":{"i":{}},"responses":{"s":[]},"accounts":{"a":{"disabled":true}}}';
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const response = await one.admin.inject({ method: 'POST', url: '/storedrequests/openrtb2', payload, headers });
  expect([response.statusCode, response.body]).toEqual([200, '']);
  expect([await has(one, 'request', 'r'), await has(one, 'imp', 'i'), await has(one, 'response', 's'), await has(one, 'amp', 'r')]).toEqual(
    [true, true, true, false],
  );
  expect(await one.accounts.find('a', 50)).toMatchObject({ kind: 'found', account: { disabled: true } });
  expect(one.reported).toEqual([{ subject: 'stored-data', path: '/storedrequests/openrtb2', method: 'POST', body: payload }]);
  await one.admin.inject({ method: 'DELETE', url: '/storedrequests/openrtb2', payload: '{"requests":["r"]}' });
  expect(await has(one, 'request', 'r')).toBe(false);
});

test('the endpoint of stored data applies changes of peers without forwarding them again', async () => {
  const one = await host();
  one.onMessage({ subject: 'stored-data', path: '/storedrequests/openrtb2', method: 'POST', body: '{"requests":{"r":{}}}' });
  expect(await has(one, 'request', 'r')).toBe(true);
  one.onMessage({ subject: 'other', path: '/storedrequests/openrtb2', method: 'DELETE', body: '{"requests":["r"]}' });
  expect(await has(one, 'request', 'r')).toBe(true);
  one.onMessage({ subject: 'stored-data', account: 'a' });
  expect(one.reported).toEqual([]);
});

test('the endpoint of stored data separates AMP requests from others', async () => {
  const one = await host({ stored_requests: { ...fed, amp_cache_events: { enabled: true } } });
  await one.admin.inject({ method: 'POST', url: '/storedrequests/amp', payload: '{"requests":{"r":{}}}' });
  expect([await has(one, 'amp', 'r'), await has(one, 'request', 'r')]).toEqual([true, false]);
});

test('the endpoint of stored data rejects other methods and malformed updates', async () => {
  const { admin } = await host();
  expect((await admin.inject({ method: 'PUT', url: '/storedrequests/openrtb2', payload: '{}' })).statusCode).toBe(405);
  expect((await admin.inject({ url: '/storedrequests/openrtb2' })).statusCode).toBe(405);
  const response = await admin.inject({ method: 'POST', url: '/storedrequests/openrtb2', payload: 'no' });
  expect([response.statusCode, response.body]).toEqual([400, 'Invalid update.\n']);
});

test('the endpoint of stored data is on the public listener only if configured', async () => {
  const payload = '{"requests":{"r":{}}}';
  const push = async ({ app }: Host): Promise<number> =>
    (await app.inject({ method: 'POST', url: '/storedrequests/openrtb2', payload })).statusCode;
  expect(await push(await host())).toBe(404);
  const events = { enabled: true, on_application_port: true };
  expect(await push(await host({ stored_requests: { ...fed, cache_events: events } }))).toBe(200);
});

test('the endpoint of stored data drops an account on request', async () => {
  const one = await host();
  await one.admin.inject({ method: 'POST', url: '/storedrequests/accounts', payload: '{"accounts":{"a":{}}}' });
  expect((await one.accounts.find('a', 50)).kind).toBe('found');
  expect((await one.admin.inject({ method: 'POST', url: '/cache/invalidate?account=a' })).statusCode).toBe(200);
  expect((await one.accounts.find('a', 50)).kind).toBe('unknown');
  const rejected = await one.admin.inject({ method: 'POST', url: '/cache/invalidate?account=' });
  expect([rejected.statusCode, rejected.body]).toEqual([400, 'Account id is not defined']);
});

test('the endpoint of stored data drops an account named in a form', async () => {
  const one = await host();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const response = await one.admin.inject({ method: 'POST', url: '/cache/invalidate', payload: 'account=a', headers });
  expect([response.statusCode, response.body, one.reported]).toEqual([200, '', [{ subject: 'stored-data', account: 'a' }]]);
});

test('the endpoint of stored data drops an account whose id contains a question mark', async () => {
  const one = await host();
  expect((await one.admin.inject({ method: 'POST', url: '/cache/invalidate?account=a?b' })).statusCode).toBe(200);
  expect(one.reported).toEqual([{ subject: 'stored-data', account: 'a?b' }]);
});

test('the endpoint of stored data has no account to drop without a cache', async () => {
  const { admin } = await host({ stored_requests: off, stored_responses: off, accounts: off });
  expect((await admin.inject({ method: 'POST', url: '/cache/invalidate?account=a' })).statusCode).toBe(200);
  expect((await admin.inject({ method: 'POST', url: '/cache/invalidate' })).statusCode).toBe(400);
});
