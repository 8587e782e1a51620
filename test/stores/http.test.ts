import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type HostConfig, hostSchema } from '#src/config/schema.ts';
import { PoolTransport } from '#src/net/http.ts';
import { systemClock } from '#src/platform/clock.ts';
import { silentLog } from '#src/platform/log.ts';
import { MetricsRegistry } from '#src/platform/metrics.ts';
import { categoryUrl, createHttpStore, storeUrl } from '#src/stores/http.ts';
import type { Store } from '#src/stores/store.ts';
import { dialects } from '#test/helpers/dialects.ts';
import { storeSuite } from './shared-suite.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes in use, without the text that a pattern matched last, which the engine retains. */
const live = (): number => {
  /x/.test('x');
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

test('addresses name each id, or all in one list', () => {
  expect(storeUrl('http://s/', 'request-id', ['req-1', 'req-2'], true)).toBe('http://s/?request-id=req-1&request-id=req-2');
  expect(storeUrl('http://s/?x=1', 'imp-id', ['a b&c'], true)).toBe('http://s/?x=1&imp-id=a+b%26c');
  expect(storeUrl('http://s/?', 'account-id', ['x', 'y'], false)).toBe('http://s/?account-ids=%5B%22x%22%2C%22y%22%5D');
});

test('category files are below their endpoint', () => {
  expect(categoryUrl('http://s/c?', 'freewheel', '')).toBe('http://s/c/freewheel.json');
  expect(categoryUrl('http://s/c/', 'dfp', 'a/../b')).toBe('http://s/c/dfp/a%2F..%2Fb.json');
});

describe('a store behind HTTP', () => {
  let server: Server;
  let url = '';
  let scripted: { status: number; body: string } | undefined;
  const urls: string[] = [];
  const transport = new PoolTransport(hostSchema.parse({}).http_client, false);

  const data = { requests: { one: { id: 'one' }, removed: null }, imps: { two: { id: 'two' } }, accounts: { three: { id: 'three' } } };
  beforeAll(async () => {
    server = createServer((request, response) => {
      urls.push(request.url ?? '');
      const { status, body } = scripted ?? { status: 200, body: JSON.stringify(data) };
      response.writeHead(status).end(body);
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    await transport.close();
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    scripted = undefined;
    urls.length = 0;
  });

  const open = (
    variant: HostConfig['variant'] = 'go',
    kinds: Parameters<typeof createHttpStore>[0]['kinds'] = KINDS,
    endpoint = url,
  ): Store => {
    const options = hostSchema.parse({ stored_requests: { http: { endpoint, amp_endpoint: `${endpoint}/amp` } } }).stored_requests.http;
    const env = { clock: systemClock, log: silentLog, metrics: new MetricsRegistry() };
    return createHttpStore({ name: 's', options, kinds, dialect: dialects[variant].stores, transport }, env);
  };
  const KINDS = ['request', 'imp', 'amp', 'account'] as const;

  storeSuite(async () => {
    const store = open();
    return { fetch: (kind, ids) => store.fetch(kind, ids, 10_000) };
  });

  test('treats null as missing, and requests AMP data elsewhere', async () => {
    expect(await open().fetch('request', ['gone', 'one'], 10_000)).toEqual({ documents: new Map([['one', '{"id":"one"}']]), errors: [] });
    await open().fetch('amp', ['one'], 10_000);
    await open().fetch('response', ['one'], 10_000);
    expect(urls).toEqual(['/?request-id=gone&request-id=one', '/amp?request-id=one']);
  });

  test('reports errors with the messages of its variant', async () => {
    scripted = { status: 500, body: 'x' };
    expect(await open().fetch('request', ['a'], 10_000)).toMatchObject({
      errors: ['Error fetching Stored Requests via HTTP. Response code was 500'],
    });
    expect(await open('java').fetch('imp', ['a', 'b'], 10_000)).toMatchObject({
      errors: ['Error fetching stored requests for ids [] and stored imps for ids [a, b] via HTTP: HTTP status code 500'],
    });
    expect(await open().fetch('account', ['a'], 10_000)).toMatchObject({
      errors: ['Error fetching accounts [a] via http: unexpected response status 500'],
    });
    for (const body of ['nonsense', '[]', '7']) {
      scripted = { status: 200, body };
      expect(await open().fetch('account', ['a'], 10_000)).toMatchObject({
        errors: ['Error fetching accounts [a] via http: failed to parse response'],
      });
    }
    scripted = { status: 200, body: '{}' };
    expect(await open().fetch('account', ['a'], 10_000)).toEqual({ documents: new Map(), errors: [] });
  });

  test('returns documents as they are written: with all digits, and nested too deep to be written again', async () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const documents = { digits: '{"id":12345678901234567890, "x":1.50}', deep, text: '"\\u0041"' };
    const fields = Object.entries(documents).map(([id, text]) => `"${id}" : ${text}`);
    scripted = { status: 200, body: `{"imps":{"deep":1},"requests":{"digits":1},"requests" : {${fields.join(',')}, "none":null }}` };
    const ids = ['digits', 'deep', 'text', 'none', 'missing'];
    expect(await open().fetch('request', ids, 10_000)).toEqual({ documents: new Map(Object.entries(documents)), errors: [] });
  });

  test('returns documents that keep no other part of the response in memory', async () => {
    const size = 500_000;
    const before = live();
    const found: unknown[] = [];
    for (let i = 0; i < 10; i++) {
      scripted = { status: 200, body: `{"requests":{"a":{"name":"${'n'.repeat(20)}"},"other":"${'x'.repeat(size)}"}}` };
      found.push(await open().fetch('request', ['a'], 10_000));
    }
    // The connection forgets the last responses in the background.
    await vi.waitFor(() => expect(live() - before).toBeLessThan(5 * size), 5000);
    expect(found.length).toBe(10);
  });

  test('respects the timeout, and reports a service that does not listen', async () => {
    // Its request may arrive after the test, where another test would see it.
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const endpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    expect(await open('go', KINDS, endpoint).fetch('request', ['a'], 40)).toEqual({
      documents: new Map(),
      errors: ['Error fetching Stored Requests via HTTP. Context deadline exceeded'],
      timedOut: true,
      unavailable: true,
    });
    silent.closeAllConnections();
    silent.close();
    expect(await open('go', KINDS, endpoint).fetch('request', ['a'], 10_000)).toEqual({
      documents: new Map(),
      errors: ['Error fetching Stored Requests via HTTP. The service does not respond'],
      timedOut: false,
      unavailable: true,
    });
  });

  test('fetches category files', async () => {
    scripted = { status: 200, body: '{"IAB1":{"id":"1"}}' };
    expect(await open('go', []).categories?.('dfp', 'pub', 10_000)).toBe('{"IAB1":{"id":"1"}}');
    expect(urls).toEqual(['/dfp/pub.json']);
    scripted = { status: 200, body: '<html>maintenance</html>' };
    expect(await open('go', []).categories?.('dfp', 'pub', 10_000)).toBeUndefined();
    scripted = { status: 503, body: '{}' };
    expect(await open('go', []).categories?.('dfp', 'pub', 10_000)).toBeUndefined();
    scripted = { status: 404, body: '' };
    expect(await open('go', []).categories?.('dfp', 'pub', 10_000)).toBeNull();
    expect(await open().categories?.('dfp', 'pub', 10_000)).toBeNull();
  });
});
