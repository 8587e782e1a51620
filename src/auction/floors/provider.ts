/**
 * Floors of providers, fetched in the background. Reading never waits: the first read starts the fetch, later ones find the result. A
 * failed fetch keeps the previous data until it expires.
 */

import type { HostConfig } from '#src/config/schema.ts';
import type { FetchBody } from '#src/net/fetch-body.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Log } from '#src/platform/log.ts';
import type { FloorsFetch, FloorsLookup, FloorsSource } from './lookup.ts';
import { FloorsBudget } from './provider-budget.ts';
import { freshSeconds, parseFloors } from './provider-check.ts';

export interface FloorsEnv {
  readonly clock: Clock;
  readonly log: Log;
  /** For the address in the host's own settings. */
  readonly fetchBody: FetchBody;
  /** For addresses that requests and accounts name: to public addresses only. */
  readonly fetchForeign: FetchBody;
  /** The address in the host's own settings. */
  readonly ownUrl: string;
}

/** One address with one set of limits. */
interface Entry {
  readonly key: string;
  readonly url: string;
  readonly accountId: string;
  /** Named by a request: the first to be dropped. */
  byRequest: boolean;
  readonly settings: FloorsFetch;
  status: FloorsLookup['status'];
  data: Ext | undefined;
  bytes: number;
  /** Times are monotonic ms. Until this one the data is valid. */
  freshUntil: number;
  /** The next fetch; undefined: in flight or queued. */
  dueAt: number | undefined;
  usedAt: number;
  failures: number;
}

type FetcherOptions = HostConfig['price_floors']['fetcher'];

export class FetchedFloors implements FloorsSource {
  readonly #options: FetcherOptions;
  readonly #env: FloorsEnv;
  readonly #entries = new Map<string, Entry>();
  readonly #queue: Entry[] = [];
  readonly #budget: FloorsBudget;
  #busy = 0;
  #bytes = 0;
  #stopTimer: (() => void) | undefined;
  #stopped = false;

  constructor(options: FetcherOptions, env: FloorsEnv) {
    this.#options = options;
    this.#env = env;
    this.#budget = new FloorsBudget(options);
  }

  find(url: string, accountId: string, settings: FloorsFetch): FloorsLookup {
    const key = `${url}\n${settings.timeout_ms}|${settings.max_file_size_kb}|${settings.max_rules}|${settings.max_schema_dims}|${settings.max_age_sec}|${settings.period_sec}`;
    const entry = this.#entries.get(key);
    if (!entry)
      return { status: settings.enabled ? this.#begin(key, { url, accountId, byRequest: url !== settings.url }, settings) : 'none' };
    const now = this.#now();
    entry.usedAt = now;
    if (entry.byRequest && url === settings.url) this.#adopt(entry);
    if (entry.data && now < entry.freshUntil) return { status: 'success', data: entry.data };
    return { status: entry.status === 'success' ? 'inprogress' : entry.status };
  }

  stop(): void {
    this.#stopped = true;
    this.#stopTimer?.();
    this.#queue.length = 0;
  }

  #begin(key: string, named: Pick<Entry, 'url' | 'accountId' | 'byRequest'>, settings: FloorsFetch): FloorsLookup['status'] {
    if (!isWebAddress(named.url)) return 'error';
    if (this.#stopped || !this.#hasRoom(named)) return 'none';
    const usedAt = this.#now();
    const entry: Entry = {
      key,
      ...named,
      settings,
      status: 'inprogress',
      data: undefined,
      bytes: 0,
      freshUntil: 0,
      dueAt: undefined,
      usedAt,
      failures: 0,
    };
    this.#entries.set(key, entry);
    if (entry.byRequest) this.#budget.add(entry);
    this.#enqueue(entry);
    this.#stopTimer ??= this.#nextCheck();
    return 'inprogress';
  }

  /** Whether the address may be added; failed ones of its account that requests named make room. */
  #hasRoom(named: Pick<Entry, 'url' | 'accountId' | 'byRequest'>): boolean {
    if (this.#entries.size >= this.#options.capacity) return false;
    if (!named.byRequest || this.#budget.admits(named)) return true;
    for (const old of this.#entries.values()) {
      if (!old.byRequest || old.accountId !== named.accountId || old.failures === 0 || old.data || old.dueAt === undefined) continue;
      this.#forget(old);
      return this.#budget.admits(named);
    }
    return false;
  }

  /** An address that a request named turns out to be in an account's settings. */
  #adopt(entry: Entry): void {
    this.#budget.remove(entry);
    entry.byRequest = false;
  }

  #enqueue(entry: Entry): void {
    entry.dueAt = undefined;
    this.#queue.push(entry);
    this.#work();
  }

