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

test('adapters of enabled bidders are loaded one by one after the start', () => {
  const built: string[] = [];
  const clock = new WoundClock();
  preloadAdapters(bidders(built, 'two'), clock);
  const after: string[][] = [];
  for (let i = 0; i < 5; i++) {
    after.push([...built]);
    clock.wind(50);
  }
  expect(after).toEqual([[], ['one'], ['one', 'three'], ['one', 'three'], ['one', 'three']]);
});

test('a host that stops loads no more adapters', () => {
  const built: string[] = [];
  const clock = new WoundClock();
  const stop = preloadAdapters(bidders(built), clock);
  clock.wind(50);
  stop();
  clock.wind(500);
  expect(built).toEqual(['one']);
});
