/**
 * Two hosts behind one Redis: a win is joined to its auction, whichever host and worker it reaches, and a bidder learns on one what became of
 * its bid on the other.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { HostConfigInput } from '#src/config/schema.ts';
import { type AuctorProcess, type LocalServer, serve, startAuctor } from './host.ts';
import { missing, type Server, startRedis, until } from './servers.ts';

const absent = missing('redis');

interface Notification {
  readonly bidid: string;
  readonly bid?: object;
}

type Info = { readonly timestamp: number; readonly [field: string]: unknown };

describe.skipIf(absent)(absent ?? 'two hosts that share their bids and the info of previous auctions', () => {
  let redis: Server;
  let bidder: LocalServer;
  let collector: LocalServer;
  let nodes: AuctorProcess[] = [];
  const collected: Notification[] = [];
  /** The last request of each bidder, by path. */
  const received = new Map<string, { ext?: { prebid?: { previousauctioninfo?: readonly Info[] } } }>();

  beforeAll(async () => {
    [redis, bidder, collector] = await Promise.all([
      startRedis(),
      serve((path, body) => {
        const { id, imp, ext } = JSON.parse(body) as { id: string; imp: { id: string }[]; ext: object };
        received.set(path, { ext });
        const price = path === '/one' ? 2 : 1;
        const bid = imp.map((one) => ({ id: `bid-${id}`, impid: one.id, price, adm: '<p>ad</p>', crid: 'c', w: 300, h: 250, mtype: 1 }));
        return { id, cur: 'USD', seatbid: [{ bid }] };
      }),
      serve((_, body) => {
        collected.push(...(JSON.parse(body) as Notification[]));
        return 200;
      }),
    ]);
    const alias = (path: string) => ({ alias_of: 'generic', enabled: true, endpoint: bidder.url + path });
    const settings: HostConfigInput = {
      adapters: { one: alias('/one'), two: { ...alias('/two'), previous_auction_info: true } },
      account_defaults: { events: { enabled: true }, previous_auction_info: { enabled: true } },
      cache: { redis: { port: redis.port } },
      previous_auctions: { backend: 'redis', key: 'shared secret', timeout_ms: 60_000 },
      analytics: {
        // A busy machine may delay the responses of Redis.
        join: { redis: true, redis_timeout_ms: 60_000 },
        http: { url: collector.url, format: 'json', gzip: false, events: ['notification'], batch: { timeout_ms: 50 } },
      },
    };
    nodes = await Promise.all([startAuctor({ ...settings, workers: 2 }), startAuctor(settings)]);
  }, 60_000);
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    await Promise.all([bidder?.close(), collector?.close(), redis?.remove()]);
  });

  const wins = async (node: AuctorProcess | undefined, bidId: string): Promise<Notification | undefined> => {
    const before = collected.length;
    expect((await node?.get(`/event?t=win&b=${bidId}&a=publisher&bidder=one`))?.status).toBe(204);
    await until('the win was reported', () => collected.length > before);
    return collected[before];
  };

  test('a win that reaches another host is joined to its auction', async () => {
    const [first, second] = nodes;
    const imp = { id: 'top', banner: { format: [{ w: 300, h: 250 }] }, ext: { prebid: { bidder: { one: {} } } } };
    const site = { page: 'https://p.example', publisher: { id: 'publisher' } };
    const joined = { auction: 'won', imp: 'top', bidder: 'one', price: 2, currency: 'USD', type: 'banner', crid: 'c' };
    await until('the bids are shared', async () => {
      expect((await first?.post('/openrtb2/auction', { id: 'won', imp: [imp], site }))?.status).toBe(200);
      return (await wins(second, 'bid-won'))?.bid !== undefined;
    });
    for (const node of [second, first, first, first]) expect((await wins(node, 'bid-won'))?.bid).toMatchObject(joined);
    expect((await wins(second, 'made-up'))?.bid).toBeUndefined();
  });

  /** What bidder `two` receives in an auction of this user on a host. */
  const infoOn = async (node: AuctorProcess | undefined, id: string, user: string): Promise<readonly Info[] | undefined> => {
    const imp = { id: 'top', banner: { format: [{ w: 300, h: 250 }] }, ext: { prebid: { bidder: { one: {}, two: {} } } } };
    const site = { page: 'https://p.example', publisher: { id: 'publisher' } };
    const request = {
      id,
      imp: [imp],
      site,
      user: { ext: { prebid: { buyeruids: { one: user, two: user } } } },
      ext: { prebid: { targeting: {} } },
    };
    expect((await node?.post('/openrtb2/auction', request))?.status).toBe(200);
    expect(received.get('/one')?.ext?.prebid?.previousauctioninfo).toBeUndefined();
    return received.get('/two')?.ext?.prebid?.previousauctioninfo;
  };

  test('a bidder that opted in learns on one host that it lost on the other', async () => {
    const [first, second] = nodes;
    let infos: readonly Info[] | undefined;
    await until('the info is shared', async () => {
      await infoOn(first, 'a', 'user');
      infos = await infoOn(second, 'b', 'user');
      return infos?.some(({ bidId }) => bidId === 'bid-a') ?? false;
    });
    // Repeated auctions of the second host are among them.
    const info = infos?.findLast(({ bidId }) => bidId === 'bid-a');
    const price = { bidderCpm: 1, bidderCurrency: 'USD', bidderOriginalCpm: 1, bidderOriginalCurrency: 'USD' };
    const lost = { source: 'auctor', impid: 'top', outcome: 'lost', reason: 'price', bidId: 'bid-a', ...price, minBidToWin: 2 };
    expect(info).toEqual({ ...lost, timestamp: info?.timestamp });
    expect(await infoOn(second, 'c', 'other user')).toBeUndefined();
  });

  test('without Redis a win is reported without its bid, at once, and auctions are held without the info', async () => {
    await redis.kill();
    expect(await wins(nodes[1], 'bid-won')).toMatchObject({ bidid: 'bid-won' });
    expect((await wins(nodes[1], 'bid-won'))?.bid).toBeUndefined();
    expect(await infoOn(nodes[1], 'd', 'user')).toBeUndefined();
  });
});
