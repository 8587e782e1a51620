/** Time as an injectable service; only this file reads the system's clocks. */

export interface Clock {
  /** Wall time in ms since the epoch. */
  now(): number;
  /** Monotonic time in µs, for durations. */
  micros(): number;
  /** Calls back once after `ms`; the returned function cancels. */
  after(ms: number, callback: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  micros: () => performance.now() * 1000,
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};
