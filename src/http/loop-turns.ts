/** Turns of the event loop and their CPU time, counted only while there is work. */
import { performance } from 'node:perf_hooks';
import { threadCpuUs } from '#src/platform/thread-time.ts';
import type { TurnTime } from '#src/platform/turn-queue.ts';

/** Less idle time than this is not a pause, ms: an event was ready at once. */
const PAUSE_MS = 0.2;

/** Times of the event loop; tests inject their own. */
export interface LoopTime extends TurnTime {
  /** CPU time of this thread, µs. Time that other programs, or other threads of this process, take is not included. */
  cpuUs(): number;
  /** Total ms the loop waited for events. */
  idleMs(): number;
}

export const systemLoop: LoopTime = {
  cpuUs: threadCpuUs,
  nowMs: () => performance.now(),
  idleMs: () => performance.nodeTiming.idleTime,
  atTurnEnd(callback) {
    const handle = setImmediate(callback);
    return () => clearImmediate(handle);
  },
};

export class LoopTurns {
  readonly #loop: LoopTime;
  readonly #onEnd: () => void;
  readonly #end = (): void => this.#ended();
  /** CPU time since which a request of this turn may have waited in its socket. */
  #sinceCpuUs = 0;
  #turnCpuUs = 0;
  #lastTurnCpuUs = 0;
  #lastIdleMs = -1;
  #cancel: (() => void) | undefined;

  /** @param onEnd called when a turn that was noted ended */
  constructor(loop: LoopTime, onEnd: () => void) {
    this.#loop = loop;
    this.#onEnd = onEnd;
  }

  /** Notes that the current turn has work; then its end is reported. @param cpuUs CPU time of this thread, if it was read already */
  note(cpuUs?: number): void {
    if (this.#cancel) return;
    this.#cancel = this.#loop.atTurnEnd(this.#end);
    const paused = this.#loop.idleMs() - this.#lastIdleMs > PAUSE_MS;
    this.#turnCpuUs = cpuUs ?? this.#loop.cpuUs();
    this.#sinceCpuUs = paused ? this.#turnCpuUs : this.#lastTurnCpuUs;
  }

  /** Max CPU µs that a request of this turn waited unread: since the previous turn began, or the loop was idle. Call `note` before. */
  latenessUs(cpuUs: number): number {
    return cpuUs - this.#sinceCpuUs;
  }

  stop(): void {
    this.#cancel?.();
  }

  #ended(): void {
    this.#cancel = undefined;
    this.#lastTurnCpuUs = this.#turnCpuUs;
    this.#lastIdleMs = this.#loop.idleMs();
    this.#onEnd();
  }
}
