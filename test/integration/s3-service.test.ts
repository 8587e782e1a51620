/** Stored data in a real server with the interface of Amazon S3. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hostSchema } from '#src/config/schema.ts';
import { PoolTransport } from '#src/net/http.ts';
import { systemClock } from '#src/platform/clock.ts';
import { credentialsOf, keyOf, S3Bucket } from '#src/stores/s3-bucket.ts';
import { KEYS } from '#test/helpers/s3-server.ts';
import { type AuctorProcess, type LocalServer, reported, startAuctor, startBidder } from './host.ts';
import { createBucket, deleteObject, missingS3Proxy, putObject, startS3Proxy } from './s3proxy.ts';
import { type Server, until } from './servers.ts';
import { account, auctionOf, storedRequest } from './topology.ts';

const why = missingS3Proxy();
const ODD_IDS = [
  'a b',
  'a+b',
  '100%',
  'a%2Fb',
  'ä€😀',
  'q?x=1',
  'h#y',
  'a&lt<gt>',
  `it's"`,
  'a:b@c,d;e=f$g!h(i)*j~k',
  'x/y/z',
  '[x]{y}|z^`',
];
/** More than a page of a listing. */
const MANY = 503;

describe.skipIf(why !== undefined)(`a bucket of a real service${why ? ` (${why})` : ''}`, () => {
  let server: Server;
  let bidder: LocalServer;
  const transport = new PoolTransport(hostSchema.parse({}).http_client, false);

  beforeAll(async () => {
    [server, bidder] = await Promise.all([startS3Proxy(), startBidder()]);
    await createBucket(server, 'stored');
    await putObject(server, 'stored', 'stored_requests/stored.json', storedRequest());
    await putObject(server, 'stored', 'stored_requests/gone.json', storedRequest());
    await putObject(server, 'stored', 'accounts/publisher.json', account(false));
    for (const id of ODD_IDS) await putObject(server, 'stored', `odd/${id}.json`, JSON.stringify(id));
    for (let from = 0; from < MANY; from += 50) {
      const page = Array.from({ length: Math.min(50, MANY - from) }, (_, i) => `many/${from + i}.json`);
      await Promise.all(page.map((key) => putObject(server, 'stored', key, '{}')));
    }
  });
  afterAll(async () => {
    await transport.close();
    await Promise.all([server.remove(), bidder.close()]);
  });

  const settings = (over: object = {}) => ({
    bucket: 'stored',
    endpoint: `http://127.0.0.1:${server.port}`,
    access_key_id: KEYS.id,
    secret_access_key: KEYS.secret,
    ...over,
  });
  const bucket = (over: object = {}): S3Bucket => {
    const options = hostSchema.parse({ stored_requests: { s3: settings(over) } }).stored_requests.s3;
    const credentials = credentialsOf(options, { environment: {}, now: Date.now });
    return new S3Bucket(options, credentials, { transport, clock: systemClock });
  };

  test('has objects of any name', async () => {
    const read = await Promise.all(ODD_IDS.map((id) => bucket().get(keyOf('odd', id) ?? '', 10_000)));
    expect(read).toEqual(ODD_IDS.map((id) => JSON.stringify(id)));
    const listed = await bucket().list('odd/', 10_000);
    expect(listed.map(({ key }) => key).sort()).toEqual(ODD_IDS.map((id) => `odd/${id}.json`).sort());
    expect(await bucket().get('odd/absent.json', 10_000)).toBeUndefined();
  });

  test('lists more than one page', async () => {
    const keys = (await bucket().list('many/', 10_000)).map(({ key }) => key);
    expect([keys.length, new Set(keys).size]).toEqual([MANY, MANY]);
    expect(await bucket().list('absent/', 10_000)).toEqual([]);
  });

  test('names the reason of a rejection', async () => {
    const failure = async (over: object): Promise<unknown[]> => {
      const one = bucket(over);
      const calls = [one.get('odd/a b.json', 10_000), one.get('absent', 10_000), one.list('odd/', 10_000)];
      const results = await Promise.allSettled(calls);
      return [...new Set(results.map((result) => result.status === 'rejected' && String(result.reason)))];
    };
    expect(await failure({ secret_access_key: 'another' })).toEqual(['Error: the bucket responded with 403 SignatureDoesNotMatch']);
    expect(await failure({ access_key_id: 'unknown' })).toEqual(['Error: the bucket responded with 403 InvalidAccessKeyId']);
    expect(await failure({ bucket: 'absent' })).toEqual(['Error: the bucket responded with 404 NoSuchBucket']);
  });

  const host = (): Promise<AuctorProcess> => {
    const s3 = settings({ poll_for_updates: { enabled: true, refresh_rate_seconds: 0.3 } });
    const source = { filesystem: { enabled: false }, s3, in_memory_cache: { type: 'lru' as const } };
    return startAuctor({
      adapters: { generic: { enabled: true, endpoint: bidder.url } },
      stored_requests: source,
      accounts: source,
      stored_requests_timeout_ms: 5000,
    });
  };
  const logged = (auctor: AuctorProcess, ...parts: string[]): boolean =>
    auctor.lines.some((line) => parts.every((part) => line.includes(part)));

  test('serves a host that starts before it, with changes and outages', async () => {
    await server.kill();
    const auctor = await host();
    const auction = (id = 'stored') => auctor.post('/openrtb2/auction', auctionOf(id, 'publisher'));
    await until('the outage is reported', () => logged(auctor, 'background refresh failed', 'ECONNREFUSED'));
    expect((await auction()).body).toContain('Stored request data is unavailable: the bucket is unreadable');
    await server.start();
    await until('everything is read', () => logged(auctor, 'background refresh recovered', 'stored_requests.s3'));
    await until('auctions find it', async () => reported((await auction()).body).bids === 1);
    expect(reported((await auction()).body).events).toBe(false);

    await putObject(server, 'stored', 'accounts/publisher.json', account(true));
    await until('the account has changed', async () => reported((await auction()).body).events);
    const large = storedRequest({ ext: { comment: 'x'.repeat(3_000_000) } });
    await putObject(server, 'stored', 'stored_requests/large.json', large);
    await until('a large object is found', async () => reported((await auction('large')).body).bids === 1);
    await deleteObject(server, 'stored', 'stored_requests/gone.json');
    await until('a deleted object is gone', async () => (await auction('gone')).status === 400);

    await server.kill();
    await until('the outage is noticed', () => auctor.lines.filter((line) => line.includes('background refresh failed')).length > 2);
    expect(reported((await auction()).body)).toMatchObject({ bids: 1, events: true });
    await server.start();
    await auctor.stop();
  });
});
