/** Redis over TLS with a password: the bid cache, and the stream of analytics events. */

import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import redisAnalytics from '#src/analytics/redis.ts';
import { RedisStore } from '#src/cache/redis.ts';
import { connectRedis } from '#src/cache/redis-client.ts';
import { hostSchema } from '#src/config/schema.ts';
import { systemClock } from '#src/platform/clock.ts';
import { MetricsRegistry } from '#src/platform/metrics.ts';
import { analyticsEnv } from '#test/helpers/analytics.ts';
import { makeCertificate } from '#test/helpers/certificate.ts';
import { reservePort } from '#test/helpers/ports.ts';
import { missing, type Server, startRedis, until } from './servers.ts';

const why = missing('redis');
const folder = mkdtempSync(join(tmpdir(), 'auctor-redis-tls-'));
const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
const USER = { username: 'auctor', password: 'sec:ret@/ö' };
const optionsOf = (redis: object) => hostSchema.parse({ cache: { redis } }).cache.redis;

beforeAll(() => makeCertificate('localhost', cert, key));
afterAll(() => rmSync(folder, { recursive: true }));

describe.skipIf(why !== undefined)(`Redis with TLS${why ? ` (${why})` : ''}`, () => {
  let server: Server;
  let port: number;
  const failures: string[] = [];
  const log = {
    debug() {},
    warn() {},
    info() {},
    error: (fields: object) => void failures.push(String((fields as { failure?: Error }).failure)),
  };

  beforeAll(async () => {
    server = await startRedis(async () => {
      port = await reservePort();
      const files = ['--tls-cert-file', cert, '--tls-key-file', key, '--tls-auth-clients', 'no'];
      return [
        '--tls-port',
        String(port),
        ...files,
        '--user',
        USER.username,
        'on',
        `>${USER.password}`,
        '~*',
        '&*',
        '+@all',
        '--user',
        'default',
        'off',
      ];
    });
  });
  afterAll(() => server.remove());

  const open = (over: object): Promise<RedisStore> => {
    const redis = optionsOf({
      host: 'localhost',
      port,
      tls: { enabled: true, insecure_skip_verify: true },
      ...USER,
      timeout_ms: 5000,
      ...over,
    });
    return RedisStore.open(redis, { clock: systemClock, log, metrics: new MetricsRegistry() });
  };

  test('stores bids for its user', async () => {
    const store = await open({});
    expect(await store.put('a', { type: 'xml', content: '<VAST/>' }, 60)).toBe('stored');
    expect(await store.find('a')).toEqual({ type: 'xml', content: '<VAST/>' });
    await store.close();
  });

  test.each([
    ['the certificate is of no authority', { tls: { enabled: true } }, /self-signed/],
    ['the password is wrong', { password: 'another' }, /WRONGPASS/],
  ])('is not used if %s, which the log names', async (_, over, reason) => {
    failures.length = 0;
    const store = await open({ connect_timeout_ms: 500, ...over });
    await until('it is logged', () => failures.some((failure) => reason.test(failure)));
    await expect(store.put('b', { type: 'xml', content: 'x' }, 60)).rejects.toThrow('the cache is not connected');
    await store.close();
  });

  test('receives events', async () => {
    const tls = { enabled: true, insecure_skip_verify: true };
    const options = redisAnalytics.options.parse({ enabled: true, host: 'localhost', port, tls, ...USER, stream: 'events' });
    const module = redisAnalytics.create(options, analyticsEnv(0));
    await module?.send({ channel: '', items: [{ id: 'a', at: 0, text: '{}' }] }, new AbortController().signal);
    await module?.stop?.();
  });
});

test('a server with TLS learns the name by which it is called', async () => {
  const names: unknown[] = [];
  const server = createServer({ cert: readFileSync(cert), key: readFileSync(key) }, (socket) => {
    names.push(socket.servername);
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  for (const host of ['localhost', '127.0.0.1']) {
    const redis = await connectRedis(optionsOf({ host, port, tls: { enabled: true, insecure_skip_verify: true } }));
    redis.on('error', () => {});
    const before = names.length;
    await until('it has connected', () => names.length > before);
    redis.disconnect();
  }
  server.close();
  expect(new Set(names)).toEqual(new Set(['localhost', false]));
});
