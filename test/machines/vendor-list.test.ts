import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { retryDelayMs, vendorListMachine } from '#machines/vendor-list.ts';
import type { VendorList } from '#src/auction/privacy/vendor-list.ts';
import { NoSuchList, type VendorListSource } from '#src/outside/vendor-list-source.ts';

const list: VendorList = { specVersion: 3, version: 1, vendor: () => undefined };
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** States passed when the folder and the archive answer like this. */
async function life(read: () => Promise<VendorList | undefined>, fetch: () => Promise<VendorList>) {
  const [kept, failures]: [VendorList[], unknown[]] = [[], []];
  const source: VendorListSource = {
    read,
    fetch,
    fetchLive: fetch,
    fallback: async () => undefined,
    stored: async () => [],
  };
  const input = {
    name: { spec: 3, version: 1 } as const,
    source,
    keep: (found: VendorList) => {
      kept.push(found);
    },
    failed: (cause: unknown) => {
      failures.push(cause);
    },
  };
  const actor = createActor(vendorListMachine, { input });
  const states: unknown[] = [];
  actor.subscribe((snapshot) => states.push(snapshot.value));
  actor.start();
  actor.send({ type: 'ask' });
  await turn();
  await turn();
  actor.stop();
  return { states: [...new Set(states)], kept, failures };
}

const fails = (cause: Error) => () => Promise.reject(cause);

it('ends known from the folder', async () => {
  expect(await life(async () => list, fails(new Error('asked')))).toEqual({
    states: ['wanted', 'reading', 'known'],
    kept: [list],
    failures: [],
  });
});

it('ends known from the archive where the folder has nothing, or fails', async () => {
  const states = ['wanted', 'reading', 'fetching', 'known'];
  expect(
    await life(
      async () => undefined,
      async () => list,
    ),
  ).toEqual({ states, kept: [list], failures: [] });
  expect(await life(fails(new Error('disk')), async () => list)).toEqual({ states, kept: [list], failures: [] });
});

it('is given up where the archive has no such list, and pauses after any other failure', async () => {
  const [none, passing] = [new NoSuchList('404'), new Error('500')];
  expect(await life(async () => undefined, fails(none))).toEqual({
    states: ['wanted', 'reading', 'fetching', 'givenUp'],
    kept: [],
    failures: [none],
  });
  expect(await life(async () => undefined, fails(passing))).toEqual({
    states: ['wanted', 'reading', 'fetching', 'pausing'],
    kept: [],
    failures: [passing],
  });
});

it('pauses longer each time, up to a limit', () => {
  expect([1, 2, 5, 50].map(retryDelayMs)).toEqual([60_000, 66_000, 87_846, 120_000]);
});
