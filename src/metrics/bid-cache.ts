/** Duration and failures of the bid cache. */
import type { BidCache } from '#src/cache/contract.ts';
import type { MaybeLater } from '#src/lang/later.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Metrics } from '#src/platform/metrics.ts';
import { BUCKETS } from './buckets.ts';

type PutResult = Awaited<ReturnType<BidCache['put']>>;

/** The same cache with metrics. */
export function measuredCache(source: BidCache, metrics: Metrics, clock: Clock): BidCache {
  const time = (success: string) =>
    metrics.histogram('prebidcache_write_time_seconds', 'Duration of writes to the bid cache, seconds.', BUCKETS.cacheSeconds, { success });
  const [succeeded, failed] = [time('true'), time('false')];
  return {
    address: source.address,
    put(puts, timeoutMs, scope): MaybeLater<PutResult> {
      const begun = clock.micros();
      const note = (stored: PutResult): PutResult => {
        (stored.errors.length === 0 ? succeeded : failed).observe((clock.micros() - begun) / 1e6);
        return stored;
      };
      const results = source.put(puts, timeoutMs, scope);
      return results instanceof Promise ? results.then(note) : note(results);
    },
  };
}
