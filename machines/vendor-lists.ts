/** Vendor lists in memory for auctions; an actor refreshes the newest list, `vendor-list-searches.ts` finds missing ones. */
import { LRUCache } from 'lru-cache';
import { type AnyActorRef, createActor } from 'xstate';
import type { HostConfig } from '#src/config/schema.ts';
import { parseVendorList } from '#src/feeds/vendor-list-file.ts';
import { createVendorListSource, type ListName, type VendorListSource } from '#src/feeds/vendor-list-source.ts';
import type { FetchBody } from '#src/net/fetch-body.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Log } from '#src/platform/log.ts';
import type { Counter, Metrics } from '#src/platform/metrics.ts';
import type { Random } from '#src/platform/random.ts';
import type { VendorList, VendorLists } from '#src/privacy/vendor-list.ts';
import { liveVendorListMachine } from './live-vendor-list.ts';
import { machineClock } from './machine-clock.ts';
import { type VendorListCounts, vendorListCounts } from './vendor-list-counts.ts';
import { keyOf, keyOfList, optionsOf, VendorListSearches } from './vendor-list-searches.ts';

/** Max lists in memory; the folder has the others. */
const MAX_LISTS = 100;
/** Lists of the folder loaded at startup. */
const READ_AT_START = 20;
/** A version this far beyond the newest known one counts as invalid. */
const MAY_BE_NEWER_BY = 5;
/** Lists before the newest that are loaded with it: most consent strings name one of them. */
const PRECEDING = 4;

/** The other workers of this host: a list that one of them fetches is sent to all. */
export interface ListPeers {
  broadcast(message: { readonly subject: string; readonly [more: string]: string }): void;
  /** @returns ends listening */
  listen(listener: (message: { readonly subject: string; readonly [more: string]: string }) => void): () => void;
}

const SUBJECT = 'vendor list';

export interface VendorListsEnv {
  readonly clock: Clock;
  readonly log: Log;
  readonly fetchBody: FetchBody;
  readonly metrics?: Metrics | undefined;
  /** For the jitter of pauses; absent: none. */
  readonly random?: Pick<Random, 'next'> | undefined;
  /** Replaces folder and archive. */
  readonly source?: VendorListSource | undefined;
  /** Folder for lists whose own folder is not set; absent: memory only. */
  readonly folder?: string | undefined;
  readonly peers?: ListPeers | undefined;
}

type GdprOptions = HostConfig['gdpr'];

export class FetchedVendorLists implements VendorLists {
  readonly #gdpr: GdprOptions;
  readonly #env: VendorListsEnv;
  readonly #source: VendorListSource;
  readonly #lists = new LRUCache<number, VendorList>({ max: MAX_LISTS });
  readonly #fallbacks = new Map<number, VendorList>();
  readonly #searches: VendorListSearches;
  readonly #counts: VendorListCounts | undefined;
  readonly #liveFetched: Counter | undefined;
  readonly #liveFailed: Counter | undefined;
  readonly #ready = Promise.withResolvers<void>();
  /** Lists whose search keeps the host from being ready. */
  readonly #awaited = new Set<number>();
  #stopWaiting = (): void => {};
  #stopListening = (): void => {};
  #isFolderRead = false;
  #newestFailed = false;
  #live: VendorList | undefined;
  /** Version of the newest list by the archive, not by a file of the startup folder, which may be old. */
  #newestVersion: number | undefined;
  #liveActor: AnyActorRef | undefined;

