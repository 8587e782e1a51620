import { describe, expect, test } from 'vitest';
import { cacheBackend } from '#src/cache/backend.ts';
import type { CachePut } from '#src/cache/contract.ts';
import { tracedId } from '#src/cache/key.ts';
import { openCache } from '#src/cache/open.ts';
import { RemoteCache, remoteOrigin } from '#src/cache/remote.ts';
import { type HostConfigInput, hostSchema } from '#src/config/schema.ts';
import { chooseDialect } from '#src/dialect/choose.ts';
import type { Exchanged, Outgoing, Transport } from '#src/net/transport.ts';
import { silentLog } from '#src/platform/log.ts';
import { MetricsRegistry } from '#src/platform/metrics.ts';
import { WoundClock } from '#test/helpers/clock.ts';
import { dialects } from '#test/helpers/dialects.ts';

const UUID = '11111111-2222-4333-8444-555555555555';
const responded = (body: string, status = 200): Exchanged => ({ kind: 'response', response: { status, headers: { 'x-a': ['1'] }, body } });

/** A cache over a service with this response; `undefined`: never. */
function remote(response: Exchanged | undefined, settings: HostConfigInput = {}) {
  const sent: Outgoing[] = [];
  const transport: Transport = {
    send(outgoing, done) {
      sent.push(outgoing);
      if (response) done(response);
      return () => {};
    },
    close: async () => {},
  };
  const clock = new WoundClock();
  const config = hostSchema.parse({ ...settings, cache: { scheme: 'http', host: 'cache', ...settings.cache } });
  const address = { scheme: 'https', host: 'public', path: '/cache' };
  const cache = new RemoteCache(config, address, { clock, random: { uuid: () => UUID }, transport, dialect: chooseDialect(config) });
  return { cache, sent, clock };
}

const puts: CachePut[] = [
  { type: 'xml', value: '<VAST/>', ttlSeconds: 60 },
  { type: 'json', value: { id: 'b' }, key: 'mine', auctionId: 'auction', accountId: 'acc' },
];

describe('a cache service', () => {
  test('receives all puts in one call and returns their ids', async () => {
    const { cache, sent } = remote(responded('{"responses":[{"uuid":"a"},{"uuid":""}]}'));
    const made = await cache.put(puts, 100);
    expect(made).toMatchObject({ ids: ['a', undefined], errors: [] });
    expect(made.call).toEqual({
      uri: 'http://cache/cache',
      requestBody: sent[0]?.body,
      requestHeaders: { 'Content-Type': 'application/json;charset=utf-8', Accept: 'application/json' },
      status: 200,
      responseBody: '{"responses":[{"uuid":"a"},{"uuid":""}]}',
    });
    expect(sent).toEqual([
      {
        bidder: '',
        gzip: false,
        method: 'POST',
        uri: 'http://cache/cache',
        headers: { 'Content-Type': 'application/json;charset=utf-8', Accept: 'application/json' },
        body: '{"puts":[{"type":"xml","ttlseconds":60,"value":"<VAST/>"},{"type":"json","value":{"id":"b"},"key":"mine"}]}',
      },
    ]);
  });

  test('reports failures', async () => {
    const reported = async (response: Exchanged): Promise<unknown> => remote(response).cache.put(puts, 100);
    const none = [undefined, undefined];
    expect(await reported(responded('broken', 500))).toMatchObject({
      ids: none,
      errors: ['Prebid Cache call to http://cache/cache returned 500: broken'],
    });
    expect(await reported({ kind: 'failed', failure: 'unreachable', message: 'refused' })).toMatchObject({
      ids: none,
      errors: ['Error sending the request to Prebid Cache: refused; Duration=0ms, Items=2, Payload Size=107'],
    });
    expect(await reported(responded('{"responses":7}'))).toMatchObject({
      ids: none,
      errors: ['Error interpreting Prebid Cache response: no list `responses`\nResponse was: {"responses":7}'],
    });
    expect(await reported(responded('nonsense'))).toMatchObject({
      errors: [expect.stringMatching(/^Error interpreting .*\nResponse was: nonsense$/)],
    });
    expect(await reported(responded('{"responses":[{"uuid":7},{"uuid":"b"}]}'))).toMatchObject({
      ids: [undefined, 'b'],
      errors: ['Prebid Cache returned a number at index 0 in: {"responses":[{"uuid":7},{"uuid":"b"}]}'],
    });
    const missing = 'Prebid Cache returned a bad value at index 1. Error was: Key path not found. Response body was: ';
    const odd = '{"responses":[{"uuid":null},{}]}';
    expect(await reported(responded(odd))).toMatchObject({
      ids: none,
      errors: [`Prebid Cache returned a null at index 0 in: ${odd}`, `${missing}${odd}`],
    });
  });

  test('is not awaited beyond the timeout', async () => {
    const { cache, clock } = remote(undefined);
    const put = cache.put(puts, 30);
    clock.wind(30);
    expect((await put).errors).toEqual([
      'Error sending the request to Prebid Cache: context deadline exceeded; Duration=30ms, Items=2, Payload Size=107',
    ]);
  });

  test('is reported with the Java variant’s message, and receives the auction id', async () => {
    const java = (response: Exchanged | undefined) => remote(response, { variant: 'java' });
    const { cache, sent } = java(responded('{"responses":[{"uuid":"a"}]}'));
    expect((await cache.put(puts, 100)).errors).toEqual(["The number of response cache objects doesn't match with bids"]);
    expect(JSON.parse(sent[0]?.body ?? '')).toMatchObject({ puts: [{}, { aid: 'auction' }] });
    expect((await java(responded('x', 503)).cache.put(puts, 100)).errors).toEqual(['HTTP status code 503']);
    expect((await java(responded('x')).cache.put(puts, 100)).errors).toEqual(['Cannot parse response: x']);
    const { cache: late, clock } = java(undefined);
    const put = late.put(puts, 30);
    clock.wind(30);
    expect((await put).errors).toEqual(['Timeout has been exceeded']);
  });

  test('receives our key, and ids with their origin, if configured', async () => {
    const cache = { api_key: 'secret', api_key_secured: true, append_trace_info_to_cache_id: true };
    const { cache: made, sent } = remote(responded('{"responses":[{"uuid":"a"}]}'), { cache, datacenter: 'amsterdam' });
    await made.put([{ type: 'json', value: 1, accountId: 'acc' }], 100);
    expect([sent[0]?.headers['x-pbc-api-key'], JSON.parse(sent[0]?.body ?? '')]).toEqual([
      'secret',
      { puts: [{ type: 'json', value: 1, key: 'acc-amst-11111111-2222-4333-8444-555' }] },
    ]);
  });

  test('is read through this server', async () => {
    const { cache, sent } = remote(responded('<VAST/>'));
    expect(await cache.read('a&b', 'web')).toEqual({ status: 200, headers: { 'x-a': ['1'] }, body: '<VAST/>' });
    expect(sent[0]?.uri).toBe('http://cache/cache?uuid=a%26b&ch=web');
    await expect(remote({ kind: 'failed', failure: 'other', message: 'gone' }).cache.read('a', undefined)).rejects.toThrow('gone');
    await cache.close();
  });

  test('has an address for this server and one for clients', () => {
    const own = hostSchema.parse({ cache: { scheme: 'https', host: 'a', internal: { scheme: '', host: 'b', path: 'c' } } }).cache;
    expect(remoteOrigin(own)).toBe('http://b/c');
    expect(remoteOrigin({ ...own, internal: { ...own.internal, host: '' } })).toBe('https://a/cache');
  });
});

