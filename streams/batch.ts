/** Operator: collects items into batches by count, bytes or age, per channel; partial batches are sent at the end. */
import {
  defer,
  filter,
  finalize,
  groupBy,
  merge,
  mergeMap,
  type Observable,
  type OperatorFunction,
  Subject,
  scan,
  takeLast,
  takeWhile,
  tap,
  timer,
} from 'rxjs';
import type { Clock } from '#src/platform/clock.ts';
import { clockScheduler } from './clock-scheduler.ts';

/** One thing to send. */
export interface Item {
  /** Id of the event, the same in every delivery; empty: none. */
  readonly id: string;
  readonly text: string;
  /** Length of `text`, bytes. */
  readonly bytes: number;
  /** Time of the event, epoch ms. */
  readonly at: number;
  /** Items of different channels never share a batch. */
  readonly channel: string;
}

export interface Batch {
  readonly channel: string;
  readonly items: readonly Item[];
  readonly bytes: number;
}

/** A batch is emitted when it has `count` items or `bytes` bytes, or is `ms` old. */
export interface BatchLimits {
  readonly count: number;
  readonly bytes: number;
  readonly ms: number;
}

/** A batch in progress. */
interface Filling extends Batch {
  readonly items: Item[];
  bytes: number;
}

function add(batch: Filling, item: Item): Filling {
  batch.items.push(item);
  batch.bytes += item.bytes;
  return batch;
}

/** @param flushes names a channel whose batch is emitted now, whatever it contains; undefined: all of them */
export function batched(limits: BatchLimits, clock: Clock, flushes: Observable<string | undefined>): OperatorFunction<Item, Batch> {
  const scheduler = clockScheduler(clock);
  const hasRoom = ({ items, bytes }: Batch): boolean => items.length < limits.count && bytes < limits.bytes;
  return (items) =>
    defer(() => {
      const filling = new Map<string, Filling>();
      const closing = new Subject<string | undefined>();
      const begin = (channel: string): Filling => {
        const batch: Filling = { channel, items: [], bytes: 0 };
        filling.set(channel, batch);
        return batch;
      };
      const closed = (channel: string): Observable<unknown> =>
        merge(closing, flushes).pipe(filter((flushed) => flushed === undefined || flushed === channel));
      return items.pipe(
        tap(({ channel, bytes }) => {
          if ((filling.get(channel)?.bytes ?? 0) + bytes > limits.bytes) closing.next(channel);
        }),
        groupBy(({ channel }) => channel, { duration: ({ key }) => merge(timer(limits.ms, scheduler), closed(key)) }),
        mergeMap((group) =>
          group.pipe(
            scan(add, begin(group.key)),
            takeWhile(hasRoom, true),
            takeLast(1),
            finalize(() => {
              filling.delete(group.key);
              closing.next(group.key);
            }),
          ),
        ),
      );
    });
}
