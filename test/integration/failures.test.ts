/** Stores that die, hang and come back under a host that goes on. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Answer, type AuctorProcess, type LocalServer, startAuctor, startBidder, told } from './host.ts';
import { missing, sleep, until } from './servers.ts';
import { account, auctionOf, startTopology, storedRequest, type Topology } from './topology.ts';

const absent = missing('postgres', 'mariadb', 'redis');

/** ms between auctions of the load, and the most that it has under way. */
const EVERY_MS = 40;
const AT_ONCE = 4;
describe.skipIf(absent)(absent ?? 'a host whose stores fail', { timeout: 60_000 }, () => {
  let stores: Topology;
  let bidder: LocalServer;
  let auctor: AuctorProcess;
  let seen: Answer[] = [];
  let loading = true;
  let load: Promise<void>;

  const auction = (id = 'stored', publisher = 'publisher'): Promise<Answer> => auctor.post('/openrtb2/auction', auctionOf(id, publisher));

  /** A light load that never stops; each answer is looked at by the test under way. */
  async function runLoad(): Promise<void> {
    const running = new Set<Promise<void>>();
    while (loading) {
      if (running.size < AT_ONCE) {
        const one = auction().then((answer) => void seen.push(answer));
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

  /** Every auction so far was answered with its bid. */
  function expectBids(): void {
    expect(seen.filter(({ status }) => status !== 200)).toEqual([]);
    expect(seen.filter(({ text }) => told(text).bids !== 1).map(({ text }) => text)).toEqual([]);
    expect(seen.length).toBeGreaterThan(0);
  }

  const said = (message: string, store: string): boolean => auctor.said.some((line) => line.includes(message) && line.includes(store));

  test('runs auctions with stored requests, accounts and cached bids', async () => {
    await until('bids are cached', async () => told((await auction()).text).cacheId !== undefined);
    seen = [];
    await until('some auctions were answered', () => seen.length > 10);
    expectBids();
    const { text } = await auction();
    expect(told(text)).toEqual({ bids: 1, cacheId: expect.stringMatching(/^[0-9a-f-]{36}$/), events: true, errors: [] });
    const { cacheId } = told(text);
    const cached = await auctor.get(`/cache?uuid=${cacheId}`);
    expect([cached.status, JSON.parse(cached.text)]).toEqual([200, expect.objectContaining({ price: 1, adm: '<p>ad</p>' })]);
  });

  test('goes on without cache ids while the bid cache is gone, and says so', async () => {
    await stores.redis.kill();
    await until('the cache is missed', async () => told((await auction()).text).cacheId === undefined);
    const { errors } = told((await auction()).text);
    expect(errors).toEqual(['Bid cache: element 0 was not kept: the cache is not connected']);
    expect(await auctor.metric('bid_cache_up')).toBe(0);
    expect(said('the bid cache is lost', '')).toBe(true);
    expectBids();
    await stores.redis.start();
    await until('bids are cached again', async () => told((await auction()).text).cacheId !== undefined);
    expect(await auctor.metric('bid_cache_up')).toBe(1);
    expectBids();
  });

  test('goes on without cache ids while the bid cache hangs', async () => {
    stores.redis.pause();
    await until('the cache is missed', async () => told((await auction()).text).cacheId === undefined);
    stores.redis.resume();
    await until('bids are cached again', async () => told((await auction()).text).cacheId !== undefined);
    expectBids();
  });

  test('serves stored requests it knows while their database is gone, and takes changes once it is back', async () => {
    await stores.postgres.kill();
    await until('the database is missed', async () => (await auctor.metric('store_up{store="stored_requests.database"}')) === 0);
    const unknown = await auction('not yet asked for');
    expect(unknown).toEqual({
      status: 400,
      text: 'Invalid request: Stored request data cannot be read: the database does not answer\n',
    });
    expect(await auctor.metric('stored_data_stale_served{kind="request"}')).toBeGreaterThan(0);
    expect(await auctor.metric('stored_request_errors{stored_data_error="network"}')).toBeGreaterThan(0);
    expect(said('a store does not answer', 'stored_requests.database')).toBe(true);
    expectBids();
    await stores.postgres.start();
    await stores.inPostgres('insert into stored_requests values ($1, $2)', ['later', storedRequest()]);
    await until('the database is asked again', async () => (await auction('later')).status === 200);
    expect(await auctor.metric('store_up{store="stored_requests.database"}')).toBe(1);
    expect(said('a store answers again', 'stored_requests.database')).toBe(true);
    expectBids();
  });

  test('serves stored requests it knows while their database hangs', async () => {
    stores.postgres.pause();
    await until('the database is missed', async () => (await auctor.metric('store_up{store="stored_requests.database"}')) === 0);
    stores.postgres.resume();
    await until('the database is asked again', async () => (await auctor.metric('store_up{store="stored_requests.database"}')) === 1);
    expectBids();
  });

  test('keeps to the settings of accounts it knows while their database is gone', async () => {
    await stores.mariadb.kill();
    await until('the database is missed', async () => (await auctor.metric('store_up{store="accounts.database"}')) === 0);
    expect(told((await auction()).text).events).toBe(true);
    const event = await auctor.get('/event?t=win&b=bid&a=publisher');
    expect(event.status).toBe(204);
    expect(await auctor.metric('stored_data_stale_served{kind="account"}')).toBeGreaterThan(0);
    expectBids();
    await stores.mariadb.start();
    await stores.inMariadb('update accounts set config = ? where id = ?', [account(false), 'publisher']);
    await until('the change is seen', async () => !told((await auction()).text).events);
    expect(await auctor.metric('store_up{store="accounts.database"}')).toBe(1);
    expectBids();
  });
});
