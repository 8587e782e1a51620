import { expect, test } from 'vitest';
import { MemoryStore } from '#src/cache/memory.ts';
import { WorkersStore } from '#src/cache/workers.ts';
import type { Siblings, Told } from '#src/outside/siblings.ts';
import { WoundClock } from '#test/helpers/clock.ts';

/** Workers that hear each other, as over a primary. */
function workers(count: number) {
  const clock = new WoundClock();
  const listeners: ((told: Told) => void)[] = [];
  let drawn = 0;
  const made = Array.from({ length: count }, (_, own) => {
    const siblings: Siblings = {
      alone: false,
      tell(told) {
        for (const [other, hear] of listeners.entries()) if (other !== own) hear(told);
      },
      listen(listener) {
        listeners[own] = listener;
        return () => {
          listeners[own] = () => {};
        };
      },
    };
    const memory = new MemoryStore({ maxBytes: 10_000, maxValueBytes: 1000 }, clock);
    return new WorkersStore(memory, siblings, clock, { uuid: () => String(drawn++) });
  });
  return { clock, workers: made };
}

const value = { type: 'xml', text: '<VAST/>' } as const;

test('a value is found wherever it lies', async () => {
  const { workers: all, clock } = workers(3);
  expect(await all[0]?.keep('a', value, 60)).toBe('kept');
  for (const worker of all) expect(await worker.find('a')).toEqual(value);
  expect(clock.pending).toBe(0);
});

test('a value that nobody holds is not waited for long', async () => {
  const { workers: all, clock } = workers(2);
  const found = all[0]?.find('a');
  await Promise.resolve();
  clock.wind(100);
  expect(await found).toBeUndefined();
});

test('a worker that is gone says nothing', async () => {
  const { workers: all, clock } = workers(2);
  await all[0]?.keep('a', value, 60);
  await all[0]?.close();
  const found = all[1]?.find('a');
  await Promise.resolve();
  clock.wind(100);
  expect(await found).toBeUndefined();
});
