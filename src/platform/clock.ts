/** Time as an injectable service; only this file reads the system's clocks. */

export interface Clock {
  /** Wall time in ms since the epoch. */
  now(): number;
  /** Monotonic time in µs, for durations. */
  micros(): number;
  /** Calls back once after `ms`; the returned function cancels. */
  after(ms: number, callback: () => void): () => void;
}

/** The longest delay of a timer (about 25 days): the platform runs a longer one at once. */
const MAX_DELAY_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  micros: () => performance.now() * 1000,
  after(ms, callback) {
    if (ms > MAX_DELAY_MS) return afterSeveral(ms, callback);
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

/** One timer after the other. */
function afterSeveral(ms: number, callback: () => void): () => void {
  let cancel = systemClock.after(MAX_DELAY_MS, () => {
    cancel = systemClock.after(ms - MAX_DELAY_MS, callback);
  });
  return () => cancel();
}
