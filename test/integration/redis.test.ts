/** The bid cache in a real Redis. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createBidCache } from '#src/cache/bid-cache.ts';
import { getValue, putValues } from '#src/cache/protocol.ts';
import { RedisStore } from '#src/cache/redis.ts';
import { hostSchema } from '#src/config/schema.ts';
import { systemClock } from '#src/outside/clock.ts';
import { MetricsRegistry } from '#src/outside/metrics.ts';
import { systemRandom } from '#src/outside/random.ts';
import { atOnce } from '#test/helpers/at-once.ts';
import { missing, type Server, startRedis, until } from './servers.ts';

const absent = missing('redis');

describe.skipIf(absent)(absent ?? 'the bid cache in Redis', { timeout: 60_000 }, () => {
  let server: Server;
  let store: RedisStore;
  const said: string[] = [];
  const metrics = new MetricsRegistry();
  const log = {
    debug() {},
    warn() {},
    info: (_: object, message: string) => void said.push(message),
    error: (_: object, message: string) => void said.push(message),
  };
  const { request_limits: limits } = hostSchema.parse({}).cache;

  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server?.remove());
  beforeEach(async () => {
    const { redis } = hostSchema.parse({ cache: { redis: { port: server.port, max_value_bytes: 100, timeout_ms: 300 } } }).cache;
    store = await RedisStore.open(redis, { clock: systemClock, log, metrics });
    said.length = 0;
  });
  afterEach(() => store.close());

  const xml = (text: string) => ({ type: 'xml' as const, text });

  test('keeps values for their seconds and never gives an id a second one', async () => {
    expect(await store.keep('a', xml('<VAST/>'), 1)).toBe('kept');
    expect(await store.keep('a', xml('other'), 60)).toBe('exists');
    expect(await store.keep('b', xml('x'.repeat(101)), 60)).toBe('tooLarge');
    expect(await store.keep('c', { type: 'json', text: '{"é":1}' }, 60)).toBe('kept');
    expect(await store.find('a')).toEqual(xml('<VAST/>'));
    expect(await store.find('c')).toEqual({ type: 'json', text: '{"é":1}' });
    await until('its second is over', async () => (await store.find('a')) === undefined);
    expect(await store.find('c')).toBeDefined();
  });

  test('keeps many with one exchange, an outcome each', async () => {
    const values = ['m1', 'm2', 'm1', 'm3'].map((id, i) => ({ id, value: xml(i === 3 ? 'x'.repeat(101) : id), ttlSeconds: 60 }));
    expect(await store.keepMany(values, 1000)).toEqual(['kept', 'kept', 'exists', 'tooLarge']);
    expect(await store.keepMany([], 1000)).toEqual([]);
  });

  test('serves what the endpoint for callers put', async () => {
    const answer = await putValues('{"puts":[{"type":"xml","value":"<VAST/>"}]}', { store, random: systemRandom, limits, timeoutMs: 1000 });
    const [{ uuid = '' } = {}] = (JSON.parse(answer.body) as { responses: { uuid: string }[] }).responses;
    expect(await getValue(uuid, store, limits)).toEqual({ status: 200, contentType: 'application/xml', body: '<VAST/>' });
  });

  test('says what lies under the id when it is not of our making', async () => {
    const { Redis } = await import('iovalkey');
    const redis = new Redis({ port: server.port });
    await redis.set('odd', 'yaml');
    redis.disconnect();
    expect(await getValue('odd', store, limits)).toMatchObject({
      status: 500,
      body: 'GET /cache uuid=odd: Cache data was corrupted. Cannot determine type.\n',
    });
  });

  test('costs ids, not time, while the server is gone, and comes back by itself', async () => {
    const cache = createBidCache({ store, random: systemRandom, address: { scheme: '', host: '', path: '' }, maxTtlSeconds: 60 });
    await server.kill();
    await until('the loss is noticed', () => said.length > 0);
    expect(await atOnce(async () => cache.put([{ type: 'xml', value: '<VAST/>' }], 5000))).toEqual({
      ids: [undefined],
      errors: ['Bid cache: element 0 was not kept: the cache is not connected'],
    });
    expect(metrics.text()).toContain('bid_cache_up 0');
    expect(await getValue('a', store, limits)).toMatchObject({ status: 500, body: 'GET /cache uuid=a: the cache is not connected\n' });
    expect(await putValues('{"puts":[{"type":"json","value":1}]}', { store, random: systemRandom, limits, timeoutMs: 50 })).toMatchObject({
      status: 500,
      body: 'the cache is not connected\n',
    });
    await server.start();
    await until('it is back', async () => (await cache.put([{ type: 'xml', value: '<VAST/>' }], 5000)).errors.length === 0);
    expect(said).toEqual(['the bid cache is lost: bids go without cache ids until it is back', 'the bid cache is back']);
    expect(metrics.text()).toContain('bid_cache_up 1');
  });

  test('waits no longer than it may while the server hangs, then not at all, and comes back by itself', async () => {
    server.pause();
    await expect(store.keep('late', xml('1'), 60)).rejects.toThrow('the cache did not answer in time');
    const body = '{"puts":[{"type":"xml","value":"<VAST/>"}]}';
    expect((await putValues(body, { store, random: systemRandom, limits, timeoutMs: 50 })).status).toBe(597);
    await until('it is given up', async () => {
      const [kept] = await store.keepMany([{ id: 'none', value: xml('1'), ttlSeconds: 1 }], 50);
      return kept instanceof Error && kept.message === 'the cache is not connected';
    });
    server.resume();
    await until('it is back', async () => (await store.keepMany([{ id: 'new', value: xml('1'), ttlSeconds: 1 }], 1000))[0] === 'kept');
  });
});
