/** Time and randomness of adapters, which are built once for all auctions: their reads can be observed while one of them runs. */
import type { AdapterEnv } from '#src/bidders/bidder.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Random } from '#src/platform/random.ts';
import type { AdapterReading } from './journal.ts';

type OnReading = (reading: AdapterReading) => void;

let onReading: OnReading | undefined;

/** Runs `work`, which must be synchronous, and observes adapters' reads meanwhile. */
export function withListener<T>(listener: OnReading, work: () => T): T {
  const before = onReading;
  onReading = listener;
  try {
    return work();
  } finally {
    onReading = before;
  }
}

/** Time and randomness of adapters; each reading is reported while a recording is made. */
export const createAdapterEnv = (clock: Clock, random: Random, version: string): AdapterEnv => ({
  now() {
    const now = clock.now();
    onReading?.(['now', now]);
    return now;
  },
  random() {
    const bits = random.bits63();
    onReading?.(['random', String(bits)]);
    return bits;
  },
  uuid() {
    const uuid = random.uuid();
    onReading?.(['uuid', uuid]);
    return uuid;
  },
  version,
});
