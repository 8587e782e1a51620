/** Marble diagrams: RxJS' virtual time, and our clock in the same time. A character is a millisecond. */
import { TestScheduler } from 'rxjs/testing';
import { expect } from 'vitest';
import type { Clock } from '#src/platform/clock.ts';

/** Tools to create and compare a diagram. */
export type Drawing = Parameters<Parameters<TestScheduler['run']>[0]>[0] & { readonly clock: Clock };

const EPOCH_MS = 1_700_000_000_000;

/** Runs `draw`, then advances virtual time until nothing is left, and compares the diagrams. */
export function drawn(draw: (drawing: Drawing) => void): void {
  const scheduler = new TestScheduler((actual, expected) => expect(actual).toEqual(expected));
  const clock: Clock = {
    now: () => EPOCH_MS + scheduler.now(),
    micros: () => scheduler.now() * 1000,
    after(ms, callback) {
      const action = scheduler.schedule(callback, ms);
      return () => action.unsubscribe();
    },
  };
  scheduler.run((helpers) => draw({ ...helpers, clock }));
}
