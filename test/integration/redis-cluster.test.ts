/** The bid cache in a real cluster of three, and behind a real sentinel. */
import { Redis } from 'iovalkey';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { RedisStore } from '#src/cache/redis.ts';
import type { PutOutcome } from '#src/cache/store.ts';
import { type HostConfigInput, hostSchema } from '#src/config/schema.ts';
import { systemClock } from '#src/platform/clock.ts';
import { MetricsRegistry } from '#src/platform/metrics.ts';
import { atOnce } from '#test/helpers/at-once.ts';
import { reservePort } from '#test/helpers/ports.ts';
import { missing, type Server, startRedis, startSentinel, until } from './servers.ts';

const absent = missing('redis');
const xml = (text: string) => ({ type: 'xml' as const, content: text });
const LOST = 'bid cache disconnected: bids have no cache ids until it reconnects';

type RedisInput = NonNullable<NonNullable<HostConfigInput['cache']>['redis']>;

async function openStore(over: RedisInput) {
  const logged: string[] = [];
  const metrics = new MetricsRegistry();
  const note = (_: object, message: string): void => void logged.push(message);
  const log = { debug() {}, warn() {}, info: note, error: note };
  const { redis } = hostSchema.parse({ cache: { redis: { timeout_ms: 300, ...over } } }).cache;
  return { store: await RedisStore.open(redis, { clock: systemClock, log, metrics }), logged, metrics };
}

type Opened = Awaited<ReturnType<typeof openStore>>;
let round = 0;
/** Values with new ids, enough for every node of a cluster to get some. */
const someValues = () => {
  round++;
  return Array.from({ length: 30 }, (_, i) => ({ id: `${round}-${i}`, value: xml(`${i}`), ttlSeconds: 60 }));
};
const storedCount = (all: readonly PutOutcome[]): number => all.filter((stored) => 'value' in stored && stored.value === 'stored').length;
const allStored = (store: RedisStore) => async (): Promise<boolean> => storedCount(await store.putMany(someValues(), 1000)) === 30;

