/** Searches on the host: a tap of its own, whose filters select auctions that the sample of the live view leaves out. */
import { Sampler } from './sampler.js';
import { TapConnection } from './tap.js';

/** ms without a further key press after which a search begins. */
const SETTLED_MS = 250;

export class Finder {
  #tap;
  #store;
  #sampler = new Sampler();
  #isConnected = false;
  #filter;
  #timer;

  constructor(store) {
    this.#store = store;
    this.#tap = new TapConnection(
      (message) => this.#take(message),
      // Without a valid token it is not connected; the next search tries again.
      (state) => {
        if (state.endsWith('token')) this.#isConnected = false;
      },
    );
  }

  /** @param filter fields of a subscription; undefined ends the search */
  search(filter) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#begin(filter), SETTLED_MS);
  }

  /** Limits the load if the search matches many auctions. */
  adjust() {
    if (this.#filter && this.#sampler.adjust()) this.#subscribe();
  }

  #begin(filter) {
    this.#filter = filter;
    this.#store.forgetFound();
    if (!filter) {
      this.#tap.unsubscribe();
      return;
    }
    this.#sampler = new Sampler();
    this.#subscribe();
    if (this.#isConnected) return;
    this.#isConnected = true;
    void this.#tap.connect();
  }

  #subscribe() {
    this.#tap.subscribe({ kinds: ['auction'], bodies: true, sample: this.#sampler.share, ...this.#filter }, true);
  }

  #take(message) {
    if (!this.#filter || message.type !== 'event') return;
    this.#sampler.count();
    this.#store.takeFound(message);
  }
}
