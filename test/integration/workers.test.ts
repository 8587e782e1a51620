/** Worker processes of one host. */
import { Agent, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMIN_TOKEN, type AuctorProcess, type LocalServer, reported, startAuctor, startBidder } from './host.ts';
import { until } from './servers.ts';
import { auctionOf, storedRequest } from './topology.ts';

let bidder: LocalServer;
let host: AuctorProcess;
const connections = new Agent({ keepAlive: false });

beforeAll(async () => {
  bidder = await startBidder();
  host = await startAuctor({
    workers: 2,
    admin_token: ADMIN_TOKEN,
    adapters: { generic: { enabled: true, endpoint: bidder.url } },
    stored_requests: { filesystem: { enabled: false }, in_memory_cache: { type: 'unbounded' }, cache_events: { enabled: true } },
  });
});
afterAll(async () => {
  await host?.stop();
  await bidder?.close();
});

/** Status of a call on a connection of its own, so that workers take turns. */
const send = (method: string, path: string, body?: object): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const sent = request(host.url + path, { method, agent: connections }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.once('error', reject);
    sent.end(body && JSON.stringify(body));
  });

const auction = (): Promise<number | undefined> => send('POST', '/openrtb2/auction', auctionOf('pushed', 'publisher'));
const statuses = async (): Promise<(number | undefined)[]> => Promise.all(Array.from({ length: 8 }, auction));

test('forward changes to each other', { timeout: 60_000 }, async () => {
  expect(await statuses()).toEqual(Array.from({ length: 8 }, () => 400));
  const body = { requests: { pushed: JSON.parse(storedRequest()) as object } };
  expect((await host.admin('POST', '/storedrequests/openrtb2', body)).status).toBe(200);
  await until('all know it', async () => (await statuses()).every((status) => status === 200));
  await host.admin('DELETE', '/storedrequests/openrtb2', { requests: ['pushed'] });
  await until('all have forgotten it', async () => (await statuses()).every((status) => status === 400));
});

test('serve values that another has cached', { timeout: 60_000 }, async () => {
  const body = { requests: { pushed: JSON.parse(storedRequest()) as object } };
  await host.admin('POST', '/storedrequests/openrtb2', body);
  await until('all know it', async () => (await statuses()).every((status) => status === 200));
  const { cacheId } = reported((await host.post('/openrtb2/auction', auctionOf('pushed', 'publisher'))).body);
  const responses = await Promise.all(Array.from({ length: 8 }, () => send('GET', `/cache?uuid=${cacheId}`)));
  expect(responses).toEqual(Array.from({ length: 8 }, () => 200));
});