describe.skipIf(absent)(absent ?? 'the bid cache in a cluster', () => {
  const servers: Server[] = [];
  let opened: Opened;
  let cluster: RedisInput['cluster'];

  beforeAll(async () => {
    const buses: number[] = [];
    for (let i = 0; i < 3; i++) {
      const options = async (): Promise<string[]> => {
        buses[i] = await reservePort();
        const named = { enabled: 'yes', port: `${buses[i]}`, 'node-timeout': '800', 'require-full-coverage': 'no' };
        return Object.entries(named).flatMap(([name, value]) => [`--cluster-${name}`, value]);
      };
      servers.push(await startRedis(options));
    }
    for (const [i, { port }] of servers.entries()) {
      const redis = new Redis({ port });
      await redis.call('CLUSTER', 'ADDSLOTSRANGE', Math.ceil((i * 16_384) / 3), Math.ceil(((i + 1) * 16_384) / 3) - 1);
      redis.disconnect();
    }
    const full = async ({ port }: Server): Promise<boolean> => {
      const redis = new Redis({ port });
      const info = await redis.call('CLUSTER', 'INFO');
      // On a busy machine the handshake may take longer than the node's timeout, after which the first node is forgotten.
      const isAlone = /cluster_known_nodes:1\b/.test(String(info));
      if (isAlone) await redis.call('CLUSTER', 'MEET', '127.0.0.1', servers[0]?.port ?? 0, buses[0] ?? 0);
      redis.disconnect();
      return /cluster_state:ok[\s\S]*cluster_slots_ok:16384[\s\S]*cluster_known_nodes:3/.test(String(info));
    };
    await until('the cluster is whole', async () => {
      const states = await Promise.all(servers.map(full));
      return states.every(Boolean);
    });
    const [first] = servers;
    cluster = { nodes: [`127.0.0.1:${first?.port}`] };
    opened = await openStore({ cluster });
  });
  afterAll(async () => {
    await opened?.store.close();
    for (const server of servers) await server.remove();
  });
  beforeEach(() => {
    opened.logged.length = 0;
  });

  test('stores many values on any node, and never gives an id a second value', async () => {
    const { store, metrics } = await openStore({ cluster, timeout_ms: 60_000 });
    const values = someValues();
    expect(await store.putMany(values, 60_000)).toEqual(values.map(() => ({ value: 'stored' })));
    expect(await store.putMany(values, 60_000)).toEqual(values.map(() => ({ value: 'exists' })));
    for (const { id, value } of values) expect(await store.find(id)).toEqual(value);
    const sizes = await Promise.all(
      servers.map(async ({ port }) => {
        const redis = new Redis({ port });
        const size = await redis.dbsize();
        redis.disconnect();
        return size;
      }),
    );
    expect([sizes.every((size) => size > 0), sizes.reduce((sum, size) => sum + size)]).toEqual([true, 30]);
    expect(metrics.expose()).toContain('bid_cache_up 1');
    await store.close();
  });

  test.each(['hangs', 'is gone'])('loses the ids of one node while it %s, and no time', async (what) => {
    const [, second] = servers;
    await until('all nodes take values', allStored(opened.store));
    opened.logged.length = 0;
    if (what === 'hangs') second?.pause();
    else await second?.kill();
    for (let i = 0; i < 5; i++) {
      // A busy machine may delay the other nodes' responses beyond the store's timeout too: the next put has their ids.
      await until('the other nodes take values', async () => {
        // The store's own timeout ends the wait: this one is beyond the test's end.
        const stored = storedCount(await opened.store.putMany(someValues(), 600_000));
        expect(stored).toBeLessThan(30);
        return stored > 5;
      });
    }
    expect(opened.logged).toEqual([]);
    if (what === 'hangs') second?.resume();
    else await second?.start();
    await until('all nodes take values', allStored(opened.store));
  });

  test('continues without any node, and reconnects automatically', async () => {
    for (const server of servers) await server.kill();
    // A table of slots that arrives meanwhile names nodes again, to which only a command connects.
    await until('the loss is noticed', async () => {
      await opened.store.putMany(someValues(), 1000);
      return opened.logged.length > 0;
    });
    await expect(atOnce(() => opened.store.put('x', xml('1'), 60))).rejects.toThrow('the cache is not connected');
    for (const server of servers) await server.start();
    await until('all nodes take values', allStored(opened.store));
    expect(opened.logged).toEqual([LOST, 'bid cache reconnected']);
  });
});

describe.skipIf(absent)(absent ?? 'the bid cache behind a sentinel', () => {
  const started: Server[] = [];
  const begin = async (making: Promise<Server>): Promise<Server> => {
    const server = await making;
    started.push(server);
    return server;
  };
  afterAll(async () => {
    for (const server of started) await server.remove();
  });

  test.concurrent.each(['hangs', 'is gone'])('switches to the new master when the old one %s', async (what) => {
    const master = await begin(startRedis());
    const replica = await begin(
      startRedis(async () => ['--replicaof', '127.0.0.1', String(master.port), '--repl-diskless-sync-delay', '0']),
    );
    const sentinel = await begin(startSentinel(master));
    const nodes = ['127.0.0.1:1', `127.0.0.1:${sentinel.port}`];
    const { store, logged } = await openStore({ sentinel: { name: 'main', nodes } });
    await until('the replica follows', async () => {
      const redis = new Redis({ port: sentinel.port });
      const known = String(await redis.call('SENTINEL', 'REPLICAS', 'main'));
      redis.disconnect();
      return known.includes(String(replica.port)) && known.includes('master-link-status,ok');
    });
    expect(await store.put('before', xml('1'), 600)).toBe('stored');
    await until('the replica has it', async () => {
      const redis = new Redis({ port: replica.port });
      const size = await redis.dbsize();
      redis.disconnect();
      return size === 1;
    });

    if (what === 'hangs') master.pause();
    else await master.kill();
    // The store's own timeout ends each wait: this one is beyond the test's end.
    const isAllowed = async (): Promise<boolean> =>
      storedCount(await store.putMany([{ id: 'after', value: xml('2'), ttlSeconds: 60 }], 600_000)) === 1;
    await until('the replica has become the master', isAllowed);
    expect(await store.find('before')).toEqual(xml('1'));
    expect(logged).toEqual([LOST, 'bid cache reconnected']);
    await store.close();
  });
});
