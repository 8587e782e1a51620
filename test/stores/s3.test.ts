/** Stored data in a bucket, over real HTTP with verified signatures. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signGet } from '#src/aws/sigv4.ts';
import { type HostConfigInput, hostSchema } from '#src/config/schema.ts';
import { PoolTransport } from '#src/net/http.ts';
import { systemClock } from '#src/platform/clock.ts';
import { silentLog } from '#src/platform/log.ts';
import { MetricsRegistry } from '#src/platform/metrics.ts';
import { openStores } from '#src/stores/open.ts';
import { createS3Store, foldersIn } from '#src/stores/s3.ts';
import { credentialsOf, keyOf, S3Bucket } from '#src/stores/s3-bucket.ts';
import type { Store } from '#src/stores/store.ts';
import { dialects } from '#test/helpers/dialects.ts';
import { KEYS, type S3Server, signatureOf, startS3 } from '#test/helpers/s3-server.ts';
import { storeSuite } from './shared-suite.ts';

let server: S3Server;
const transport = new PoolTransport(hostSchema.parse({}).http_client, false);
beforeAll(async () => {
  server = await startS3();
});
afterAll(async () => {
  await transport.close();
  await server.close();
});
beforeEach(() => {
  server.fails = undefined;
  server.objects.clear();
  server.fetchedPaths.length = 0;
  for (const [key, id] of [
    ['stored_requests/one', 'one'],
    ['stored_imps/two', 'two'],
    ['accounts/three', 'three'],
  ])
    server.objects.set(`${key}.json`, JSON.stringify({ id }));
});

type S3Input = NonNullable<NonNullable<HostConfigInput['stored_requests']>['s3']>;
const settings = (over: S3Input = {}): S3Input => ({
  endpoint: server.url,
  bucket: 'stored',
  access_key_id: KEYS.id,
  secret_access_key: KEYS.secret,
  ...over,
});
const options = (over: S3Input = {}) => hostSchema.parse({ stored_requests: { s3: settings(over) } }).stored_requests.s3;
/** There are no credentials here. */
const nowhere = { environment: { HOME: '/nowhere', AWS_EC2_METADATA_DISABLED: 'true' }, now: () => 0 };
const bucket = (over: S3Input = {}): S3Bucket =>
  new S3Bucket(options(over), credentialsOf(options(over), nowhere), { transport, clock: systemClock });

function open(over: S3Input = {}): Store {
  const env = { clock: systemClock, log: silentLog, metrics: new MetricsRegistry() };
  const kinds = ['request', 'imp', 'amp', 'account'] as const;
  return createS3Store({ name: 's', bucket: bucket(over), folders: foldersIn(options(over)), kinds }, env);
}

test('the test server requires the published signature', () => {
  const at = Date.UTC(2013, 4, 24);
  const credentials = { accessKeyId: KEYS.id, secretAccessKey: KEYS.secret, sessionToken: '' };
  const host = 'examplebucket.s3.amazonaws.com';
  const headers = signGet({ host, path: '/', query: [] }, credentials, { region: 'us-east-1', service: 's3', at });
  expect(signatureOf('GET', '/?max-keys=2&prefix=J', { ...headers, host }, KEYS.secret)).toBe(
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  );
});

describe('a store in a bucket', () => {
  storeSuite(async () => {
    const store = open();
    return { fetch: (kind, ids) => store.fetch(kind, ids, 10_000) };
  });

  test('finds objects with any id', async () => {
    const ids = ['a b', 'é+~', "it's(1)!*", '100%', 'a&b=c?d#e', '日本'];
    for (const id of ids) server.objects.set(`stored_requests/${id}.json`, JSON.stringify(id));
    server.objects.set('stored_imps/123/home/top.json', '"path"');
    const { documents, errors } = await open().fetch('amp', ids, 10_000);
    expect([[...documents.keys()].sort(), errors]).toEqual([ids.sort(), []]);
    expect((await open().fetch('imp', ['/123/home/top'], 10_000)).documents).toEqual(new Map([['/123/home/top', '"path"']]));
  });

  test('reports unreadable data without details, and returns what it read', async () => {
    const failed = {
      documents: new Map(),
      errors: ['Stored request data is unavailable: the bucket is unreadable'],
      timedOut: false,
      unavailable: true,
    };
    expect(await open({ secret_access_key: 'another' }).fetch('request', ['one'], 10_000)).toEqual(failed);
    expect(await open({ bucket: 'other' }).fetch('request', ['one'], 10_000)).toEqual(failed);
    server.fails = { status: 503, code: 'SlowDown' };
    expect(await open().fetch('request', ['one'], 10_000)).toEqual(failed);
    expect(await open({ endpoint: 'http://127.0.0.1:1' }).fetch('request', ['one'], 10_000)).toEqual(failed);
  });

  test('distinguishes a missing object from a missing bucket or user, and from a key too long for the service', async () => {
    const reads = async (status: number, code: string) => {
      server.fails = { status, code };
      const { unavailable } = await open().fetch('request', ['one'], 10_000);
      return unavailable ?? false;
    };
    expect([await reads(404, 'NoSuchKey'), await reads(400, 'KeyTooLongError')]).toEqual([false, false]);
    expect([await reads(404, 'NoSuchUser'), await reads(404, 'NoSuchBucket'), await reads(400, 'Bad')]).toEqual([true, true, true]);
  });

  test('respects the timeout', async () => {
    server.fails = { status: 0, code: '' };
    expect(await open().fetch('account', ['three'], 40)).toEqual({
      documents: new Map(),
      errors: ['Stored account data is unavailable: context deadline exceeded'],
      timedOut: true,
      unavailable: true,
    });
  });
});

