/** A whole process whose stored requests and accounts lie in a bucket: over HTTP, signed, polled. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { KEYS, type S3Server, startS3 } from '#test/helpers/s3-server.ts';
import { type AuctorProcess, type LocalServer, startAuctor, startBidder, told } from './host.ts';
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
}, 30_000);
afterAll(async () => {
  await auctor?.stop();
  await Promise.all([bidder?.close(), bucket?.close()]);
});

const auction = async (id = 'stored') => auctor.post('/openrtb2/auction', auctionOf(id, 'publisher'));

test('auctions are made of what lies in the bucket, and follow its changes', { timeout: 30_000 }, async () => {
  expect(told((await auction()).text)).toMatchObject({ bids: 1, events: false });
  bucket.objects.set('accounts/publisher.json', account(true));
  await until('the account has changed', async () => told((await auction()).text).events);
  bucket.objects.delete('stored_requests/stored.json');
  await until('the request is gone', async () => (await auction()).status === 400);
  bucket.objects.set('stored_requests/another.json', storedRequest());
  expect(told((await auction('another')).text).bids).toBe(1);
});

test('what is known serves while the bucket does not, and the host hears of it', { timeout: 30_000 }, async () => {
  bucket.fails = { status: 503, code: 'SlowDown' };
  await until('it is noticed', () => auctor.said.some((line) => line.includes('what is reloaded in the background cannot be read')));
  expect(told((await auction('another')).text)).toMatchObject({ bids: 1, events: true });
  expect((await auction('unheard-of')).text).toContain('Stored request data cannot be read: the bucket cannot be read');
  bucket.fails = undefined;
  await until('it is read again', () => auctor.said.some((line) => line.includes('is read again')));
});
