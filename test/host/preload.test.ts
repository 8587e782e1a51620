import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineBidder } from '#src/bidders/kit/define.ts';
import type { KnownBidder } from '#src/bidders/registry.ts';
import { preloadAdapters } from '#src/host/preload.ts';
import { basics, builder } from '#test/bidders/kit/builder.ts';
import { WoundClock } from '#test/helpers/clock.ts';

const acme = defineBidder({ ...basics, params: z.object({}) });

/** Three bidders that note when their adapters are read. */
function bidders(loaded: string[], disabled?: string): { readonly all: ReadonlyMap<string, KnownBidder> } {
  const entries = ['one', 'two', 'three'].map((code): [string, KnownBidder] => [
    code,
    {
      code,
      info: { ...acme.info, enabled: code !== disabled },
      syncKey: code,
      get adapter() {
        loaded.push(code);
        return acme.build(builder);
      },
    },
  ]);
  return { all: new Map(entries) };
}

const readAtOnce = async (): Promise<void> => {};

/** Winds the clock and lets promises settle. */
async function wind(clock: WoundClock, ms: number): Promise<void> {
  clock.wind(ms);
  await setImmediate();
}

test('adapters of enabled bidders are loaded one by one after the start', async () => {
  const built: string[] = [];
  const clock = new WoundClock();
  preloadAdapters(bidders(built, 'two'), clock, readAtOnce);
  const after: string[][] = [];
  for (let i = 0; i < 5; i++) {
    after.push([...built]);
    await wind(clock, 50);
  }
  expect(after).toEqual([[], ['one'], ['one', 'three'], ['one', 'three'], ['one', 'three']]);
});

test('a host that stops loads no more adapters', async () => {
  const built: string[] = [];
  const clock = new WoundClock();
  const stop = preloadAdapters(bidders(built), clock, readAtOnce);
  await wind(clock, 50);
  stop();
  await wind(clock, 500);
  expect(built).toEqual(['one']);
});

test('the first adapter is loaded once the files are read, and none if the host stops before', async () => {
  const clock = new WoundClock();
  const loaded: string[][] = [];
  for (const stops of [false, true]) {
    const built: string[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    let signal: AbortSignal | undefined;
    const stop = preloadAdapters(bidders(built), clock, (given) => {
      signal = given;
      return promise;
    });
    await wind(clock, 50);
    loaded.push([...built]);
    if (stops) stop();
    expect(signal?.aborted).toBe(stops);
    resolve();
    await wind(clock, 0);
    await wind(clock, 50);
    loaded.push([...built]);
  }
  expect(loaded).toEqual([[], ['one', 'two'], [], []]);
});