test('ids contain their account and datacenter if that leaves half of them for randomness', () => {
  expect(tracedId(UUID, 'acc', '')).toBe('acc-11111111-2222-4333-8444-55555555');
  expect(tracedId(UUID, 'a'.repeat(16), ' ')).toBe(`${'a'.repeat(16)}-11111111-2222-4333-`);
  expect(tracedId(UUID, 'a'.repeat(17), '')).toBeUndefined();
  expect(tracedId(UUID, 'a'.repeat(13), 'ams')).toBeUndefined();
  expect(tracedId(UUID, '', 'ams')).toBeUndefined();
  expect(tracedId(UUID, 'acc', 'amsterdam')?.length).toBe(36);
});

test('the backend is the configured one, or the one with an address', async () => {
  const backend = (cache: HostConfigInput['cache']): string => cacheBackend(hostSchema.parse({ cache }).cache);
  expect([backend({}), backend({ host: 'h' }), backend({ internal: { host: 'h' } }), backend({ host: 'h', backend: 'redis' })]).toEqual([
    'memory',
    'http',
    'http',
    'redis',
  ]);
  const env = {
    dialect: dialects.go,
    clock: new WoundClock(),
    random: { uuid: () => UUID },
    log: silentLog,
    metrics: new MetricsRegistry(),
  };
  const address = async (settings: HostConfigInput) => {
    const { bidCache, store } = await openCache(hostSchema.parse(settings), env);
    await store.close?.();
    return bidCache.address;
  };
  expect(await address({ cache: { host: 'h', scheme: 'https' } })).toEqual({ scheme: 'https', host: 'h', path: '/cache' });
  expect(await address({ cache: { host: 'h', query: 'id=%PBS_CACHE_UUID%' } })).toEqual({
    scheme: 'http',
    host: 'h',
    path: '/cache',
    query: { before: '?id=', after: '' },
  });
  expect(await address({ cache: { host: 'h', query: 'id=' }, external_cache: { scheme: 'https', host: 'e', path: 'p' } })).toEqual({
    scheme: 'https',
    host: 'e',
    path: '/p',
  });
  expect(await address({})).toEqual({ scheme: 'http', host: 'localhost:8000', path: '/cache' });
});
