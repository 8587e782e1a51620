/** A simulated event loop under load: virtual time, CPU costs of real auctions, and another program that takes a share of the core. */
import { TURN_MS } from '#src/host/transport.ts';
import { Admission } from '#src/http/admission.ts';
import { silentReport } from '#src/http/admission-report.ts';
import type { LoopTime } from '#src/http/loop-turns.ts';
import { TurnQueue } from '#src/platform/turn-queue.ts';

/** CPU µs of each part of the work. */
export const COSTS = { read: 60, rejection: 45, start: 700, end: 900 } as const;

export interface Load {
  /** Multiple of the capacity that is offered. */
  readonly times: number;
  readonly bidderMs: number;
  readonly tmaxMs: number;
  readonly seconds: number;
  /** Share of the core that this process gets. */
  readonly share: number;
  /** Duration of the bidders' calls before the load, ms; as in it if absent. */
  readonly warmBidderMs?: number;
  /** A collection of memory in the middle of the load takes so many ms. */
  readonly pauseMs?: number;
  /** CPU µs of a start in the load, if not as before it; its end costs so much more. */
  readonly startUs?: number;
  /** So many calls of a bidder are in flight at once; others wait for a free connection. */
  readonly connections?: number;
  /** So many clients each send their next request as soon as the last one is responded, instead of a constant rate. */
  readonly clients?: number;
}

export interface Served {
  /** Admitted auctions that ended, as a share of the capacity. */
  readonly throughput: number;
  /** Share of the admitted auctions with bids before `tmax`. */
  readonly complete: number;
  readonly sent: number;
  readonly rejected: number;
  /** ms. */
  readonly admittedP99: number;
  readonly rejectedMax: number;
}

interface Event {
  readonly atMs: number;
  run(): void;
}

/** Auctions per second that the CPU time is sufficient for. */
export const capacity = (share: number): number => (1e6 * share) / (COSTS.read + COSTS.start + COSTS.end);

const WARM_SECONDS = 2;
/** From a response to the next request of the same client. */
const ROUND_TRIP_MS = 1;

class SimulatedLoop implements LoopTime {
  readonly #share: number;
  readonly #events: Event[] = [];
  #callbacks: (() => void)[] = [];
  #cpuUs = 0;
  #nowMs = 0;
  #idleMs = 0;

  constructor(share: number) {
    this.#share = share;
  }

  cpuUs = (): number => this.#cpuUs;
  nowMs = (): number => this.#nowMs;
  idleMs = (): number => this.#idleMs;

  atTurnEnd = (callback: () => void): (() => void) => {
    this.#callbacks.push(callback);
    return () => {
      this.#callbacks = this.#callbacks.filter((each) => each !== callback);
    };
  };

  work(us: number): void {
    this.#cpuUs += us;
    this.#nowMs += us / 1000 / this.#share;
  }

  at(atMs: number, run: () => void): void {
    let i = this.#events.length;
    while (i > 0 && (this.#events[i - 1]?.atMs ?? 0) > atMs) i--;
    this.#events.splice(i, 0, { atMs, run });
  }

  /** One turn: all events that are ready, then the end of the turn. @returns whether anything is left to do */
  turn(): boolean {
    const next = this.#events[0];
    if (!next && this.#callbacks.length === 0) return false;
    if (next && this.#callbacks.length === 0 && next.atMs > this.#nowMs) {
      this.#idleMs += next.atMs - this.#nowMs;
      this.#nowMs = next.atMs;
    }
    const ready = this.#events.findIndex(({ atMs }) => atMs > this.#nowMs);
    this.work(10);
    for (const { run } of this.#events.splice(0, ready < 0 ? this.#events.length : ready)) run();
    for (const callback of this.#callbacks.splice(0)) callback();
    return true;
  }
}

const at = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

/** Sends requests and returns what became of them. */
export function simulate({
  times,
  bidderMs,
  tmaxMs,
  seconds,
  share,
  warmBidderMs = bidderMs,
  clients = 0,
  connections = Infinity,
  startUs = COSTS.start,
  pauseMs = 0,
}: Load): Served {
  let delayMs = warmBidderMs;
  const loop = new SimulatedLoop(share);
  const limits = { max_live_auctions: 2000, max_wait_ms: 250, max_wait_share: 0.3, max_connections: 10_000, retry_after_seconds: 1 };
  const admission = new Admission(limits, silentReport, loop);
  const responses = new TurnQueue(loop, TURN_MS);
  const [admitted, rejected]: [number[], number[]] = [[], []];
  let complete = 0;
  let costs: { readonly start: number; readonly end: number } = COSTS;
  let inFlight = 0;
  const queue: (() => void)[] = [];
  const call = (responded: () => void): void => {
    if (inFlight === connections) {
      queue.push(() => call(responded));
      return;
    }
    inFlight++;
    loop.at(loop.nowMs() + delayMs, () => {
      inFlight--;
      responses.run(responded);
      queue.shift()?.();
    });
  };
  const request = (sentMs: number, responded: () => void): void => {
    const reject = (): void => {
      loop.work(COSTS.rejection);
      rejected.push(loop.nowMs() - sentMs);
      responded();
    };
    let startedMs = 0;
    const end = (bidMs: number): void => {
      loop.work(costs.end);
      if (bidMs - sentMs <= tmaxMs) complete++;
      admitted.push(loop.nowMs() - sentMs);
      admission.release(loop.nowMs() - startedMs);
      responded();
    };
    const start = (): void => {
      startedMs = loop.nowMs();
      loop.work(costs.start);
      call(() => end(loop.nowMs()));
    };
    if (admission.rejects()) {
      reject();
      return;
    }
    loop.work(COSTS.read);
    admission.admit({ tmaxMs: () => tmaxMs, start, reject });
  };
  const send = (count: number, forSeconds: number): void => {
    const from = loop.nowMs();
    for (let i = 0; i < count; i++) {
      const sentMs = from + (i * 1000 * forSeconds) / count;
      loop.at(sentMs, () => request(sentMs, () => {}));
    }
    while (loop.turn());
  };
  // A moderate load before: a host that just started is another case.
  send(Math.floor((capacity(share) * WARM_SECONDS) / 2), WARM_SECONDS);
  admitted.length = rejected.length = complete = 0;
  delayMs = bidderMs;
  costs = { start: startUs, end: COSTS.start + COSTS.end - startUs };
  const from = loop.nowMs();
  loop.at(from + (seconds * 1000) / 2, () => loop.work(pauseMs * 1000));
  const client = (): void => {
    const sentMs = loop.nowMs() + ROUND_TRIP_MS;
    if (sentMs < from + seconds * 1000) loop.at(sentMs, () => request(sentMs, client));
  };
  for (let i = 0; i < clients; i++) client();
  const sent = clients > 0 ? 0 : Math.floor(seconds * capacity(share) * times);
  send(sent, seconds);
  const ms = loop.nowMs() - from - bidderMs;
  return {
    throughput: admitted.length / ((capacity(share) * ms) / 1000),
    complete: complete / admitted.length,
    sent: admitted.length + rejected.length,
    rejected: rejected.length,
    admittedP99: at(admitted, 0.99),
    rejectedMax: at(rejected, 1),
  };
}
