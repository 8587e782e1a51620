/**
 * The pace of starting auctions. Auctions in flight go first: responses of bidders must not wait behind new requests. So an auction starts
 * once per mean CPU cost of an auction, or when the loop has nothing else to do; and only while the CPU time that auctions in flight need
 * fits into their duration.
 */

/** CPU time of the auctions that start in one turn, µs. */
const SLICE_US = 5000;
/** Starts in advance, as CPU time, µs: a burst of requests at a moderate load starts at once. */
const BURST_US = 20_000;
/** A turn with less CPU time had no work, µs. */
const EMPTY_TURN_US = 300;
/** A complete auction costs at least this multiple of its start; and at most that much while no request waits. */
const MIN_COST = 1.5;
const MAX_COST = 4;
/** Ended auctions per sample of the cost. */
const SAMPLE = 10;
/** Weight of a new value in a mean. */
const WEIGHT = 0.1;
/** Weight of an auction longer than the mean: under load all are. */
const LONGER_WEIGHT = 0.002;
/** Growth of the duration when the loop pauses although requests wait: the bidders are slower than it says. */
const GROWTH = 1.2;
export class Pace {
  /** Mean CPU µs of the start of an auction, and of a complete auction with all work beside it, while requests wait. */
  #startUs = 0;
  #costUs = 0;
  /** ms of an auction without waits for this process. */
  #durationMs = 0;
  /** CPU time per time, while requests wait: other programs may use the same core. */
  #share = 1;
  #creditUs = BURST_US;
  #spentUs = 0;
  #turnUs = 0;
  #atUs: number;
  #atMs: number;
  #sampleUs = 0;
  #sampleEnded = 0;

  /** @param cpuUs CPU time of this thread, here and below; @param nowMs monotonic time */
  constructor(cpuUs: number, nowMs: number) {
    this.#atUs = cpuUs;
    this.#atMs = nowMs;
  }

  /** Whether one more auction may start in this turn. @param live auctions in flight */
  allows(live: number): boolean {
    return this.#spentUs < SLICE_US && this.fits(live) && (this.#creditUs >= 0 || this.#turnUs < EMPTY_TURN_US);
  }

  /** Whether the CPU time of auctions in flight fits into their duration. */
  fits(live: number): boolean {
    return this.#durationMs === 0 || live * this.#cost() <= this.#durationMs * 1000 * this.#share + BURST_US;
  }

  /** The loop had nothing to do: no response waits. */
  paused(hasWaiting: boolean): void {
    this.#creditUs = BURST_US;
    if (hasWaiting) this.#durationMs *= GROWTH;
  }

  /** An auction started and took this CPU time so far. */
  started(tookUs: number): void {
    this.#startUs += (tookUs - this.#startUs) * WEIGHT;
    this.#spentUs += tookUs;
    this.#creditUs -= this.#cost();
  }

  /** An auction ended after so many ms. */
  ended(tookMs: number): void {
    const difference = tookMs - this.#durationMs;
    const isLonger = difference > 0 && this.#durationMs > 0;
    this.#durationMs += difference * (isLonger ? LONGER_WEIGHT : WEIGHT);
    this.#sampleEnded++;
  }

  /** A turn of the event loop ended. @param isBusy requests waited during all of it */
  turnEnded(cpuUs: number, nowMs: number, isBusy: boolean): void {
    const ms = nowMs - this.#atMs;
    this.#turnUs = cpuUs - this.#atUs;
    this.#atUs = cpuUs;
    this.#atMs = nowMs;
    this.#creditUs = Math.min(BURST_US, this.#creditUs + this.#turnUs);
    this.#spentUs = 0;
    if (isBusy) this.#share += (Math.min(1, this.#turnUs / 1000 / ms) - this.#share) * WEIGHT;
    this.#measure(isBusy ? Number.POSITIVE_INFINITY : this.#startUs * MAX_COST);
  }

  /** @param maxUs limit of the sample: without requests that wait, it may include work of other kinds */
  #measure(maxUs: number): void {
    this.#sampleUs += this.#turnUs;
    if (this.#sampleEnded < SAMPLE) return;
    const costUs = Math.min(maxUs, this.#sampleUs / this.#sampleEnded);
    this.#costUs += (costUs - this.#costUs) * (this.#costUs === 0 ? 1 : WEIGHT);
    [this.#sampleUs, this.#sampleEnded] = [0, 0];
  }

  #cost(): number {
    return Math.max(this.#costUs, this.#startUs * MIN_COST);
  }
}
