import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { retryDelayMs, vendorListMachine } from '#machines/vendor-list.ts';
import { NoSuchList, type VendorListSource } from '#src/feeds/vendor-list-source.ts';
import type { VendorList } from '#src/privacy/vendor-list.ts';

const list: VendorList = { specVersion: 3, version: 1, vendor: () => undefined };
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** States passed for these results of the folder and the archive. */
async function life(read: () => Promise<VendorList | undefined>, fetch: () => Promise<VendorList>) {
  const [retained, failures]: [VendorList[], unknown[]] = [[], []];
  const source: VendorListSource = {
    read,
    fetch,
    fetchLive: fetch,
    startup: async () => undefined,
    fallback: async () => undefined,
    stored: async () => [],
  };
  const input = {
    name: { spec: 3, version: 1 } as const,
    source,
    store: (found: VendorList) => {
      retained.push(found);
    },
    failed: (cause: unknown) => {
      failures.push(cause);
    },
  };
  const actor = createActor(vendorListMachine, { input });
  const states: unknown[] = [];
  actor.subscribe((snapshot) => states.push(snapshot.value));
  actor.start();
  actor.send({ type: 'request' });
  await turn();
  await turn();
  actor.stop();
  return { states: [...new Set(states)], retained, failures };
}

const fails = (cause: Error) => () => Promise.reject(cause);

it('the lifecycle of a vendor list ends loaded from the folder', async () => {
  expect(await life(async () => list, fails(new Error('asked')))).toEqual({
    states: ['wanted', 'reading', 'known'],
    retained: [list],
    failures: [],
  });
});

it('the lifecycle of a vendor list ends loaded from the archive if the folder has nothing, or fails', async () => {
  const states = ['wanted', 'reading', 'fetching', 'known'];
  expect(
    await life(
      async () => undefined,
      async () => list,
    ),
  ).toEqual({ states, retained: [list], failures: [] });
  expect(await life(fails(new Error('disk')), async () => list)).toEqual({ states, retained: [list], failures: [] });
});

it('the lifecycle of a vendor list is abandoned if the archive has no such list, and pauses after any other failure', async () => {
  const [none, passing] = [new NoSuchList('404'), new Error('500')];
  expect(await life(async () => undefined, fails(none))).toEqual({
    states: ['wanted', 'reading', 'fetching', 'givenUp'],
    retained: [],
    failures: [none],
  });
  expect(await life(async () => undefined, fails(passing))).toEqual({
    states: ['wanted', 'reading', 'fetching', 'pausing'],
    retained: [],
    failures: [passing],
  });
});

it('the lifecycle of a vendor list pauses longer each time, up to a limit', () => {
  expect([1, 2, 5, 50].map((failures) => retryDelayMs(failures))).toEqual([60_000, 66_000, 87_846, 120_000]);
  const own = { first: 100, factor: 2, longest: 300, max: 5 };
  expect([1, 2, 3].map((failures) => retryDelayMs(failures, own))).toEqual([100, 200, 300]);
  expect([retryDelayMs(1, { ...own, jitter: 0.2 }, 0.5), retryDelayMs(1, own, 0.5)]).toEqual([110, 100]);
});
