/** Rollups as a stream: every auction and win of the bus, added up and emitted at intervals while there are subscribers. */
import { defer, filter, ignoreElements, interval, map, merge, type Observable, tap } from 'rxjs';
import type { AuctionEnded } from '#src/auction/publish.ts';
import type { EventNotification } from '#src/events/notification.ts';
import type { Clock } from '#src/platform/clock.ts';
import { RollupCollector } from '#src/rollups/collector.ts';
import { countEnded, countWin, type Slices } from '#src/rollups/count-ended.ts';
import type { DimensionLimits } from '#src/rollups/dimension.ts';
import { clockScheduler } from './clock-scheduler.ts';
import type { BusEvent, EventBus } from './events.ts';

export interface RollupOptions extends DimensionLimits {
  /** ms from one rollup to the next. */
  readonly interval_ms: number;
}

/** Events of kind `rollup`; none for an interval without auctions and wins. Each subscriber has its own figures. */
export function rollups(bus: EventBus, clock: Clock, options: RollupOptions): Observable<BusEvent> {
  return defer(() => {
    const collector = new RollupCollector(options, clock.now());
    const collected = bus.listen(['auction', 'event']).pipe(
      tap((event) => countEvent(collector, event)),
      ignoreElements(),
    );
    const made = interval(options.interval_ms, clockScheduler(clock)).pipe(
      map(() => collector.take(clock.now())),
      filter((rollup) => rollup !== undefined),
      map((rollup): BusEvent => ({ v: 1, kind: 'rollup', at: rollup.to, data: rollup })),
    );
    return merge(collected, made);
  });
}

/** Counts an ended auction or a win. */
export function countEvent(slices: Slices, { kind, account, bidder, data }: BusEvent): void {
  if (kind === 'auction') countEnded(slices, data as AuctionEnded);
  else if ((data as EventNotification).event.type === 'win') countWin(slices, account, bidder);
}
