/** Half of the capacity for a while: nothing is rejected, memory does not grow without limit. */
import { openLoadedHost } from './loaded-host.ts';
import { MAX_RSS_MB } from './overload.ts';
import { type Check, figure, mb, none } from './report.ts';

/** The load is measured in so many parts: memory of the last is compared with that of the second. */
const PARTS = 5;
/** Most growth between them: a heap that is not full is not collected. */
const MAX_GROWTH_MB = 100;

/** @param seconds in total */
export async function soak(seconds: number): Promise<Check[]> {
  const host = await openLoadedHost();
  try {
    const perSecond = (await host.capacity()).completePerSecond / 2;
    const counts = { rejected: 0, failed: 0, incomplete: 0 };
    const memory: number[] = [];
    for (let i = 0; i < PARTS; i++) {
      const { rejected, failed, admitted, complete } = await host.load({ perSecond, seconds: seconds / PARTS });
      counts.rejected += rejected;
      counts.failed += failed;
      counts.incomplete += admitted - complete;
      memory.push(host.rssMb());
    }
    const growth = (memory.at(-1) ?? 0) - (memory[1] ?? 0);
    return [
      none('soak: rejected', counts.rejected),
      none('soak: failed', counts.failed),
      figure('soak: without all bids', String(counts.incomplete), `at ${perSecond.toFixed(0)} /s`),
      { name: 'soak: growth of memory', measured: mb(growth), wanted: `≤ ${MAX_GROWTH_MB} MB`, passed: growth <= MAX_GROWTH_MB },
      { name: 'soak: memory, peak', measured: mb(host.peakRssMb()), wanted: `≤ ${MAX_RSS_MB} MB`, passed: host.peakRssMb() <= MAX_RSS_MB },
    ];
  } finally {
    await host.close();
  }
}
