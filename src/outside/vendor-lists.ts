/** Keeps vendor lists in memory for the auctions; one actor for each list that is wanted and not there, one for the newest list. */
import { LRUCache } from 'lru-cache';
import { type AnyActorRef, createActor } from 'xstate';
import { liveVendorListMachine } from '#machines/live-vendor-list.ts';
import { vendorListMachine } from '#machines/vendor-list.ts';
import type { VendorList, VendorLists } from '#src/auction/privacy/vendor-list.ts';
import type { HostConfig } from '#src/config/schema.ts';
import type { Clock } from './clock.ts';
import type { FetchText } from './fetch-text.ts';
import type { Log } from './log.ts';
import type { Counter, Metrics } from './metrics.ts';
import { createVendorListSource, type ListName, type VendorListSource } from './vendor-list-source.ts';

/** Lists held at once; the folder has the others. */
const MOST_LISTS = 100;
/** Lists looked for at once; who asks for another one meanwhile asks again with the next auction. */
const MOST_SOUGHT = 16;
/** Lists of the folder that are read at start. */
const READ_AT_START = 20;
/** A list this far beyond the newest one known is taken for a made-up number. */
const MAY_BE_NEWER_BY = 5;

export interface VendorListsEnv {
  readonly clock: Clock;
  readonly log: Log;
  readonly fetchText: FetchText;
  readonly metrics?: Metrics | undefined;
  /** Takes the place of folder and archive. */
  readonly source?: VendorListSource | undefined;
}

type GdprOptions = HostConfig['gdpr'];

/** XState's timers on the house's clock. */
function machineClock(clock: Clock) {
  const cancels = new Map<number, () => void>();
  let next = 0;
  return {
    setTimeout(callback: () => void, ms: number): number {
      const id = ++next;
      const run = (): void => {
        cancels.delete(id);
        callback();
      };
      cancels.set(id, clock.after(ms, run));
      return id;
    },
    clearTimeout(id: number): void {
      cancels.get(id)?.();
      cancels.delete(id);
    },
  };
}

export class FetchedVendorLists implements VendorLists {
  readonly #gdpr: GdprOptions;
  readonly #env: VendorListsEnv;
  readonly #source: VendorListSource;
  readonly #machineClock: ReturnType<typeof machineClock>;
  readonly #lists = new LRUCache<number, VendorList>({ max: MOST_LISTS });
  readonly #fallbacks = new Map<number, VendorList>();
  readonly #sought = new Map<number, AnyActorRef>();
  /** Epoch ms until which a list that does not exist is not asked for again. */
  readonly #givenUp = new Map<number, number>();
  readonly #requests: Counter | undefined;
  readonly #liveFetched: Counter | undefined;
  readonly #liveFailed: Counter | undefined;
  #stopped = false;
  #live: VendorList | undefined;
  #liveActor: AnyActorRef | undefined;

  constructor(gdpr: GdprOptions, env: VendorListsEnv) {
    this.#gdpr = gdpr;
    this.#env = env;
    this.#source = env.source ?? createVendorListSource(gdpr, env);
    this.#machineClock = machineClock(env.clock);
    const live = (success: string) => env.metrics?.counter('live_gvl_fetch', 'Fetches of the newest vendor list.', { success });
    this.#requests = env.metrics?.counter('gvl_requests', 'Vendor lists asked for and not in memory.');
    this.#liveFetched = live('ok');
    this.#liveFailed = live('failed');
  }

  /** Reads what the folder has and starts looking for the newest list; resolves when the folder is read. Never rejects. */
  async start(): Promise<void> {
    if (!this.#gdpr.enabled) return;
    if (this.#gdpr.vendorlist.live.enabled) this.#startLive();
    for (const spec of [2, 3] as const) {
      const fallback = await this.#source.fallback(spec);
      if (fallback) this.#fallbacks.set(spec, fallback);
      for (const version of (await this.#source.stored(spec)).slice(0, READ_AT_START)) {
        const list = await this.#source.read({ spec, version });
        if (list) this.#lists.set(keyOf({ spec, version }), list);
      }
    }
  }

  stop(): void {
    this.#stopped = true;
    this.#liveActor?.stop();
    for (const actor of this.#sought.values()) actor.stop();
    this.#sought.clear();
  }

  live(): VendorList | undefined {
    return this.#live;
  }

  list(specVersion: number, version: number): VendorList | undefined {
    const spec = specVersion === 3 ? 3 : 2;
    const name: ListName = { spec, version };
    const isDeprecated = this.#gdpr.vendorlist[spec === 3 ? 'v3' : 'v2'].deprecated;
    if (isDeprecated) return this.#fallbacks.get(spec);
    const known = this.#lists.get(keyOf(name));
    if (known) return known;
    this.#requests?.add();
    this.#seek(name);
    return this.#fallbacks.get(spec);
  }

  #seek(name: ListName): void {
    const key = keyOf(name);
    if (this.#stopped || this.#sought.has(key) || this.#sought.size >= MOST_SOUGHT || this.#isHopeless(name)) return;
    const actor = createActor(vendorListMachine, {
      clock: this.#machineClock,
      input: {
        name,
        source: this.#source,
        keep: (list) => {
          this.#lists.set(key, list);
        },
        failed: (cause) => this.#env.log.warn({ err: cause, ...name }, 'a vendor list cannot be fetched'),
      },
    });
    this.#sought.set(key, actor);
    actor.subscribe({ complete: () => this.#ended(name), error: () => this.#ended(name) });
    actor.start();
    actor.send({ type: 'ask' });
  }

  /** Whatever the end was: a list that is still not there is left alone for a while. */
  #ended(name: ListName): void {
    const key = keyOf(name);
    this.#sought.delete(key);
    if (this.#lists.has(key)) return;
    const { refresh_missing_list_period_ms: pauseMs } = this.#gdpr.vendorlist[name.spec === 3 ? 'v3' : 'v2'];
    this.#givenUp.set(key, this.#env.clock.now() + pauseMs);
  }

  #isHopeless(name: ListName): boolean {
    if (name.version < 1) return true;
    if (name.spec === 3 && this.#live && name.version > this.#live.version + MAY_BE_NEWER_BY) return true;
    const until = this.#givenUp.get(keyOf(name));
    if (until === undefined) return false;
    if (this.#env.clock.now() < until) return true;
    this.#givenUp.delete(keyOf(name));
    return false;
  }

  #startLive(): void {
    const { log } = this.#env;
    const actor = createActor(liveVendorListMachine, {
      clock: this.#machineClock,
      input: {
        source: this.#source,
        refreshMs: this.#gdpr.live_gvl_refresh_interval_seconds * 1000,
        keep: (list) => this.#keepLive(list),
        failed: (cause) => {
          this.#liveFailed?.add();
          log.warn({ err: cause }, 'the newest vendor list cannot be fetched');
        },
      },
    });
    this.#liveActor = actor;
    actor.subscribe({ error: (cause) => log.error({ err: cause }, 'the newest vendor list is no longer looked for') });
    actor.start();
    actor.send({ type: 'start' });
  }

  #keepLive(list: VendorList): void {
    this.#live = list;
    this.#liveFetched?.add();
    this.#lists.set(keyOf({ spec: list.specVersion === 2 ? 2 : 3, version: list.version }), list);
  }
}

/** List numbers have 12 bits. */
const keyOf = ({ spec, version }: ListName): number => spec * 4096 + version;
