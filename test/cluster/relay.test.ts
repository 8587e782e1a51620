import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { Relay } from '#src/cluster/relay.ts';

/** Two workers that do not respond by themselves, and the ids of their calls in order. */
async function open() {
  const calls: { readonly id: number; readonly worker: number }[] = [];
  const relay: Relay = new Relay(() => [1, 2].map((worker) => ({ worker, call: (id) => calls.push({ id, worker }) })));
  const admin = Fastify();
  relay.register(admin);
  await admin.ready();
  return { admin, relay, calls };
}

test('a forwarded request whose worker ends has a 502 at once; the others wait for their workers', async () => {
  const { admin, relay, calls } = await open();
  const responses = [1, 2, 3].map(() => admin.inject('/machines'));
  await expect.poll(() => calls.length).toBe(3);
  expect(calls.map(({ worker }) => worker)).toEqual([1, 2, 1]);
  relay.onEnded(1);
  relay.onResponse(calls[1]?.id ?? 0, { status: 200, headers: { 'content-type': 'text/plain' }, body: Buffer.from('running') });
  const ended = { statusCode: 502, body: 'The worker ended before it responded.\n' };
  expect((await Promise.all(responses)).map(({ statusCode, body }) => ({ statusCode, body }))).toEqual([
    ended,
    { statusCode: 200, body: 'running' },
    ended,
  ]);
  await admin.close();
});
