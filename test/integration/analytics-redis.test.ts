import { Redis } from 'iovalkey';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { NamedModule } from '#src/analytics/module.ts';
import redis from '#src/analytics/redis.ts';
import { toError } from '#src/lang/error-message.ts';
import { systemClock } from '#src/platform/clock.ts';
import { startAnalytics } from '#streams/analytics.ts';
import { analyticsEnv, end, endedAuction } from '#test/helpers/analytics.ts';
import { validRequest } from '#test/helpers/auction.ts';
import { reservePort } from '#test/helpers/ports.ts';
import { testServices } from '#test/helpers/services.ts';
import { missing, type Server, startRedis, until } from './servers.ts';

const why = missing('redis');

function run(options: object) {
  const module = redis.create(redis.options.parse({ enabled: true, batch: { count: 10, timeout_ms: 20 }, ...options }), analyticsEnv(0));
  if (!module) throw new Error('is off');
  const services = { ...testServices(), clock: systemClock };
  const named: NamedModule = Object.assign(module, { name: 'redis' });
  const analytics = startAnalytics([named], services);
  const auction = (id: string): void => end(services, endedAuction(services, { ...validRequest(), id }));
  const counted = (result: string): number =>
    Number(
      services.metrics.expose().match(new RegExp(`^pipeline_events\\{pipeline="analytics.redis",result="${result}"\\} (\\d+)$`, 'm'))?.[1],
    );
  const failures = (): number =>
    Number(/^pipeline_send_attempts\{pipeline="analytics.redis",result="failed"\} (\d+)/m.exec(services.metrics.expose())?.[1]);
  return { analytics, auction, counted, failures, hasFailed: () => failures() > 0 };
}

describe.skipIf(why !== undefined)(`events in a stream of Redis${why ? ` (${why})` : ''}`, () => {
  let server: Server;
  let reader: Redis;

  beforeAll(async () => {
    server = await startRedis();
    reader = new Redis({ port: server.port, lazyConnect: true, maxRetriesPerRequest: 1 });
    reader.on('error', () => {});
  });
  afterAll(async () => {
    reader.disconnect();
    await server.remove();
  });

  const idsIn = async (stream: string): Promise<string[]> =>
    (await reader.xrange(stream, '-', '+')).map(([, fields]) => {
      const event = JSON.parse(fields[fields.indexOf('event') + 1] ?? '') as { request: { id: string } };
      return event.request.id;
    });

  test('are in the order of the auctions', async () => {
    const { analytics, auction, counted } = run({ port: server.port, stream: 'order' });
    const ids = Array.from({ length: 25 }, (_, i) => `r${i}`);
    for (const id of ids) auction(id);
    await analytics.stop(5000);
    expect(await idsIn('order')).toEqual(ids);
    expect(counted('sent')).toBe(25);
  });

  test('are limited to about the configured length of the stream', async () => {
    const { analytics, auction } = run({ port: server.port, stream: 'short', max_length: 1 });
    for (let i = 0; i < 500; i++) auction(`r${i}`);
    await analytics.stop(5000);
    expect((await idsIn('short')).length).toBeLessThan(250);
  });

  test('wait for an unavailable server, and arrive when it is back', async () => {
    const { analytics, auction, counted, hasFailed } = run({
      port: server.port,
      stream: 'back',
      retry: { attempts: 50, first_ms: 50, max_ms: 100 },
    });
    auction('before');
    await until('the first event has arrived', () => counted('sent') === 1);
    await server.kill();
    auction('meanwhile');
    await until('a send has failed', hasFailed);
    expect(counted('sent')).toBe(1);
    await server.start();
    await until('the second event has arrived', () => counted('sent') === 2);
    expect(await idsIn('back')).toEqual(['meanwhile']);
    await analytics.stop(1000);
  });

  test('wait for a hanging server', async () => {
    const { analytics, auction, counted, hasFailed } = run({
      port: server.port,
      stream: 'hung',
      timeout_ms: 100,
      retry: { attempts: 50, first_ms: 50, max_ms: 100 },
    });
    auction('a');
    await until('the first event has arrived', () => counted('sent') === 1);
    server.pause();
    auction('b');
    await until('a send has failed', hasFailed);
    expect(counted('sent')).toBe(1);
    server.resume();
    await until('the second event has arrived', () => counted('sent') === 2);
    expect(new Set(await idsIn('hung'))).toEqual(new Set(['a', 'b']));
    await analytics.stop(1000);
  });

  test('arrive once if the server hangs from the beginning', async () => {
    const { analytics, auction, counted, failures } = run({
      port: server.port,
      stream: 'late',
      timeout_ms: 100,
      retry: { attempts: 50, first_ms: 50, max_ms: 100 },
    });
    server.pause();
    auction('a');
    await until('several sends have failed', () => failures() > 3);
    server.resume();
    await until('the event has arrived', () => counted('sent') === 1);
    expect(await idsIn('late')).toEqual(['a']);
    await analytics.stop(1000);
  });
});

describe.skipIf(why !== undefined)('events for a Redis that rejects the user', () => {
  test('name the reason, and are not written by another user', async () => {
    const server = await startRedis();
    const options = redis.options.parse({ enabled: true, port: server.port, username: 'unknown', password: 'x', stream: 'rejected' });
    const module = redis.create(options, analyticsEnv(0));
    const parcel = { channel: '', items: [{ id: 'a', at: 0, text: '{}' }] };
    const send = async (): Promise<unknown> => module?.send(parcel, new AbortController().signal).then(() => 'sent', toError);
    for (let i = 0; i < 3; i++) {
      expect(await send()).toMatchObject({ message: 'Redis is not connected', cause: { message: expect.stringMatching(/^WRONGPASS/) } });
    }
    await module?.stop?.();
    await server.remove();
  });
});

describe('events for an unreachable Redis', () => {
  test('are lost and counted, and do not delay the shutdown', async () => {
    const { analytics, auction, counted } = run({ port: await reservePort(), retry: { attempts: 2, first_ms: 5, max_ms: 5 } });
    auction('a');
    await analytics.stop(1000);
    expect(counted('failed')).toBe(1);
  });
});
