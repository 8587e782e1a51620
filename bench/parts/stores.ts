/** Cost of external stores per auction: five bids into the cache, a stored request from memory. */
import { randomUUID } from 'node:crypto';
import { MemoryStore } from '#src/cache/memory.ts';
import { RedisStore } from '#src/cache/redis.ts';
import type { StorePut } from '#src/cache/store.ts';
import { hostSchema } from '#src/config/schema.ts';
import { systemClock } from '#src/platform/clock.ts';
import { silentLog } from '#src/platform/log.ts';
import { MetricsRegistry } from '#src/platform/metrics.ts';
import { createCachedStore } from '#src/stores/cached.ts';
import { createMemoryStore } from '#src/stores/memory.ts';
import { missing, startRedis } from '#test/integration/servers.ts';
import { type PartLine, sampleMicros } from '../parts.ts';

const BIDS = 5;
const TEXT = 'x'.repeat(2000);

const fiveBids = (): StorePut[] =>
  Array.from({ length: BIDS }, () => ({ id: randomUUID(), value: { type: 'json', content: TEXT }, ttlSeconds: 60 }));

/** CPU µs of one call, with many in flight. */
async function sampleAsync(work: () => Promise<unknown>, times = 2000, atOnce = 20, rounds = 5): Promise<readonly number[]> {
  const samples: number[] = [];
  for (let round = -1; round < rounds; round++) {
    const before = process.cpuUsage();
    for (let i = 0; i < times; i += atOnce) await Promise.all(Array.from({ length: atOnce }, work));
    const { user, system } = process.cpuUsage(before);
    if (round >= 0) samples.push((user + system) / times);
  }
  return samples;
}

async function redisLines(): Promise<PartLine[]> {
  if (missing('redis') !== undefined) return [];
  const server = await startRedis();
  const { redis } = hostSchema.parse({ cache: { redis: { port: server.port, timeout_ms: 10_000 } } }).cache;
  const store = await RedisStore.open(redis, { clock: systemClock, log: silentLog, metrics: new MetricsRegistry() });
  const value = await sampleAsync(() => store.putMany(fiveBids(), 10_000));
  await store.close();
  await server.remove();
  return [{ name: 'stores: five bids of 2 KB into Redis, one call', value }];
}

export async function measure(): Promise<PartLine[]> {
  const memory = new MemoryStore({ maxBytes: 64 * 1024 * 1024, maxValueBytes: 1 << 18 }, systemClock);
  const cached = createCachedStore(
    createMemoryStore({ request: { stored: TEXT } }),
    { maxBytes: {}, ttlSeconds: 60, negativeTtlSeconds: 5 },
    systemClock,
  );
  return [
    {
      name: 'stores: five bids of 2 KB into memory',
      value: sampleMicros(() => {
        for (const { id, value, ttlSeconds } of fiveBids()) memory.put(id, value, ttlSeconds);
      }),
    },
    ...(await redisLines()),
    { name: 'stores: a stored request from memory', value: sampleMicros(() => void cached.fetch('request', ['stored'], 50)) },
  ];
}
