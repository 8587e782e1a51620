/** Keeps the metrics of rollups up to date: counts auctions and wins of the bus, and lets all workers choose the same keys. */
import { interval, merge, tap } from 'rxjs';
import { type Activity, RollupMetrics } from '#src/metrics/rollups/rollup-metrics.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { MetricsRegistry } from '#src/platform/metrics.ts';
import type { WorkerPeers } from '#src/platform/peers.ts';
import { clockScheduler } from './clock-scheduler.ts';
import type { EventBus } from './events.ts';
import { countEvent } from './rollups.ts';

const SUBJECT = 'rollup-activity';

export interface RollupMetricsEnv {
  readonly bus: EventBus;
  readonly clock: Clock;
  readonly metrics: MetricsRegistry;
  readonly peers: WorkerPeers;
  /** Distinguishes this process from its peers. */
  readonly worker: string;
}

/**
 * Exports the figures of the busiest keys as metrics.
 * @param top the number of keys per dimension, chosen again after each `interval_ms`
 * @returns ends it
 */
export function startRollupMetrics(
  { top, interval_ms }: { readonly top: number; readonly interval_ms: number },
  { bus, clock, metrics, peers, worker }: RollupMetricsEnv,
): () => void {
  const rollups = new RollupMetrics(top);
  /** Of each peer that reported in the current interval. */
  let reported = new Map<string, Activity>();
  // The peer is the same program, so its message is trusted.
  const stopListening = peers.listen(({ subject, worker: from = '', activity = '{}' }) => {
    if (subject === SUBJECT) reported.set(from, JSON.parse(activity) as Activity);
  });
  const endInterval = (): void => {
    if (!peers.singleProcess) peers.broadcast({ subject: SUBJECT, worker, activity: JSON.stringify(rollups.activity()) });
    rollups.rotate([...reported.values()]);
    reported = new Map();
  };
  const subscription = merge(
    bus.listen(['auction', 'event']).pipe(tap((event) => countEvent(rollups, event))),
    interval(interval_ms, clockScheduler(clock)).pipe(tap(endInterval)),
  ).subscribe();
  const removeSource = metrics.addSource(() => rollups.families());
  return () => {
    subscription.unsubscribe();
    stopListening();
    removeSource();
  };
}
