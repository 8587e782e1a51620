/** The bid cache in a real Redis. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createBidCache } from '#src/cache/bid-cache.ts';
import { getValue, putValues } from '#src/cache/protocol.ts';
import { RedisStore } from '#src/cache/redis.ts';
import { hostSchema } from '#src/config/schema.ts';
import { systemClock } from '#src/platform/clock.ts';
import { MetricsRegistry } from '#src/platform/metrics.ts';
import { systemRandom } from '#src/platform/random.ts';
import { atOnce } from '#test/helpers/at-once.ts';
import { missing, type Server, startRedis, until } from './servers.ts';

const absent = missing('redis');

describe.skipIf(absent)(absent ?? 'the bid cache in Redis', () => {
  let server: Server;
  let store: RedisStore;
  const logged: string[] = [];
  const metrics = new MetricsRegistry();
  const log = {
    debug() {},
    warn() {},
    info: (_: object, message: string) => void logged.push(message),
    error: (_: object, message: string) => void logged.push(message),
  };
  const { request_limits: limits } = hostSchema.parse({}).cache;

  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server?.remove());
  beforeEach(async () => {
    const { redis } = hostSchema.parse({ cache: { redis: { port: server.port, max_value_bytes: 100, timeout_ms: 300 } } }).cache;
    store = await RedisStore.open(redis, { clock: systemClock, log, metrics });
    logged.length = 0;
  });
  afterEach(() => store.close());

  const xml = (text: string) => ({ type: 'xml' as const, content: text });

  test('stores values for their lifetime and never gives an id a second one', async () => {
    expect(await store.put('a', xml('<VAST/>'), 1)).toBe('stored');
    expect(await store.put('a', xml('other'), 60)).toBe('exists');
    expect(await store.put('b', xml('x'.repeat(101)), 60)).toBe('tooLarge');
    expect(await store.put('c', { type: 'json', content: '{"é":1}' }, 60)).toBe('stored');
    expect(await store.find('a')).toEqual(xml('<VAST/>'));
    expect(await store.find('c')).toEqual({ type: 'json', content: '{"é":1}' });
    await until('its second is over', async () => (await store.find('a')) === undefined);
    expect(await store.find('c')).toBeDefined();
  });

  test('stores many values in one exchange, one result each', async () => {
    const values = ['m1', 'm2', 'm1', 'm3'].map((id, i) => ({ id, value: xml(i === 3 ? 'x'.repeat(101) : id), ttlSeconds: 60 }));
    expect(await store.putMany(values, 1000)).toEqual(['stored', 'stored', 'exists', 'tooLarge'].map((value) => ({ value })));
    expect(await store.putMany([], 1000)).toEqual([]);
  });

  test('serves values of the endpoint for callers', async () => {
    const response = await putValues('{"puts":[{"type":"xml","value":"<VAST/>"}]}', {
      store,
      random: systemRandom,
      limits,
      timeoutMs: 1000,
    });
    const [{ uuid = '' } = {}] = (JSON.parse(response.body) as { responses: { uuid: string }[] }).responses;
    expect(await getValue(uuid, store, limits)).toEqual({ status: 200, contentType: 'application/xml', body: '<VAST/>' });
  });

  test('reports a foreign value under the id', async () => {
    const { Redis } = await import('iovalkey');
    const redis = new Redis({ port: server.port });
    await redis.set('odd', 'yaml');
    redis.disconnect();
    expect(await getValue('odd', store, limits)).toMatchObject({
      status: 500,
      body: 'GET /cache uuid=odd: Cache data was corrupted. Cannot determine type.\n',
    });
  });

  test('loses ids, not time, while the server is down, and reconnects automatically', async () => {
    const cache = createBidCache({ store, random: systemRandom, address: { scheme: '', host: '', path: '' }, maxTtlSeconds: 60 });
    await server.kill();
    await until('the loss is noticed', () => logged.length > 0);
    expect(await atOnce(async () => cache.put([{ type: 'xml', value: '<VAST/>' }], 5000))).toEqual({
      ids: [undefined],
      errors: ['Bid cache: element 0 was not stored: the cache is not connected'],
    });
    expect(metrics.expose()).toContain('bid_cache_up 0');
    expect(await getValue('a', store, limits)).toMatchObject({ status: 500, body: 'GET /cache uuid=a: the cache is not connected\n' });
    expect(await putValues('{"puts":[{"type":"json","value":1}]}', { store, random: systemRandom, limits, timeoutMs: 50 })).toMatchObject({
      status: 500,
      body: 'the cache is not connected\n',
    });
    await server.start();
    await until('it is back', async () => (await cache.put([{ type: 'xml', value: '<VAST/>' }], 5000)).errors.length === 0);
    expect(logged).toEqual(['bid cache disconnected: bids have no cache ids until it reconnects', 'bid cache reconnected']);
    expect(metrics.expose()).toContain('bid_cache_up 1');
  });

  test.each([
    ['user', { username: 'unknown', password: 'x' }],
    ['database', { db: 99 }],
  ])('does not use a connection whose %s the server rejects', async (_, options) => {
    const redis = { ...hostSchema.parse({ cache: { redis: { port: server.port } } }).cache.redis, connect_timeout_ms: 300, ...options };
    const rejected = await RedisStore.open(redis, { clock: systemClock, log, metrics });
    await expect(rejected.put('x', xml('1'), 60)).rejects.toThrow('the cache is not connected');
    expect(logged).toEqual(['bid cache disconnected: bids have no cache ids until it reconnects']);
    expect(metrics.expose()).toContain('bid_cache_up 0');
    await rejected.close();
  });

  test('reports commands whose connection ends as not connected', async () => {
    server.pause();
    const outcomes = Promise.all([
      expect(store.put('cut', xml('1'), 60)).rejects.toThrow('the cache is not connected'),
      expect(store.find('cut')).rejects.toThrow('the cache is not connected'),
    ]);
    await server.kill();
    await outcomes;
    await server.start();
    await until('it is back', async () => (await store.put('again', xml('1'), 1).catch(() => 'lost')) === 'stored');
  });

  test('waits at most the timeout while the server hangs, then not at all, and reconnects automatically', async () => {
    server.pause();
    await expect(store.put('late', xml('1'), 60)).rejects.toThrow('the cache did not respond in time');
    const body = '{"puts":[{"type":"xml","value":"<VAST/>"}]}';
    expect((await putValues(body, { store, random: systemRandom, limits, timeoutMs: 50 })).status).toBe(597);
    await until('it is given up', async () => {
      const [retained] = await store.putMany([{ id: 'none', value: xml('1'), ttlSeconds: 1 }], 50);
      return retained !== undefined && 'error' in retained && retained.error.message === 'the cache is not connected';
    });
    server.resume();
    await until('it is back', async () => (await store.put('new', xml('1'), 1).catch(() => 'lost')) === 'stored');
  });
});
