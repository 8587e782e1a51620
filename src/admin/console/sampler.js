/** Keeps the console light on a busy host: past so many auctions a second it asks for a share of them. */

const LOOK_MS = 5000;
const MOST = 60;
const AIM = 30;
const FEW = 8;
const LEAST_SHARE = 0.001;

export class Sampler {
  share = 1;
  #count = 0;
  #since = Date.now();

  count() {
    this.#count++;
  }

  /** Whether the share has changed. */
  adjust(now = Date.now()) {
    const ms = now - this.#since;
    if (ms < LOOK_MS) return false;
    const rate = (this.#count * 1000) / ms;
    this.#count = 0;
    this.#since = now;
    const before = this.share;
    if (rate > MOST) this.share = Math.max(LEAST_SHARE, (this.share * AIM) / rate);
    else if (rate < FEW && this.share < 1) this.share = Math.min(1, this.share * 3);
    return this.share !== before;
  }
}
