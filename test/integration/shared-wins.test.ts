/** Wins of two hosts behind one Redis: each is joined to its auction, whichever host and worker it reaches. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { HostConfigInput } from '#src/config/schema.ts';
import { type AuctorProcess, type LocalServer, serve, startAuctor, startBidder } from './host.ts';
import { missing, type Server, startRedis, until } from './servers.ts';

const absent = missing('redis');

interface Notification {
  readonly bidid: string;
  readonly bid?: object;
}

describe.skipIf(absent)(absent ?? 'two hosts that share their bids', { timeout: 60_000 }, () => {
  let redis: Server;
  let bidder: LocalServer;
  let collector: LocalServer;
  let nodes: AuctorProcess[] = [];
  const collected: Notification[] = [];

  beforeAll(async () => {
    [redis, bidder, collector] = await Promise.all([
      startRedis(),
      startBidder(),
      serve((_, body) => {
        collected.push(...(JSON.parse(body) as Notification[]));
        return 200;
      }),
    ]);
    const settings: HostConfigInput = {
      adapters: { one: { alias_of: 'generic', enabled: true, endpoint: bidder.url } },
      account_defaults: { events: { enabled: true } },
      cache: { redis: { port: redis.port } },
      analytics: {
        join: { redis: true },
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
    const joined = { auction: 'a', imp: 'top', bidder: 'one', price: 1, currency: 'USD', type: 'banner', crid: 'c' };
    await until('the bids are shared', async () => {
      expect((await first?.post('/openrtb2/auction', { id: 'a', imp: [imp], site }))?.status).toBe(200);
      return (await wins(second, 'bid-top'))?.bid !== undefined;
    });
    for (const node of [second, first, first, first]) expect((await wins(node, 'bid-top'))?.bid).toMatchObject(joined);
    expect((await wins(second, 'made-up'))?.bid).toBeUndefined();
  });

  test('without Redis a win is reported without its bid, at once', async () => {
    await redis.kill();
    expect(await wins(nodes[1], 'bid-top')).toMatchObject({ bidid: 'bid-top' });
    expect((await wins(nodes[1], 'bid-top'))?.bid).toBeUndefined();
  });
});
