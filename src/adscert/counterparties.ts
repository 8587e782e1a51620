/** Everybody who is called with a signature, kept at hand: looked up when first met, again and again afterwards. */
import { LRUCache } from 'lru-cache';
import type { Clock } from '#src/outside/clock.ts';
import { type Counterparty, type FindTexts, findCounterparty } from './discovery.ts';
import type { PrivateKey } from './keys.ts';
import { isPassing, STATUS } from './status.ts';

/** Domains kept: they come from addresses of calls, and of those some hold what publishers say. */
const MOST_DOMAINS = 2000;
/** Lookups under way at a time for domains that were just met; further ones wait for the next round. */
const MOST_SUDDEN = 64;
/** Lookups at a time in a round. */
const SIDE_BY_SIDE = 8;
/** ms after which a domain nobody calls any more is forgotten. */
const FORGET_MS = 3_600_000;

const NOT_YET: Counterparty = { status: STATUS.notYetChecked, why: 'its call sign has not been looked up yet' };

class Entry {
  readonly domain: string;
  known = NOT_YET;
  /** Epoch ms. */
  usedAt: number;
  lookedAt = Number.NEGATIVE_INFINITY;
  looking: Promise<void> | undefined;

  constructor(domain: string, usedAt: number) {
    this.domain = domain;
    this.usedAt = usedAt;
  }
}

export interface CounterpartiesEnv {
  readonly own: PrivateKey;
  readonly find: FindTexts;
  readonly clock: Pick<Clock, 'now'>;
  /** ms after which what is known of a domain is looked up again. */
  readonly renewMs: number;
}

export class Counterparties {
  readonly #env: CounterpartiesEnv;
  readonly #entries = new LRUCache<string, Entry>({ max: MOST_DOMAINS });
  #looking = 0;

  constructor(env: CounterpartiesEnv) {
    this.#env = env;
  }

  /** What is known now; a domain not met before is looked up from here on. Never waits. */
  of(domain: string): Counterparty {
    const now = this.#env.clock.now();
    let entry = this.#entries.get(domain);
    if (!entry) {
      entry = new Entry(domain, now);
      this.#entries.set(domain, entry);
      if (this.#looking < MOST_SUDDEN) void this.#look(entry);
    }
    entry.usedAt = now;
    return entry.known;
  }

  /** Looks up what has grown old, forgets what nobody asks for. Resolves when all are through; never rejects. */
  async renew(): Promise<void> {
    const now = this.#env.clock.now();
    const due: Entry[] = [];
    for (const [domain, entry] of [...this.#entries.entries()]) {
      if (now - entry.usedAt > FORGET_MS) this.#entries.delete(domain);
      else if (now - entry.lookedAt >= this.#env.renewMs) due.push(entry);
    }
    const work = async (): Promise<void> => {
      for (let entry = due.shift(); entry; entry = due.shift()) await this.#look(entry);
    };
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
  }

  /** One lookup at a time for each. */
  #look(entry: Entry): Promise<void> {
    entry.looking ??= this.#find(entry).finally(() => {
      entry.looking = undefined;
    });
    return entry.looking;
  }

  async #find(entry: Entry): Promise<void> {
    this.#looking++;
    const found = await findCounterparty(entry.domain, this.#env.own, this.#env.find);
    this.#looking--;
    entry.lookedAt = this.#env.clock.now();
    // An outage of the DNS takes nobody's key away.
    if (!(entry.known.link && isPassing(found.status))) entry.known = found;
  }
}
