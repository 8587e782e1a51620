import Fastify, { type InjectOptions } from 'fastify';
import { expect, test } from 'vitest';
import { publishAdminCalls, publishAdminEvent } from '#src/admin/call-events.ts';
import { type BusEvent, EventBus } from '#streams/events.ts';
import { WoundClock } from '#test/helpers/clock.ts';

const bus = new EventBus();
const clock = new WoundClock();

async function publishedBy(...calls: readonly InjectOptions[]): Promise<BusEvent[]> {
  const events: BusEvent[] = [];
  const listening = bus.listen(['admin']).subscribe((event) => void events.push(event));
  const admin = Fastify();
  publishAdminCalls(admin, bus, clock);
  for (const url of ['/metrics', '/logging/changelevel', '/cache/invalidate'])
    admin.all(url, (_request, reply) => reply.code(200).send(''));
  for (const call of calls) await admin.inject(call);
  await admin.close();
  listening.unsubscribe();
  return events;
}

const event = (action: string, status: number): object => ({
  v: 1,
  kind: 'admin',
  at: clock.now(),
  data: { action, status, ms: expect.any(Number) },
});

test('requests that change something are events, without their query', async () => {
  const events = await publishedBy(
    { method: 'POST', url: '/metrics?token=secret' },
    { method: 'DELETE', url: '/nowhere' },
    { method: 'GET', url: '/cache/invalidate?account=a' },
  );
  expect(events).toEqual([event('POST /metrics', 200), event('DELETE /nowhere', 404), event('GET /cache/invalidate', 200)]);
});

test('a change by GET is one however its path is written', async () => {
  expect(await publishedBy({ method: 'GET', url: '/%6cogging/changelevel' })).toEqual([event('GET /%6cogging/changelevel', 200)]);
});

test('requests that read are no events', async () => {
  const methods = ['GET', 'HEAD'] as const;
  expect(await publishedBy(...methods.flatMap((method) => ['/metrics', '/nowhere'].map((url) => ({ method, url }))))).toEqual([]);
});

test('actions are published with their details', () => {
  const events: BusEvent[] = [];
  publishAdminEvent(bus, clock, 'unheard', {});
  const listening = bus.listen(['admin']).subscribe((each) => void events.push(each));
  publishAdminEvent(bus, clock, 'tap opened', { clients: 1 });
  listening.unsubscribe();
  expect(events).toEqual([{ v: 1, kind: 'admin', at: clock.now(), data: { action: 'tap opened', clients: 1 } }]);
});