  #work(): void {
    while (this.#busy < this.#options.worker) {
      const entry = this.#queue.shift();
      if (!entry) return;
      this.#busy++;
      void this.#fetch(entry).then(() => {
        this.#busy--;
        this.#work();
      });
    }
  }

  async #fetch(entry: Entry): Promise<void> {
    const { url, settings } = entry;
    const { timeout_ms, max_file_size_kb, period_sec } = settings;
    const { log, ownUrl } = this.#env;
    const fetchBody = url === ownUrl ? this.#env.fetchBody : this.#env.fetchForeign;
    try {
      const maxBytes = (max_file_size_kb > 0 ? max_file_size_kb : this.#options.cache_size_mb * 1024) * 1024;
      const { status, header, text } = await fetchBody(url, { timeoutMs: timeout_ms, maxBytes });
      if (status !== 200) throw new Error(`the provider responded with status ${status}`);
      this.#store(entry, parseFloors(text, settings), Buffer.byteLength(text), freshSeconds(header, settings));
    } catch (cause) {
      entry.failures++;
      const late = cause instanceof Error && cause.name === 'TimeoutError';
      entry.status = late ? 'timeout' : 'error';
      log.warn({ failure: cause, url }, 'fetching price floors failed');
    }
    entry.dueAt = this.#now() + period_sec * 1000;
  }

  #store(entry: Entry, data: Ext, bytes: number, seconds: number): void {
    // Dropped during its fetch, for lack of memory.
    if (this.#entries.get(entry.key) !== entry) return;
    this.#bytes += bytes - entry.bytes;
    Object.assign(entry, { status: 'success', data, bytes, failures: 0, freshUntil: this.#now() + seconds * 1000 });
    const max = this.#options.cache_size_mb * 1024 * 1024;
    if (this.#bytes <= max) return;
    for (const old of [...this.#entries.values()].sort((a, b) => Number(b.byRequest) - Number(a.byRequest) || a.usedAt - b.usedAt)) {
      if (this.#bytes <= max) return;
      if (old !== entry) this.#forget(old);
      else if (entry.byRequest) this.#empty(entry);
    }
  }

  /** No memory for an address that a request named: it remains known, without data. */
  #empty(entry: Entry): void {
    this.#bytes -= entry.bytes;
    Object.assign(entry, { status: 'error', data: undefined, bytes: 0, failures: 1 });
  }

  #forget(entry: Entry): void {
    if (this.#entries.delete(entry.key)) {
      this.#bytes -= entry.bytes;
      if (entry.byRequest) this.#budget.remove(entry);
    }
    entry.bytes = 0;
  }

  /** Refreshes due entries; drops expired ones that were not read during their lifetime or failed too often. */
  #check(): void {
    const now = this.#now();
    for (const entry of this.#entries.values()) {
      const idle = now - entry.usedAt > entry.settings.max_age_sec * 1000;
      const givenUp = entry.failures >= this.#options.max_retries;
      if (entry.dueAt === undefined || entry.dueAt > now) continue;
      if (idle || (givenUp && now - entry.dueAt > entry.settings.max_age_sec * 1000)) this.#forget(entry);
      else if (!givenUp) this.#enqueue(entry);
    }
    this.#stopTimer = this.#stopped ? undefined : this.#nextCheck();
  }

  /** Monotonic ms: a corrected clock neither expires data nor delays fetches. */
  #now(): number {
    return this.#env.clock.micros() / 1000;
  }

  #nextCheck(): () => void {
    return this.#env.clock.after(this.#options.check_interval_seconds * 1000, () => this.#check());
  }
}

function isWebAddress(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, username } = new URL(url);
  return (protocol === 'http:' || protocol === 'https:') && username === '';
}
