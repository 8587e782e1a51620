/** A complete process whose stored requests and accounts are in a bucket: over HTTP, signed, polled. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { KEYS, type S3Server, startS3 } from '#test/helpers/s3-server.ts';
import { type AuctorProcess, type LocalServer, reported, startAuctor, startBidder } from './host.ts';
import { until } from './servers.ts';
import { account, auctionOf, storedRequest } from './topology.ts';

let bucket: S3Server;
let bidder: LocalServer;
let auctor: AuctorProcess;

beforeAll(async () => {
  [bucket, bidder] = await Promise.all([startS3(), startBidder()]);
  bucket.objects.set('stored_requests/stored.json', storedRequest());
  bucket.objects.set('accounts/publisher.json', account(false));
  const s3 = {
    bucket: 'stored',
    endpoint: bucket.url,
    access_key_id: KEYS.id,
    secret_access_key: KEYS.secret,
    poll_for_updates: { enabled: true, refresh_rate_seconds: 0.3 },
  };
  const source = { filesystem: { enabled: false }, s3, in_memory_cache: { type: 'lru' as const } };
  auctor = await startAuctor({
    adapters: { generic: { enabled: true, endpoint: bidder.url } },
    stored_requests: source,
    accounts: source,
    stored_requests_timeout_ms: 1000,
  });
});
afterAll(async () => {
  await auctor?.stop();
  await Promise.all([bidder?.close(), bucket?.close()]);
});

const auction = async (id = 'stored') => auctor.post('/openrtb2/auction', auctionOf(id, 'publisher'));

test("auctions use the bucket's data and its changes", async () => {
  expect(reported((await auction()).body)).toMatchObject({ bids: 1, events: false });
  bucket.objects.set('accounts/publisher.json', account(true));
  await until('the account has changed', async () => reported((await auction()).body).events);
  bucket.objects.delete('stored_requests/stored.json');
  await until('the request is gone', async () => (await auction()).status === 400);
  bucket.objects.set('stored_requests/another.json', storedRequest());
  expect(reported((await auction('another')).body).bids).toBe(1);
});

test('cached data is served while the bucket is unavailable, and the failure is logged', async () => {
  bucket.fails = { status: 503, code: 'SlowDown' };
  await until('it is noticed', () => auctor.lines.some((line) => line.includes('background refresh failed')));
  expect(reported((await auction('another')).body)).toMatchObject({ bids: 1, events: true });
  expect((await auction('unheard-of')).body).toContain('Stored request data is unavailable: the bucket is unreadable');
  bucket.fails = undefined;
  await until('it is read again', () => auctor.lines.some((line) => line.includes('background refresh recovered')));
});
