/** Time and chance for adapters, which are built once for all auctions: what they read can be heard while one of them works. */
import type { AdapterEnv } from '#src/bidders/bidder.ts';
import type { Clock } from '#src/outside/clock.ts';
import type { Random } from '#src/outside/random.ts';
import type { AdapterReading } from './journal.ts';

type Hear = (reading: AdapterReading) => void;

let hear: Hear | undefined;

/** Runs `work`, which must not wait, and hears what adapters read meanwhile. */
export function hearing<T>(listener: Hear, work: () => T): T {
  const before = hear;
  hear = listener;
  try {
    return work();
  } finally {
    hear = before;
  }
}

export const createAdapterEnv = (clock: Clock, random: Random, version: string): AdapterEnv => ({
  now() {
    const now = clock.now();
    hear?.(['now', now]);
    return now;
  },
  random() {
    const bits = random.bits63();
    hear?.(['random', String(bits)]);
    return bits;
  },
  uuid() {
    const uuid = random.uuid();
    hear?.(['uuid', uuid]);
    return uuid;
  },
  version,
});
