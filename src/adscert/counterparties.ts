/** All recipients of signed requests, held in memory: each is looked up when first called and refreshed regularly afterwards. */
import { LRUCache } from 'lru-cache';
import type { Clock } from '#src/platform/clock.ts';
import { type Counterparty, type FindTxtRecords, findCounterparty } from './discovery.ts';
import type { PrivateKey } from './keys.ts';
import { isPassing, STATUS } from './status.ts';

/** Max domains held: they come from request addresses, some of which contain publisher data. */
const MAX_DOMAINS = 2000;
/** Max concurrent lookups of new domains; further ones wait for the next refresh. */
const MAX_SUDDEN = 64;
/** Concurrent lookups during a refresh. */
const SIDE_BY_SIDE = 8;
/** ms after the last call until a domain is dropped. */
const FORGET_MS = 3_600_000;

const NOT_YET: Counterparty = { status: STATUS.notYetChecked, why: 'its call sign has not been looked up yet' };

class Entry {
  readonly domain: string;
  known = NOT_YET;
  /** Epoch ms. */
  usedAt: number;
  refreshedAt = Number.NEGATIVE_INFINITY;
  refreshing: Promise<void> | undefined;

  constructor(domain: string, usedAt: number) {
    this.domain = domain;
    this.usedAt = usedAt;
  }
}

export interface CounterpartiesEnv {
  readonly own: PrivateKey;
  readonly find: FindTxtRecords;
  readonly clock: Pick<Clock, 'now'>;
  /** ms between lookups of a domain. */
  readonly renewMs: number;
}

export class Counterparties {
  readonly #env: CounterpartiesEnv;
  readonly #entries = new LRUCache<string, Entry>({ max: MAX_DOMAINS });
  #refreshing = 0;

  constructor(env: CounterpartiesEnv) {
    this.#env = env;
  }

  /** The current state of a domain; starts a lookup for a new one. Never waits. */
  of(domain: string): Counterparty {
    const now = this.#env.clock.now();
    let entry = this.#entries.get(domain);
    if (!entry) {
      entry = new Entry(domain, now);
      this.#entries.set(domain, entry);
      if (this.#refreshing < MAX_SUDDEN) void this.#refresh(entry);
    }
    entry.usedAt = now;
    return entry.known;
  }

  /** Refreshes expired entries and drops unused ones. Resolves when all lookups are complete; never rejects. */
  async renew(): Promise<void> {
    const now = this.#env.clock.now();
    const due: Entry[] = [];
    for (const [domain, entry] of [...this.#entries.entries()]) {
      if (now - entry.usedAt > FORGET_MS) this.#entries.delete(domain);
      else if (now - entry.refreshedAt >= this.#env.renewMs) due.push(entry);
    }
    const work = async (): Promise<void> => {
      for (let entry = due.shift(); entry; entry = due.shift()) await this.#refresh(entry);
    };
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
  }

  /** At most one lookup at a time per domain. */
  #refresh(entry: Entry): Promise<void> {
    entry.refreshing ??= this.#find(entry).finally(() => {
      entry.refreshing = undefined;
    });
    return entry.refreshing;
  }

  async #find(entry: Entry): Promise<void> {
    this.#refreshing++;
    const found = await findCounterparty(entry.domain, this.#env.own, this.#env.find);
    this.#refreshing--;
    entry.refreshedAt = this.#env.clock.now();
    // A DNS outage does not discard a known key.
    if (!(entry.known.link && isPassing(found.status))) entry.known = found;
  }
}
