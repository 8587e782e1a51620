/** Sending at a constant rate, or with a constant number of requests in flight. */
import { setTimeout as pause } from 'node:timers/promises';

const TICK_MS = 2;
/** A late generator makes up for so many ms at most. */
const MAX_BURST_MS = 20;

export interface OpenLoop {
  readonly perSecond: number;
  readonly seconds: number;
  readonly send: () => void;
  /** @param ms how late the oldest request of a tick was sent */
  readonly onLate?: (ms: number) => void;
}

/** Sends at a rate, however slow the responses are. @returns the number of requests that the generator itself was too late for */
export async function openLoop({ perSecond, seconds, send, onLate }: OpenLoop): Promise<number> {
  const maxBurst = Math.ceil((perSecond * MAX_BURST_MS) / 1000);
  const startedAt = performance.now();
  let [sent, skipped] = [0, 0];
  for (;;) {
    const ms = performance.now() - startedAt;
    if (ms > seconds * 1000) return skipped;
    const due = Math.floor((ms / 1000) * perSecond) - sent - skipped;
    skipped += Math.max(0, due - maxBurst);
    // Without its lateness the oldest of them would have been sent one tick ago at most.
    if (due > 0) onLate?.(Math.max(0, (due / perSecond) * 1000 - TICK_MS));
    for (let i = 0; i < Math.min(due, maxBurst); i++) {
      sent++;
      send();
    }
    await pause(TICK_MS);
  }
}

/** Waits until `isDone` returns true, for at most so many ms. */
export async function waitFor(isDone: () => boolean, patienceMs: number): Promise<void> {
  const until = performance.now() + patienceMs;
  while (!isDone() && performance.now() < until) await pause(TICK_MS);
}

/** The value below which a share of sorted values lies; 0 without values. */
export const quantile = (values: readonly number[], share: number): number =>
  values[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;