describe('a bucket', () => {
  test('lists all pages below a folder, keys unchanged', async () => {
    const keys = ['stored_requests/a b.json', 'stored_requests/a&b.json', 'stored_requests/c.json', 'stored_requests/x+y.json'];
    for (const key of keys) server.objects.set(key, '{}');
    const listed = await bucket().list('stored_requests/', 10_000);
    expect(listed.map(({ key }) => key).sort()).toEqual([...keys, 'stored_requests/one.json'].sort());
    await expect(bucket({ bucket: 'other' }).list('', 10_000)).rejects.toThrow('the bucket responded with 404 NoSuchBucket');
  });

  test('is in the host name if configured', async () => {
    const call = bucket({ force_path_style: false, endpoint: 'http://localhost:1/base/' }).get('k', 1000);
    await expect(call).rejects.toThrow('"http://stored.localhost:1/base/k"');
    await expect(bucket({ endpoint: 'http://localhost:1/base/' }).list('k', 1000)).rejects.toThrow('"http://localhost:1/base/stored?');
  });

  test('is called without a signature if there are no credentials', async () => {
    const none = { access_key_id: '', secret_access_key: '' };
    expect(await credentialsOf(options(none), nowhere)()).toBeUndefined();
    await expect(bucket(none).get('k', 1000)).rejects.toThrow('the bucket responded with 403 SignatureDoesNotMatch');
  });

  test('has no key for paths outside or ids that are too long', () => {
    expect(['../x', 'a/../b', 'a//b', './a', '', '/', 'x'.repeat(1020)].map((id) => keyOf('folder', id))).toEqual(Array(7).fill(undefined));
    expect([keyOf('/a/b/', '/x/y'), keyOf('', 'x')]).toEqual(['a/b/x/y.json', 'x.json']);
  });
});

test('a host synchronizes its caches with the bucket', async () => {
  const memory = { type: 'lru' as const };
  const s3 = settings({ poll_for_updates: { enabled: true, refresh_rate_seconds: 60 } });
  const off = { enabled: false };
  const config = hostSchema.parse({
    stored_requests: { filesystem: off, s3, in_memory_cache: memory },
    accounts: { filesystem: off, s3, in_memory_cache: memory },
    stored_responses: { filesystem: off, s3 },
    stored_video_req: { filesystem: off },
    category_mapping: { filesystem: off },
  });
  const stores = await openStores(config, systemClock, silentLog, [], { dialect: dialects.go.stores });
  const refresh = async (): Promise<void> => {
    for (const refresher of stores.refreshers) await refresher.refresh();
  };
  expect(stores.refreshers.map(({ name, everyMs }) => [name, everyMs])).toEqual([
    ['stored_requests.s3', 60_000],
    ['accounts.s3', 60_000],
  ]);
  server.objects.set('stored_requests/gone.json', '{"id":"gone"}');
  server.objects.set('stored_requests/readme.txt', 'no data');
  server.objects.set('stored_responses/r.json', '[]');
  await refresh();
  const find = async (kind: 'request' | 'amp' | 'imp', id: string) => (await stores.stored.find(kind, [id], 10_000)).documents.get(id);

  server.fetchedPaths.length = 0;
  expect([await find('request', 'one'), await find('amp', 'one'), await find('imp', 'two')]).toEqual([
    '{"id":"one"}',
    '{"id":"one"}',
    '{"id":"two"}',
  ]);
  expect(await stores.accounts.find('three', 10_000)).toMatchObject({ kind: 'found' });
  expect(server.fetchedPaths).toEqual([]);
  const large = `["${'x'.repeat(2_000_000)}"]`;
  server.objects.set('stored_responses/large.json', large);
  expect((await stores.stored.find('response', ['r', 'large'], 10_000)).documents).toEqual(
    new Map([
      ['r', '[]'],
      ['large', large],
    ]),
  );

  server.objects.set('stored_requests/one.json', '{"id":"changed"}');
  server.objects.delete('stored_requests/gone.json');
  server.fetchedPaths.length = 0;
  await refresh();
  expect(server.fetchedPaths.filter((path) => path.endsWith('.json'))).toEqual(
    ['gone', 'one'].map((id) => `/stored/stored_requests/${id}.json`),
  );
  expect([await find('request', 'one'), await find('request', 'gone')]).toEqual(['{"id":"changed"}', undefined]);

  server.fails = { status: 500, code: 'InternalError' };
  await expect(refresh()).rejects.toThrow('the bucket responded with 500 InternalError');
  expect(await find('request', 'one')).toBe('{"id":"changed"}');
  stores.close();
});

test('sources are queried in order, each for the ids still missing', async () => {
  const urls: string[] = [];
  const service = createServer((request, response) => {
    urls.push(request.url ?? '');
    response.end('{"requests":{"one":{"of":"http"},"more":{"of":"http"}}}');
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  const endpoint = `http://127.0.0.1:${(service.address() as AddressInfo).port}/`;
  const off = { enabled: false };
  const config = hostSchema.parse({ stored_requests: { filesystem: off, s3: settings(), http: { endpoint } } });
  const stores = await openStores(config, systemClock, silentLog, [], { dialect: dialects.go.stores });
  const { documents, errors } = await stores.stored.find('request', ['one', 'more'], 10_000);
  expect([Object.fromEntries(documents), errors, urls]).toEqual([
    { one: '{"id":"one"}', more: '{"of":"http"}' },
    [],
    ['/?request-id=more'],
  ]);
  stores.close();
  service.closeAllConnections();
  service.close();
});
