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
/** Weight of the newest turn in the mean interval between two starts. */
const WEIGHT = 0.1;

/** A request with its body read. */
export interface Applicant {
  /** Its `tmax`, ms; called only if it had to wait. */
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

export class Admission {
  readonly #limits: HostConfig['admission'];
  readonly #report: AdmissionReport;
  readonly #loop: LoopTime;
  readonly #turns: LoopTurns;
  readonly #waiting: Waiting[] = [];
  #live = 0;
  #started = 0;
  readonly #pace: Pace;
  #waitedLastTurn = false;
  /** Mean CPU µs between two starts while requests wait. */
  #intervalUs = 0;
  #lastStartCpuUs = 0;
  #onIdle: (() => void) | undefined;

  constructor(limits: HostConfig['admission'], report: AdmissionReport = silentReport, loop: LoopTime = systemLoop) {
    this.#limits = limits;
    this.#report = report;
    this.#loop = loop;
    this.#pace = new Pace(loop.cpuUs(), loop.nowMs());
    this.#turns = new LoopTurns(loop, { ended: () => this.#startWaiting(), paused: () => this.#pace.paused(this.#waiting.length > 0) });
  }

  /** Whether a request that arrives now is rejected; called before its body is read. */
  rejects(): boolean {
    const reason = this.#reason();
    if (reason) this.#report.rejected(reason);
    return reason !== undefined;
  }

  /** Starts an auction now, later or never. After `start` it counts as in flight until `release`. */
  admit(applicant: Applicant): void {
    const cpuUs = this.#loop.cpuUs();
    this.#turns.note(cpuUs);
    const lateMs = this.#turns.latenessUs(cpuUs) / 1000;
    const waiting: Waiting = { applicant, atMs: this.#loop.nowMs() - lateMs, cpuUs: cpuUs - lateMs * 1000 };
    if (this.#waiting.length === 0 && this.#pace.allows(this.#live)) {
      this.#intervalUs *= 1 - WEIGHT;
      this.#startOrReject(waiting);
      return;
    }
    if (this.#waiting.length === 0) this.#lastStartCpuUs = cpuUs;
    this.#waiting.push(waiting);
    this.#report.waiting(this.#waiting.length);
  }

  /** An auction ended after so many ms. */
  release(tookMs: number): void {
    this.#pace.ended(tookMs);
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
    const { max_live_auctions, max_wait_ms } = this.#limits;
    if (this.#live + this.#waiting.length >= max_live_auctions) return 'live';
    if (this.#started < FIRST_AUCTIONS) return undefined;
    return this.#waiting.length * this.#intervalUs > max_wait_ms * 1000 ? 'wait' : undefined;
  }

  /** At the end of a turn: the next auctions that wait, oldest first. */
  #startWaiting(): void {
    const waiting = this.#waiting;
    this.#pace.turnEnded(this.#loop.cpuUs(), this.#loop.nowMs(), this.#waitedLastTurn && waiting.length > 0);
    this.#waitedLastTurn = waiting.length > 0;
    let started = 0;
    while (started < waiting.length && this.#pace.allows(this.#live)) {
      const oldest = waiting[started++];
      if (oldest) this.#startOrReject(oldest);
    }
    if (started > 0) this.#removeStarted(started);
    // Otherwise the end of an auction continues.
    if (waiting.length > 0 && this.#pace.fits(this.#live)) this.#turns.note(this.#loop.cpuUs());
  }

  #removeStarted(count: number): void {
    this.#waiting.splice(0, count);
    const cpuUs = this.#loop.cpuUs();
    this.#intervalUs += ((cpuUs - this.#lastStartCpuUs) / count - this.#intervalUs) * WEIGHT;
    this.#lastStartCpuUs = cpuUs;
    this.#report.waiting(this.#waiting.length);
  }

  #startOrReject({ applicant, atMs, cpuUs }: Waiting): void {
    const startUs = this.#loop.cpuUs();
    const waitedMs = this.#loop.nowMs() - atMs;
    if (this.#isTooOld(applicant, waitedMs, (startUs - cpuUs) / 1000)) {
      this.#report.rejected('age');
      applicant.reject();
      return;
    }
    this.#started++;
    this.#report.live(++this.#live);
    applicant.start(waitedMs);
    this.#pace.started(this.#loop.cpuUs() - startUs);
  }

  /** Whether too little of `tmax` is left: a share of it passed in this process's own work, or all of it. */
  #isTooOld({ tmaxMs }: Applicant, waitedMs: number, waitedCpuMs: number): boolean {
    if (waitedMs < this.#limits.max_wait_ms || this.#started < FIRST_AUCTIONS) return false;
    const tmax = tmaxMs();
    return waitedMs >= tmax || waitedCpuMs > tmax * this.#limits.max_tmax_share;
  }
}
