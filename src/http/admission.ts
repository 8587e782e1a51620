/**
 * Admission control. Auctions start in the order of their arrival, a few ms of CPU time per turn of the event loop, so that a turn stays
 * short and auctions in flight go on. A request that would wait too long is rejected at once, before its body is read.
 */
import type { HostConfig } from '#src/config/schema.ts';
import { type AdmissionReport, type RejectReason, silentReport } from './admission-report.ts';
import { type LoopTime, LoopTurns, systemLoop } from './loop-turns.ts';
import { Pace } from './pace.ts';

/** So many first auctions are never rejected for their wait: the code is not compiled yet. */
const FIRST_AUCTIONS = 100;
/** Weight of a new value in a mean. */
const WEIGHT = 0.1;
/** Weight of a new value in the mean duration of auctions: bidders differ. */
const DURATION_WEIGHT = 0.01;
/** Longest time per CPU time of one turn: a single pause of this process says little about the next ones. */
const MAX_STRETCH = 5;
/** At least this share of `tmax` is left for waits: on many hosts one slow bidder always takes the rest. */
const MIN_ROOM = 0.25;

/** A request with its body read. */
export interface Applicant {
  /** Its `tmax`, ms; called only if it has to wait. */
  tmaxMs(): number;
  /** @param waitedMs ms it waited for its start */
  start(waitedMs: number): void;
  reject(): void;
}

interface Waiting {
  readonly applicant: Applicant;
  /** Time of arrival, monotonic. */
  readonly atMs: number;
  readonly cpuUs: number;
}

/** A request in the queue. */
interface Queued extends Waiting {
  readonly tmaxMs: number;
}

export class Admission {
  readonly #limits: HostConfig['admission'];
  readonly #report: AdmissionReport;
  readonly #loop: LoopTime;
  readonly #turns: LoopTurns;
  readonly #waiting: Queued[] = [];
  #live = 0;
  #started = 0;
  readonly #pace: Pace;
  /** Mean CPU µs between two starts while requests wait. */
  #intervalUs = 0;
  /** Mean `tmax` of requests that waited. */
  #tmaxMs = 0;
  /** Mean duration of auctions, without their waits. */
  #durationMs = 0;
  #lastStartCpuUs = 0;
  #lastStartMs = 0;
  /** Mean time per CPU time while requests wait: other programs may use the same core. */
  #stretch = 1;
  #onIdle: (() => void) | undefined;

  constructor(limits: HostConfig['admission'], report: AdmissionReport = silentReport, loop: LoopTime = systemLoop) {
    this.#limits = limits;
    this.#report = report;
    this.#loop = loop;
    this.#pace = new Pace(loop.cpuUs(), loop.idleMs());
    this.#turns = new LoopTurns(loop, () => this.#startWaiting());
  }

  /** Whether a request that arrives now is rejected; called before its body is read. */
  rejects(): boolean {
    const reason = this.#reason();
    if (reason) this.#rejected(reason);
    return reason !== undefined;
  }

