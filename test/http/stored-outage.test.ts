/** Stored data behind a service that is not there. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningHost, startTestHost } from '#test/helpers/host.ts';

let host: RunningHost;

beforeAll(async () => {
  // Nothing listens on port 1.
  const http = { endpoint: 'http://127.0.0.1:1/stored', amp_endpoint: 'http://127.0.0.1:1/amp' };
  host = await startTestHost({ stored_requests: { filesystem: { enabled: false }, http } });
});
afterAll(() => host.stop(100));

const named = (id: string): object => ({ srv: { storedrequest: { id } } });

test.each([
  ['a stored request', { id: 'r', ext: named('unknown') }],
  ['a stored imp', { id: 'r', imp: [{ id: 'i', ext: named('unknown') }], site: { page: 'https://p.example/' } }],
])('a request for %s gets 503 while the store is down, so that the caller tries again', async (_, body) => {
  const response = await fetch(`${host.origin}/openrtb2/auction`, { method: 'POST', body: JSON.stringify(body) });
  expect([response.status, await response.text()]).toEqual([503, expect.stringContaining('Error fetching Stored')]);
});

test('an AMP request gets 503 while the store is down', async () => {
  expect((await fetch(`${host.origin}/openrtb2/amp?tag_id=unknown`)).status).toBe(503);
});

test('a video request gets 503 while the store of its imps is down', async () => {
  const pods = [{ podid: 1, adpoddurationsec: 30, configid: 'unknown' }];
  const video = { mimes: ['video/mp4'], protocols: [2] };
  const body = JSON.stringify({ podconfig: { durationrangesec: [30], pods }, site: { page: 'https://p.example/' }, video });
  const response = await fetch(`${host.origin}/openrtb2/video`, { method: 'POST', body });
  expect([response.status, await response.text()]).toEqual([503, expect.stringContaining('unable to load configid unknown, Pod id: 1')]);
});
