/** Two processes behind one Redis and one PostgreSQL. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { HostConfigInput } from '#src/config/schema.ts';
import { ADMIN_TOKEN, type AuctorProcess, type LocalServer, reported, startAuctor, startBidder } from './host.ts';
import { missing, type Server, startPostgres, startRedis, until } from './servers.ts';
import { account, auctionOf, postgresSql, type Sql, storedRequest } from './topology.ts';

const absent = missing('postgres', 'redis');

/** Seconds between two polls; otherwise memory is valid for an hour. */
const REFRESH_SECONDS = 1;

describe.skipIf(absent)(absent ?? 'two processes that share a bid cache and a database', () => {
  let [pg, redis]: (Server | undefined)[] = [];
  let bidder: LocalServer;
  let nodes: AuctorProcess[] = [];
  let sql: Sql;

  const settings = (postgresPort: number, redisPort: number): HostConfigInput => {
    const connection = { driver: 'postgres', dbname: 'postgres', host: '127.0.0.1', port: postgresPort, user: 'postgres' } as const;
    const database = (table: string, type: string) => ({
      connection,
      fetcher: { query: `select id, data, '${type}' from ${table} where id in $ID_LIST` },
      initialize_caches: { query: `select id, data, '${type}' from ${table}` },
      poll_for_updates: {
        refresh_rate_seconds: REFRESH_SECONDS,
        query: `select id, data, '${type}' from ${table} where changed > $LAST_UPDATED`,
      },
    });
    const in_memory_cache = { type: 'lru', ttl_seconds: 3600 } as const;
    return {
      adapters: { generic: { enabled: true, endpoint: bidder.url } },
      stored_requests: {
        filesystem: { enabled: false },
        database: database('stored_requests', 'request'),
        in_memory_cache,
        cache_events: { enabled: true },
      },
      accounts: { filesystem: { enabled: false }, database: database('accounts', 'account'), in_memory_cache },
      cache: { backend: 'redis', redis: { port: redisPort } },
      stored_requests_timeout_ms: 1000,
    };
  };

  beforeAll(async () => {
    [pg, redis, bidder] = await Promise.all([startPostgres(), startRedis(), startBidder()]);
    sql = postgresSql(pg);
    for (const table of ['stored_requests', 'accounts']) {
      await sql(`create table ${table} (id text primary key, data text, changed timestamptz default now())`);
    }
    await sql('insert into stored_requests values ($1, $2)', ['stored', storedRequest()]);
    await sql('insert into accounts values ($1, $2)', ['publisher', account(false)]);
    const same = settings(pg.port, redis.port);
    nodes = await Promise.all([startAuctor({ ...same, admin_token: ADMIN_TOKEN }), startAuctor({ ...same, admin_token: ADMIN_TOKEN })]);
  });
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    await bidder?.close();
    await Promise.all([pg?.remove(), redis?.remove()]);
  });

  const auctions = async (id = 'stored'): Promise<ReturnType<typeof reported>[]> =>
    Promise.all(nodes.map(async (node) => reported((await node.post('/openrtb2/auction', auctionOf(id, 'publisher'))).body)));

  test('serve each other’s bids', async () => {
    const responses = await auctions();
    expect(responses.map(({ bids, errors }) => ({ bids, errors }))).toEqual([
      { bids: 1, errors: [] },
      { bids: 1, errors: [] },
    ]);
    const served = await Promise.all([...nodes].reverse().map((node, i) => node.get(`/cache?uuid=${responses[i]?.cacheId}`)));
    expect(served.map(({ status }) => status)).toEqual([200, 200]);
    expect(served.map(({ body }) => (JSON.parse(body) as { price: number }).price)).toEqual([1, 1]);
  });

  test('serve each other’s tracked VAST', async () => {
    const value = '<VAST><Ad><InLine><Impression>x</Impression></InLine></Ad></VAST>';
    const [first, second] = nodes;
    const put = await first?.post('/vtrack?a=publisher', { puts: [{ type: 'xml', value, bidid: 'b', bidder: 'generic', ttlseconds: 60 }] });
    const { responses } = JSON.parse(put?.body ?? '{}') as { responses: { uuid: string }[] };
    const got = await second?.get(`/vtrack?uuid=${responses[0]?.uuid}`);
    expect(got?.body).toContain('/event?t=imp&b=b&a=publisher&bidder=generic&f=b]]></Impression></InLine>');
  });

  test('see a changed account after their next poll of the database', async () => {
    expect((await auctions()).map(({ events }) => events)).toEqual([false, false]);
    await sql('update accounts set data = $1, changed = now() where id = $2', [account(true), 'publisher']);
    await until('both see it', async () => (await auctions()).every(({ events }) => events));
  });

  test('drop removed data, and accept pushed data', async () => {
    await sql("update stored_requests set data = '', changed = now() where id = 'stored'");
    const [first] = nodes;
    const status = async (id: string): Promise<number | undefined> =>
      (await first?.post('/openrtb2/auction', auctionOf(id, 'publisher')))?.status;
    await until('it is gone', async () => (await status('stored')) === 400);
    const pushed = await first?.admin('POST', '/storedrequests/openrtb2', { requests: { pushed: JSON.parse(storedRequest()) as object } });
    expect([pushed?.status, await status('pushed')]).toEqual([200, 200]);
    await first?.admin('DELETE', '/storedrequests/openrtb2', { requests: ['pushed'] });
    expect(await status('pushed')).toBe(400);
    expect((await first?.admin('POST', '/storedrequests/openrtb2', []))?.body).toBe('Invalid update.\n');
    expect((await first?.admin('GET', '/storedrequests/openrtb2'))?.status).toBe(405);
    expect((await first?.admin('POST', '/cache/invalidate?account=publisher'))?.status).toBe(200);
    expect((await first?.admin('POST', '/cache/invalidate'))?.body).toBe('Account id is not defined');
  });
});