  constructor(gdpr: GdprOptions, env: VendorListsEnv) {
    this.#gdpr = gdpr;
    this.#env = env;
    const fetched = (text: string, kind: 'archived' | 'newest'): void => env.peers?.broadcast({ subject: SUBJECT, text, kind });
    this.#counts = env.metrics && vendorListCounts(env.metrics);
    const source = env.source ?? createVendorListSource(gdpr, { ...env, fetched });
    this.#source = this.#counts?.measured(source) ?? source;
    this.#searches = new VendorListSearches(gdpr, this.#source, env, {
      found: (list, name) => this.#lists.set(keyOf(name), list),
      ended: (name) => this.#searched(name),
    });
    const live = (success: string) => env.metrics?.counter('live_gvl_fetch', 'Fetches of the newest vendor list.', { success });
    this.#liveFetched = live('ok');
    this.#liveFailed = live('failed');
  }

  /** Loads the folder and starts the search for the newest list; resolves when the folder is loaded. Never rejects. */
  async start(): Promise<void> {
    if (!this.#gdpr.enabled) return this.#ready.resolve();
    this.#stopWaiting = this.#env.clock.after(this.#gdpr.vendor_list_wait_ms, () => this.#ready.resolve());
    this.#stopListening = this.#env.peers?.listen((message) => this.#onPeer(message)) ?? this.#stopListening;
    const { live } = this.#gdpr.vendorlist;
    if (live.enabled) this.#startLive();
    const earlier = await this.#source.startup();
    if (earlier) this.#lists.set(keyOfList(earlier), earlier);
    // Until the newest one is fetched.
    this.#live ??= earlier;
    for (const spec of [2, 3] as const) await this.#loadFolder(spec);
    this.#isFolderRead = true;
    if (!live.enabled || this.#newestFailed || this.#lists.size > 0 || this.#fallbacks.size > 0) this.#becomeReady();
  }

  /**
   * Resolves when a list is known: one of the folder, a fallback, or the newest with those before it; at the latest after
   * `vendor_list_wait_ms`, or when the newest could not be fetched. Never rejects.
   */
  ready(): Promise<void> {
    return this.#ready.promise;
  }

  stop(): void {
    this.#becomeReady();
    this.#stopListening();
    this.#liveActor?.stop();
    this.#searches.stop();
  }

  live(): VendorList | undefined {
    return this.#live;
  }

  list(specVersion: number, version: number): VendorList | undefined {
    const spec = specVersion === 3 ? 3 : 2;
    const name: ListName = { spec, version };
    if (optionsOf(this.#gdpr, spec).deprecated) return this.#fallback(spec);
    const known = this.#lists.get(keyOf(name));
    if (known) return known;
    this.#counts?.missing.add();
    this.#seek(name);
    return this.#fallback(spec);
  }

  #fallback(spec: 2 | 3): VendorList | undefined {
    const fallback = this.#fallbacks.get(spec);
    if (fallback) this.#counts?.fallback.add();
    return fallback;
  }

  #becomeReady(): void {
    this.#stopWaiting();
    this.#ready.resolve();
  }

  async #loadFolder(spec: 2 | 3): Promise<void> {
    const fallback = await this.#source.fallback(spec);
    if (fallback) this.#fallbacks.set(spec, fallback);
    for (const version of (await this.#source.stored(spec)).slice(0, READ_AT_START)) {
      const list = await this.#source.read({ spec, version });
      if (list) this.#lists.set(keyOf({ spec, version }), list);
    }
  }

  /** A list that was fetched by another worker. */
  #onPeer({ subject, text, kind }: { readonly subject: string; readonly [more: string]: string }): void {
    if (subject !== SUBJECT || text === undefined) return;
    try {
      const list = parseVendorList(text);
      this.#lists.set(keyOfList(list), list);
      if (kind === 'newest') this.#setLive(list);
      this.#searches.end(keyOfList(list));
      this.#becomeReady();
    } catch (cause) {
      this.#env.log.warn({ err: cause }, 'a worker sent an invalid vendor list');
    }
  }

  /** @returns whether a search for it is running */
  #seek(name: ListName): boolean {
    const isTooNew = name.spec === 3 && this.#newestVersion !== undefined && name.version > this.#newestVersion + MAY_BE_NEWER_BY;
    const isNeeded = name.version >= 1 && !isTooNew && !optionsOf(this.#gdpr, name.spec).deprecated;
    return isNeeded && this.#searches.begin(name);
  }

  #searched(name: ListName): boolean {
    const key = keyOf(name);
    if (this.#awaited.delete(key) && this.#awaited.size === 0) this.#becomeReady();
    return this.#lists.has(key);
  }

  #startLive(): void {
    const { log } = this.#env;
    const actor = createActor(liveVendorListMachine, {
      clock: machineClock(this.#env.clock),
      input: {
        source: this.#source,
        refreshMs: this.#gdpr.live_gvl_refresh_interval_seconds * 1000,
        failed: (cause) => {
          this.#liveFailed?.add();
          this.#newestFailed = true;
          if (this.#isFolderRead) this.#becomeReady();
          log.warn({ failure: cause }, 'fetching the newest vendor list failed');
        },
      },
    });
    this.#liveActor = actor;
    actor.on('fetched', ({ list }) => this.#storeLive(list));
    actor.subscribe({ error: (cause) => log.error({ err: cause }, 'fetching the newest vendor list was abandoned') });
    actor.start();
    actor.send({ type: 'start' });
  }

  #setLive(list: VendorList): void {
    this.#live = list;
    this.#newestVersion = list.version;
  }

  #storeLive(list: VendorList): void {
    this.#setLive(list);
    this.#liveFetched?.add();
    this.#lists.set(keyOfList(list), list);
    const spec = list.specVersion === 2 ? 2 : 3;
    for (let version = list.version - 1; version >= Math.max(1, list.version - PRECEDING); version--) {
      const key = keyOf({ spec, version });
      if (!this.#lists.has(key) && this.#seek({ spec, version })) this.#awaited.add(key);
    }
    if (this.#awaited.size === 0) this.#becomeReady();
  }
}
