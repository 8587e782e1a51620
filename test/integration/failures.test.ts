/** Stores that die, hang and recover under a running host. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AuctorProcess, type HttpResponse, type LocalServer, reported, startAuctor, startBidder } from './host.ts';
import { missing, sleep, until } from './servers.ts';
import { account, auctionOf, startTopology, storedRequest, type Topology } from './topology.ts';

const absent = missing('postgres', 'mariadb', 'redis');

/** ms between auctions of the load, and max auctions in flight. */
const EVERY_MS = 40;
const AT_ONCE = 4;
describe.skipIf(absent)(absent ?? 'a host with failing stores', () => {
  let stores: Topology;
  let bidder: LocalServer;
  let auctor: AuctorProcess;
  let seen: HttpResponse[] = [];
  let loading = true;
  let load: Promise<void>;

  const auction = (id = 'stored', publisher = 'publisher'): Promise<HttpResponse> =>
    auctor.post('/openrtb2/auction', auctionOf(id, publisher));

  /** A light load that never stops; the running test checks each response. */
  async function runLoad(): Promise<void> {
    const running = new Set<Promise<void>>();
    while (loading) {
      if (running.size < AT_ONCE) {
        const one = auction().then((response) => void seen.push(response));
        running.add(one);
        void one.finally(() => running.delete(one));
      }
      await sleep(EVERY_MS);
    }
    await Promise.all(running);
  }

  beforeAll(async () => {
    [stores, bidder] = await Promise.all([startTopology(), startBidder()]);
    auctor = await startAuctor({ ...stores.settings, adapters: { generic: { enabled: true, endpoint: bidder.url } } });
    load = runLoad();
  });
  afterAll(async () => {
    loading = false;
    await load;
    await auctor?.stop();
    await bidder?.close();
    await stores?.stop();
  });
  beforeEach(() => {
    seen = [];
  });

  /** Every auction so far returned its bid. */
  async function expectBids(): Promise<void> {
    await until('an auction of the load is answered', () => seen.length > 0);
    expect(seen.filter(({ status }) => status !== 200)).toEqual([]);
    expect(seen.filter(({ body }) => reported(body).bids !== 1).map(({ body }) => body)).toEqual([]);
  }

  const wasLogged = (message: string, store: string): boolean =>
    auctor.lines.some((line) => line.includes(message) && line.includes(store));

  test('runs auctions with stored requests, accounts and cached bids', async () => {
    await until('bids are cached', async () => reported((await auction()).body).cacheId !== undefined);
    seen = [];
    await until('some auctions were answered', () => seen.length > 10);
    await expectBids();
    const { body } = await auction();
    expect(reported(body)).toEqual({ bids: 1, cacheId: expect.stringMatching(/^[0-9a-f-]{36}$/), events: true, errors: [] });
    const { cacheId } = reported(body);
    const cached = await auctor.get(`/cache?uuid=${cacheId}`);
    expect([cached.status, JSON.parse(cached.body)]).toEqual([200, expect.objectContaining({ price: 1, adm: '<p>ad</p>' })]);
  });

  test('continues without cache ids while the bid cache is down, and logs it', async () => {
    await stores.redis.kill();
    await until('the cache is missed', async () => reported((await auction()).body).cacheId === undefined);
    const { errors } = reported((await auction()).body);
    expect(errors).toEqual(['Bid cache: element 0 was not stored: the cache is not connected']);
    expect(await auctor.metric('bid_cache_up')).toBe(0);
    await until('it is logged', () => wasLogged('bid cache disconnected', ''));
    await expectBids();
    await stores.redis.start();
    await until('bids are cached again', async () => reported((await auction()).body).cacheId !== undefined);
    expect(await auctor.metric('bid_cache_up')).toBe(1);
    await expectBids();
  });

  test('continues without cache ids while the bid cache hangs', async () => {
    stores.redis.pause();
    await until('the cache is missed', async () => reported((await auction()).body).cacheId === undefined);
    stores.redis.resume();
    await until('bids are cached again', async () => reported((await auction()).body).cacheId !== undefined);
    await expectBids();
  });

  test('serves cached stored requests while their database is down, and receives changes afterwards', async () => {
    await stores.postgres.kill();
    await until('the database is missed', async () => (await auctor.metric('store_up{store="stored_requests.database"}')) === 0);
    const unknown = await auction('not yet asked for');
    expect(unknown).toEqual({
      status: 503,
      body: 'Invalid request: Stored request data is unavailable: the database does not respond\n',
    });
    expect(await auctor.metric('stored_data_stale_hits{kind="request"}')).toBeGreaterThan(0);
    expect(await auctor.metric('stored_request_errors{stored_data_error="network"}')).toBeGreaterThan(0);
    await until('it is logged', () => wasLogged('store unavailable: serving cached data', 'stored_requests.database'));
    await expectBids();
    await stores.postgres.start();
    await stores.inPostgres('insert into stored_requests values ($1, $2)', ['later', storedRequest()]);
    await until('the database is queried again', async () => (await auction('later')).status === 200);
    expect(await auctor.metric('store_up{store="stored_requests.database"}')).toBe(1);
    await until('the recovery is logged', () => wasLogged('store recovered', 'stored_requests.database'));
    await expectBids();
  });

  test('serves cached stored requests while their database hangs', async () => {
    stores.postgres.pause();
    await until('the database is missed', async () => (await auctor.metric('store_up{store="stored_requests.database"}')) === 0);
    stores.postgres.resume();
    await until('the database is queried again', async () => (await auctor.metric('store_up{store="stored_requests.database"}')) === 1);
    await expectBids();
  });

  test('keeps the settings of cached accounts while their database is down', async () => {
    await stores.mariadb.kill();
    await until('the database is missed', async () => (await auctor.metric('store_up{store="accounts.database"}')) === 0);
    expect(reported((await auction()).body).events).toBe(true);
    const event = await auctor.get('/event?t=win&b=bid&a=publisher');
    expect(event.status).toBe(204);
    expect(await auctor.metric('stored_data_stale_hits{kind="account"}')).toBeGreaterThan(0);
    await expectBids();
    await stores.mariadb.start();
    await stores.inMariadb('update accounts set config = ? where id = ?', [account(false), 'publisher']);
    await until('the change is seen', async () => !reported((await auction()).body).events);
    expect(await auctor.metric('store_up{store="accounts.database"}')).toBe(1);
    await expectBids();
  });
});
