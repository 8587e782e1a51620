import { expect, test } from 'vitest';
import { MemoryStore } from '#src/cache/memory.ts';
import { WorkersStore } from '#src/cache/workers.ts';
import type { PeerMessage, WorkerPeers } from '#src/platform/peers.ts';
import { WoundClock } from '#test/helpers/clock.ts';

/** Connected workers, as through a primary. */
function workers(count: number) {
  const clock = new WoundClock();
  const listeners: ((reported: PeerMessage) => void)[] = [];
  let drawn = 0;
  const made = Array.from({ length: count }, (_, own) => {
    const peers: WorkerPeers = {
      singleProcess: false,
      broadcast(reported) {
        for (const [other, onMessage] of listeners.entries()) if (other !== own) onMessage(reported);
      },
      listen(listener) {
        listeners[own] = listener;
        return () => {
          listeners[own] = () => {};
        };
      },
    };
    const memory = new MemoryStore({ maxBytes: 10_000, maxValueBytes: 1000 }, clock);
    return new WorkersStore(memory, 100, { peers, clock, random: { uuid: () => String(drawn++) } });
  });
  return { clock, workers: made };
}

const value = { type: 'xml', content: '<VAST/>' } as const;

test('a value is found in any worker', async () => {
  const { workers: all, clock } = workers(3);
  expect(await all[0]?.put('a', value, 60)).toBe('stored');
  for (const worker of all) expect(await worker.find('a')).toEqual(value);
  expect(clock.pending).toBe(0);
});

test('the search for an unknown value ends soon', async () => {
  const { workers: all, clock } = workers(2);
  const found = all[0]?.find('a');
  await Promise.resolve();
  clock.wind(100);
  expect(await found).toBeUndefined();
});

test('a stopped worker sends no response', async () => {
  const { workers: all, clock } = workers(2);
  await all[0]?.put('a', value, 60);
  await all[0]?.close();
  const found = all[1]?.find('a');
  await Promise.resolve();
  clock.wind(100);
  expect(await found).toBeUndefined();
});
