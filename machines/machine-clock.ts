/** XState's timers on the host's clock. */
import type { Clock } from '#src/platform/clock.ts';

/** Timers for `createActor`. */
export function machineClock(clock: Clock) {
  const cancels = new Map<number, () => void>();
  let next = 0;
  return {
    setTimeout(callback: () => void, ms: number): number {
      const id = ++next;
      const run = (): void => {
        cancels.delete(id);
        callback();
      };
      cancels.set(id, clock.after(ms, run));
      return id;
    },
    clearTimeout(id: number): void {
      cancels.get(id)?.();
      cancels.delete(id);
    },
  };
}
