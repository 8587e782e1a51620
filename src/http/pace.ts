/**
 * The pace of starting auctions. A turn of the event loop handles responses of bidders first and then starts auctions for a share of its
 * time, so responses never wait behind many new requests. And while this process is busy, only as many auctions are in flight as
 * it can also end in time (Little's law: their number is their rate times their duration).
 */

/** CPU time of the auctions that start in one turn, µs: a share of the turn before, within limits. */
const MIN_SLICE_US = 2500;
const MAX_SLICE_US = 15_000;
/** With more, the ends of these auctions would make each turn longer than the one before. */
const SLICE_SHARE = 0.3;
/** A turn with less CPU time had no work, µs: it counts as idle time. */
const EMPTY_TURN_US = 300;
/** The share of idle time is a mean over about so many µs. */
const RECENT_US = 30_000;
/** With a smaller share of idle time this process is busy. */
const IDLE_SHARE = 0.15;
/** In a busy process auctions may take so much longer than in a calm one, µs, and the time of one turn of up to `MAX_TURN_US`. */
const LATE_US = 25_000;
const MAX_TURN_US = 30_000;
/** Ended auctions per sample. */
const SAMPLE = 20;
/** A sample with a greater share of idle time is calm. */
const CALM_SHARE = 0.3;
/** A longer duration in a calm sample counts at most as this multiple of the mean: its auctions may have started under load. */
const MAX_GROWTH = 2;
/** Most time per CPU time of a sample: a single pause of this process says little about the next ones. */
const MAX_STRETCH = 5;
/** Weight of a new sample in a mean. */
const WEIGHT = 0.1;
const HIGH_WEIGHT = 0.5;

interface Sample {
  ended: number;
  /** Total duration of these auctions, ms. */
  tookMs: number;
  busyUs: number;
  idleUs: number;
  /** Time that other programs, or other threads of this process, had the processor. */
  foreignUs: number;
}

const emptySample = (): Sample => ({ ended: 0, tookMs: 0, busyUs: 0, idleUs: 0, foreignUs: 0 });

const shareOf = (idleUs: number, busyUs: number): number => idleUs / Math.max(1, idleUs + busyUs);

export class Pace {
  /** Mean CPU time per ended auction, µs: all work of this thread. */
  #costUs = 0;
  /** Mean time per CPU time of this thread while it works. */
  #stretch = 1;
  /** Mean duration of auctions, ms. */
  #durationMs = 0;
  /** The same in calm samples. */
  #calmMs = 0;
  /** CPU time of the last turn. */
  #turnUs = 0;
  /** CPU time of the starts in this turn. */
  #spentUs = 0;
  /** Share of idle time in the last turns. */
  #idleShare = 1;
  #atUs: number;
  #atIdleMs: number;
  #atMs: number;
  /** Since the last measurement. */
  #sample = emptySample();

  /**
   * @param cpuUs CPU time of this thread, here and below
   * @param idleMs total time the loop waited for events
   * @param nowMs monotonic
   */
  constructor(cpuUs: number, idleMs: number, nowMs: number) {
    this.#atUs = cpuUs;
    this.#atIdleMs = idleMs;
    this.#atMs = nowMs;
  }

  /** Mean ms from one end of an auction to the next while this process is busy: the wait of a request, per request before it. */
  get intervalMs(): number {
    return (this.#costUs * this.#stretch) / 1000;
  }

  /** Mean duration of auctions, ms. */
  get durationMs(): number {
    return this.#durationMs;
  }

  /** Whether one more auction may start in this turn. @param live auctions in flight */
  allows(live: number): boolean {
    return this.#spentUs < Math.min(MAX_SLICE_US, Math.max(MIN_SLICE_US, this.#turnUs * SLICE_SHARE)) && this.hasRoom(live);
  }

  /** Whether one more auction can also end in time. */
  hasRoom(live: number): boolean {
    return this.#idleShare > IDLE_SHARE || live * this.#costUs < this.#calmMs * 1000 + LATE_US + Math.min(MAX_TURN_US, this.#turnUs);
  }

  /** The start of an auction took this CPU time. */
  started(tookUs: number): void {
    this.#spentUs += tookUs;
  }

  /** An auction ended so many ms after its start. */
  ended(tookMs: number): void {
    this.#sample.ended++;
    this.#sample.tookMs += tookMs;
  }

  /** A turn of the event loop ended. */
  turnEnded(cpuUs: number, idleMs: number, nowMs: number): void {
    this.#turnUs = cpuUs - this.#atUs;
    const ranUs = (nowMs - this.#atMs - (idleMs - this.#atIdleMs)) * 1000;
    const busyUs = this.#turnUs < EMPTY_TURN_US ? 0 : this.#turnUs;
    const idleUs = (idleMs - this.#atIdleMs) * 1000 + this.#turnUs - busyUs;
    this.#atUs = cpuUs;
    this.#atIdleMs = idleMs;
    this.#atMs = nowMs;
    this.#spentUs = 0;
    this.#idleShare += (shareOf(idleUs, busyUs) - this.#idleShare) * Math.min(1, (idleUs + busyUs) / RECENT_US);
    this.#sample.idleUs += idleUs;
    this.#sample.busyUs += busyUs;
    this.#sample.foreignUs += Math.max(0, ranUs - this.#turnUs);
    if (this.#sample.ended >= SAMPLE) this.#measure();
  }

  #measure(): void {
    const { ended, tookMs, busyUs, idleUs, foreignUs } = this.#sample;
    this.#sample = emptySample();
    const [costUs, durationMs] = [busyUs / ended, tookMs / ended];
    if (this.#durationMs === 0) {
      [this.#costUs, this.#durationMs, this.#calmMs] = [costUs, durationMs, durationMs];
      return;
    }
    // The first auctions run code that is not compiled for speed yet.
    this.#costUs += (costUs - this.#costUs) * (costUs < this.#costUs / 2 ? HIGH_WEIGHT : WEIGHT);
    this.#stretch += (Math.min(MAX_STRETCH, 1 + foreignUs / Math.max(1, busyUs)) - this.#stretch) * WEIGHT;
    this.#durationMs += (durationMs - this.#durationMs) * WEIGHT;
    if (shareOf(idleUs, busyUs) <= CALM_SHARE) return;
    this.#calmMs += (Math.min(durationMs, this.#calmMs * MAX_GROWTH) - this.#calmMs) * WEIGHT;
  }
}
