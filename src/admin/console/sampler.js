/** Limits the console's load on a busy host: above a certain rate of auctions it subscribes to a sample. */

const CHECK_MS = 5000;
const MAX_RATE = 60;
const AIM = 30;
const FEW = 8;
const MIN_SHARE = 0.001;

export class Sampler {
  share = 1;
  #count = 0;
  #since = Date.now();

  count() {
    this.#count++;
  }

  /** @returns whether the share changed */
  adjust(now = Date.now()) {
    const ms = now - this.#since;
    if (ms < CHECK_MS) return false;
    const rate = (this.#count * 1000) / ms;
    this.#count = 0;
    this.#since = now;
    const before = this.share;
    if (rate > MAX_RATE) this.share = Math.max(MIN_SHARE, (this.share * AIM) / rate);
    else if (rate < FEW && this.share < 1) this.share = Math.min(1, this.share * 3);
    return this.share !== before;
  }
}