  /** Starts an auction now, later or never. After `start` it counts as in flight until `release`. */
  admit(applicant: Applicant): void {
    const cpuUs = this.#loop.cpuUs();
    this.#turns.note(cpuUs);
    const lateMs = this.#turns.latenessUs(cpuUs) / 1000;
    const waiting: Waiting = { applicant, atMs: this.#loop.nowMs() - lateMs, cpuUs: cpuUs - lateMs * 1000 };
    if (this.#waiting.length === 0 && this.#pace.allows) {
      this.#intervalUs *= 1 - WEIGHT;
      this.#start(waiting);
      return;
    }
    if (this.#waiting.length === 0) [this.#lastStartCpuUs, this.#lastStartMs] = [cpuUs, this.#loop.nowMs()];
    const tmaxMs = applicant.tmaxMs();
    this.#tmaxMs += (tmaxMs - this.#tmaxMs) * (this.#tmaxMs === 0 ? 1 : WEIGHT);
    this.#waiting.push({ ...waiting, tmaxMs });
    this.#report.waiting(this.#waiting.length);
  }

  /** An auction ended so many ms after its start. */
  release(tookMs: number): void {
    this.#pace.ended();
    this.#durationMs += (tookMs - this.#durationMs) * DURATION_WEIGHT;
    this.#turns.note(this.#loop.cpuUs());
    this.#report.live(--this.#live);
    if (this.#live === 0 && this.#waiting.length === 0) this.#onIdle?.();
  }

  /** Settles when no auction is in flight, or after `graceMs`. */
  async idle(graceMs: number): Promise<void> {
    if (this.#live === 0 && this.#waiting.length === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, graceMs);
      this.#onIdle = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  stop(): void {
    this.#turns.stop();
  }

  #reason(): RejectReason | undefined {
    if (this.#live + this.#waiting.length >= this.#limits.max_live_auctions) return 'live';
    if (this.#started < FIRST_AUCTIONS) return undefined;
    const { max_wait_ms, max_wait_share } = this.#limits;
    const maxMs = Math.min(max_wait_ms, this.#roomMs(this.#tmaxMs) * max_wait_share);
    return this.#waiting.length * this.#intervalUs * this.#stretch > maxMs * 1000 ? 'wait' : undefined;
  }

  /** ms of a `tmax` that are left for a wait. */
  #roomMs(tmaxMs: number): number {
    return Math.max(tmaxMs - this.#durationMs, tmaxMs * MIN_ROOM);
  }

  #rejected(reason: RejectReason): void {
    this.#report.rejected(reason);
    this.#pace.rejected();
  }

  /** At the end of a turn: the next auctions that wait, oldest first. */
  #startWaiting(): void {
    const waiting = this.#waiting;
    this.#pace.turnEnded(this.#loop.cpuUs(), this.#loop.idleMs());
    let started = 0;
    while (started < waiting.length && this.#pace.allows) {
      const oldest = waiting[started++];
      if (oldest) this.#startOrReject(oldest);
    }
    if (started > 0) this.#removeStarted(started);
    if (waiting.length > 0) this.#turns.note(this.#loop.cpuUs());
  }

  #removeStarted(count: number): void {
    this.#waiting.splice(0, count);
    const [cpuUs, nowMs] = [this.#loop.cpuUs(), this.#loop.nowMs()];
    const tookUs = cpuUs - this.#lastStartCpuUs;
    this.#intervalUs += (tookUs / count - this.#intervalUs) * WEIGHT;
    const stretch = Math.min(MAX_STRETCH, ((nowMs - this.#lastStartMs) * 1000) / Math.max(1, tookUs));
    this.#stretch += (Math.max(1, stretch) - this.#stretch) * WEIGHT;
    [this.#lastStartCpuUs, this.#lastStartMs] = [cpuUs, nowMs];
    this.#report.waiting(this.#waiting.length);
  }

  #startOrReject(queued: Queued): void {
    if (!this.#isTooOld(queued)) {
      this.#start(queued);
      return;
    }
    this.#rejected('age');
    queued.applicant.reject();
  }

  #start({ applicant, atMs }: Waiting): void {
    const startUs = this.#loop.cpuUs();
    this.#started++;
    this.#report.live(++this.#live);
    applicant.start(this.#loop.nowMs() - atMs);
    this.#pace.started(this.#loop.cpuUs() - startUs);
  }

  /** Whether too little of `tmax` is left for an auction after this process's own work, or nothing of it after all. */
  #isTooOld({ atMs, cpuUs, tmaxMs }: Queued): boolean {
    if (this.#started < FIRST_AUCTIONS) return false;
    return this.#loop.nowMs() - atMs >= tmaxMs || (this.#loop.cpuUs() - cpuUs) / 1000 > this.#roomMs(tmaxMs);
  }
}
