/**
 * The pace of starting auctions. A turn of the event loop handles every response that is ready and then starts auctions for a few ms, so
 * responses of bidders never wait behind many new requests. And auctions start at the rate at which this process can also end them,
 * unless it has nothing else to do: otherwise their ends would come as a wave that it cannot handle in time.
 */

/** CPU time of the auctions that start in one turn, µs: a share of the turn before, within limits. */
const MIN_SLICE_US = 2500;
const MAX_SLICE_US = 10_000;
/** With more, the ends of these auctions would make each turn longer than the one before. */
const SLICE_SHARE = 0.2;
/** A turn with less CPU time had no work, µs: then waiting saves nothing. */
const EMPTY_TURN_US = 300;
/** Starts in advance, as CPU time of complete auctions, µs: a burst of requests at a moderate load starts at once. */
const BURST_US = 50_000;
/** A complete auction costs between these multiples of its start. */
const MIN_RATIO = 1.25;
const MAX_RATIO = 4;
const FIRST_RATIO = 2;
/** Ended auctions per sample of the ratio. */
const SAMPLE = 20;
/** Weight of a new value in a mean. */
const WEIGHT = 0.1;
const START_WEIGHT = 0.02;
/** A start counts at most as this multiple of the mean: a collection of garbage in it says nothing about the next one. */
const MAX_START = 4;

export class Pace {
  /** Mean CPU µs of the start of an auction. */
  #startUs = 0;
  /** Mean CPU time of a complete auction as a multiple of its start. */
  #ratio = FIRST_RATIO;
  #creditUs = BURST_US;
  #sliceUs = MIN_SLICE_US;
  /** CPU time of the last turn. */
  #turnUs = 0;
  /** CPU time of the starts in this turn. */
  #spentUs = 0;
  #atUs: number;
  #atIdleMs: number;
  #sampleUs = 0;
  #sampleEnded = 0;
  #sampleRejected = 0;

  /** @param cpuUs CPU time of this thread, here and below; @param idleMs total time the loop waited for events */
  constructor(cpuUs: number, idleMs: number) {
    this.#atUs = cpuUs;
    this.#atIdleMs = idleMs;
  }

  /** Whether one more auction may start in this turn. */
  get allows(): boolean {
    return this.#spentUs < this.#sliceUs && (this.#creditUs >= 0 || this.#turnUs < EMPTY_TURN_US);
  }

  /** An auction started and took this CPU time so far. */
  started(tookUs: number): void {
    const us = this.#startUs === 0 ? tookUs : Math.min(tookUs, this.#startUs * MAX_START);
    this.#startUs += (us - this.#startUs) * (this.#startUs === 0 ? 1 : START_WEIGHT);
    this.#spentUs += tookUs;
    this.#creditUs -= this.#startUs * this.#ratio;
  }

  ended(): void {
    this.#sampleEnded++;
  }

  rejected(): void {
    this.#sampleRejected++;
  }

  /** A turn of the event loop ended: its CPU time, and time without anything to do, allow further starts. */
  turnEnded(cpuUs: number, idleMs: number): void {
    const turnUs = cpuUs - this.#atUs;
    this.#turnUs = turnUs;
    this.#creditUs = Math.min(BURST_US, this.#creditUs + turnUs + (idleMs - this.#atIdleMs) * 1000);
    this.#atUs = cpuUs;
    this.#atIdleMs = idleMs;
    this.#spentUs = 0;
    this.#sliceUs = Math.min(MAX_SLICE_US, Math.max(MIN_SLICE_US, turnUs * SLICE_SHARE));
    this.#measure(turnUs);
  }

  /** Rejections cost CPU time too: a sample with more than a few says nothing about auctions. */
  #measure(turnUs: number): void {
    if (turnUs >= EMPTY_TURN_US) this.#sampleUs += turnUs;
    if (this.#sampleEnded < SAMPLE) return;
    if (this.#sampleRejected * 10 <= this.#sampleEnded && this.#startUs > 0) {
      const ratio = this.#sampleUs / this.#sampleEnded / this.#startUs;
      this.#ratio += (Math.min(MAX_RATIO, Math.max(MIN_RATIO, ratio)) - this.#ratio) * WEIGHT;
    }
    this.#sampleUs = this.#sampleEnded = this.#sampleRejected = 0;
  }
}
