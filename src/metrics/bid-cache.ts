/** How long the bid cache takes, and how often it fails. */
import type { BidCache, MaybeLater } from '#src/auction/services.ts';
import type { Clock } from '#src/outside/clock.ts';
import type { Metrics } from '#src/outside/metrics.ts';
import { BUCKETS } from './buckets.ts';

type Kept = Awaited<ReturnType<BidCache['put']>>;

/** The same cache, measured. */
export function measuredCache(inner: BidCache, metrics: Metrics, clock: Clock): BidCache {
  const time = (success: string) =>
    metrics.histogram('prebidcache_write_time_seconds', 'Seconds a write to the bid cache took.', BUCKETS.cacheSeconds, { success });
  const [well, failed] = [time('true'), time('false')];
  return {
    address: inner.address,
    put(puts, timeoutMs): MaybeLater<Kept> {
      const begun = clock.micros();
      const note = (kept: Kept): Kept => {
        (kept.errors.length === 0 ? well : failed).observe((clock.micros() - begun) / 1e6);
        return kept;
      };
      const kept = inner.put(puts, timeoutMs);
      return kept instanceof Promise ? kept.then(note) : note(kept);
    },
  };
}
