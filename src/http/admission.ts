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

/** A request in the queue. */
interface Waiting {
  readonly applicant: Applicant;
  /** Time of arrival, monotonic. */
  readonly atMs: number;
  readonly cpuUs: number;
  readonly tmaxMs: number;
}

export class Admission {
  readonly #limits: HostConfig['admission'];
  readonly #report: AdmissionReport;
  readonly #loop: LoopTime;
  readonly #turns: LoopTurns;
  readonly #waiting: Waiting[] = [];
  #live = 0;
  #started = 0;
  readonly #pace: Pace;
  /** Mean `tmax` of requests that waited. */
  #tmaxMs = 0;
  #onIdle: (() => void) | undefined;

  constructor(limits: HostConfig['admission'], report: AdmissionReport = silentReport, loop: LoopTime = systemLoop) {
    this.#limits = limits;
    this.#report = report;
    this.#loop = loop;
    this.#pace = new Pace(loop.cpuUs(), loop.idleMs(), loop.nowMs());
    this.#turns = new LoopTurns(loop, () => this.#startWaiting());
  }

  /** Whether a request that arrives now is rejected; called before its body is read. */
  rejects(): boolean {
    const reason = this.#reason();
    if (reason) this.#report.rejected(reason);
    // Time without work gives room to those that wait.
    if (this.#waiting.length > 0) this.#turns.note();
    return reason !== undefined;
  }

  /** Starts an auction now, later or never. After `start` it counts as in flight until `release`. */
  admit(applicant: Applicant): void {
    const cpuUs = this.#loop.cpuUs();
    this.#turns.note(cpuUs);
    const lateMs = this.#turns.latenessUs(cpuUs) / 1000;
    if (this.#waiting.length === 0 && this.#pace.allows(this.#live)) {
      this.#start(applicant, lateMs, cpuUs);
      return;
    }
    const tmaxMs = applicant.tmaxMs();
    this.#tmaxMs += (tmaxMs - this.#tmaxMs) * (this.#tmaxMs === 0 ? 1 : WEIGHT);
    this.#waiting.push({ applicant, atMs: this.#loop.nowMs() - lateMs, cpuUs: cpuUs - lateMs * 1000, tmaxMs });
    this.#report.waiting(this.#waiting.length);
  }

  /** An auction ended so many ms after its start. */
  release(tookMs: number): void {
    this.#pace.ended(tookMs);
    this.#turns.note();
    this.#report.live(--this.#live);
    if (this.#isIdle) this.#onIdle?.();
  }

  /** Settles when no auction is in flight or waits, or after `graceMs`. */
  async idle(graceMs: number): Promise<void> {
    if (this.#isIdle) return;
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

  get #isIdle(): boolean {
    return this.#live === 0 && this.#waiting.length === 0;
  }

  #reason(): RejectReason | undefined {
    if (this.#live + this.#waiting.length >= this.#limits.max_live_auctions) return 'live';
    if (this.#started < FIRST_AUCTIONS) return undefined;
    const { max_wait_ms, max_wait_share } = this.#limits;
    const maxMs = Math.min(max_wait_ms, this.#roomMs(this.#tmaxMs) * max_wait_share);
    return this.#waiting.length * this.#pace.intervalMs > maxMs ? 'wait' : undefined;
  }

  /** ms of a `tmax` that are left for a wait. */
  #roomMs(tmaxMs: number): number {
    return Math.max(tmaxMs - this.#pace.durationMs, tmaxMs * MIN_ROOM);
  }

  /** At the end of a turn: the next auctions that wait, oldest first. */
  #startWaiting(): void {
    const waiting = this.#waiting;
    let cpuUs = this.#loop.cpuUs();
    this.#pace.turnEnded(cpuUs, this.#loop.idleMs(), this.#loop.nowMs());
    let count = 0;
    while (count < waiting.length && this.#pace.allows(this.#live)) {
      const oldest = waiting[count++];
      if (oldest) cpuUs = this.#startOrReject(oldest, cpuUs);
    }
    if (count > 0) {
      waiting.splice(0, count);
      this.#report.waiting(waiting.length);
      // The last ones may all have been rejected.
      if (this.#isIdle) this.#onIdle?.();
    }
    // Otherwise the end of an auction continues.
    if (waiting.length > 0 && this.#pace.hasRoom(this.#live)) this.#turns.note(cpuUs);
  }

  /** @param cpuUs CPU time of this thread, which is also returned */
  #startOrReject(oldest: Waiting, cpuUs: number): number {
    const waitedMs = this.#loop.nowMs() - oldest.atMs;
    if (!this.#isTooOld(oldest, waitedMs, cpuUs)) return this.#start(oldest.applicant, waitedMs, cpuUs);
    this.#report.rejected('age');
    oldest.applicant.reject();
    return cpuUs;
  }

  /** @param cpuUs CPU time of this thread before; @returns that after it */
  #start(applicant: Applicant, waitedMs: number, cpuUs: number): number {
    this.#started++;
    this.#report.live(++this.#live);
    applicant.start(waitedMs);
    const endUs = this.#loop.cpuUs();
    this.#pace.started(endUs - cpuUs);
    return endUs;
  }

  /** Whether too little of `tmax` is left for an auction after this process's own work, or nothing of it after all. */
  #isTooOld({ cpuUs, tmaxMs }: Waiting, waitedMs: number, nowCpuUs: number): boolean {
    if (this.#started < FIRST_AUCTIONS) return false;
    return waitedMs >= tmaxMs || (nowCpuUs - cpuUs) / 1000 > this.#roomMs(tmaxMs);
  }
}
