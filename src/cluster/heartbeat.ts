/** Heartbeats of workers: a worker whose event loop does not turn is killed, so that a new one replaces it. */
import type { HostConfig } from '#src/config/schema.ts';

export type HeartbeatSettings = HostConfig['worker_heartbeat'];

/** Heartbeats per timeout. */
const PER_TIMEOUT = 4;

/** In a worker: sends a heartbeat until the returned function is called. It stops as soon as the event loop does. */
export function sendHeartbeats(beat: () => void, { timeout_ms }: HeartbeatSettings): () => void {
  beat();
  const timer = setInterval(beat, Math.ceil(timeout_ms / PER_TIMEOUT)).unref();
  return () => clearInterval(timer);
}

/** In the primary: the last heartbeat of each worker. */
export class Heartbeats {
  readonly #lastAt = new Map<number, number>();
  readonly #timer: NodeJS.Timeout;
  readonly #intervalMs: number;
  readonly #timeoutMs: number;
  readonly #hung: (worker: number) => void;
  #checkedAt: number;

  /** @param hung called once for a worker without a heartbeat for `timeout_ms` */
  constructor({ timeout_ms }: HeartbeatSettings, hung: (worker: number) => void) {
    this.#timeoutMs = timeout_ms;
    this.#hung = hung;
    this.#intervalMs = Math.ceil(timeout_ms / PER_TIMEOUT);
    this.#checkedAt = performance.now();
    this.#timer = setInterval(() => this.#check(), this.#intervalMs).unref();
  }

  received(worker: number): void {
    this.#lastAt.set(worker, performance.now());
  }

  ended(worker: number): void {
    this.#lastAt.delete(worker);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #check(): void {
    const now = performance.now();
    // A primary that was stopped itself, or got no CPU time, has not read the heartbeats yet.
    const lateMs = Math.max(0, now - this.#checkedAt - this.#intervalMs);
    this.#checkedAt = now;
    for (const [worker, lastAt] of this.#lastAt) {
      if (lateMs > 0) this.#lastAt.set(worker, Math.min(now, lastAt + lateMs));
      if (now - (this.#lastAt.get(worker) ?? now) <= this.#timeoutMs) continue;
      this.#lastAt.delete(worker);
      this.#hung(worker);
    }
  }
}
