/** Searches for vendor lists that are not in memory: one actor per list. */
import { type AnyActorRef, createActor } from 'xstate';
import type { HostConfig } from '#src/config/schema.ts';
import type { ListName, VendorListSource } from '#src/feeds/vendor-list-source.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Log } from '#src/platform/log.ts';
import type { Random } from '#src/platform/random.ts';
import type { VendorList } from '#src/privacy/vendor-list.ts';
import { machineClock } from './machine-clock.ts';
import { retryOf, vendorListMachine } from './vendor-list.ts';

/** Max concurrent searches; another list is requested again by the next auction. */
const MAX_SEARCHES = 16;

type GdprOptions = HostConfig['gdpr'];

interface SearchEnv {
  readonly clock: Clock;
  readonly log: Log;
  /** For the jitter of pauses; absent: none. */
  readonly random?: Pick<Random, 'next'> | undefined;
}

export interface SearchEvents {
  found(list: VendorList, name: ListName): void;
  /** The search has ended: successful, abandoned or stopped. @returns whether the list is known */
  ended(name: ListName): boolean;
}

/** List versions have 12 bits. */
export const keyOf = ({ spec, version }: ListName): number => spec * 4096 + version;
/** The same of a list: specifications after 2 count as 3. */
export const keyOfList = ({ specVersion, version }: VendorList): number => keyOf({ spec: specVersion === 2 ? 2 : 3, version });

/** The settings of a version of the specification. */
export const optionsOf = ({ vendorlist }: GdprOptions, spec: ListName['spec']): GdprOptions['vendorlist']['v2' | 'v3'] =>
  vendorlist[spec === 3 ? 'v3' : 'v2'];

export class VendorListSearches {
  readonly #gdpr: GdprOptions;
  readonly #source: VendorListSource;
  readonly #env: SearchEnv;
  readonly #events: SearchEvents;
  readonly #machineClock: ReturnType<typeof machineClock>;
  readonly #running = new Map<number, AnyActorRef>();
  /** Epoch ms until which a missing list is not requested again. */
  readonly #abandoned = new Map<number, number>();
  #stopped = false;

  constructor(gdpr: GdprOptions, source: VendorListSource, env: SearchEnv, events: SearchEvents) {
    this.#gdpr = gdpr;
    this.#source = source;
    this.#env = env;
    this.#events = events;
    this.#machineClock = machineClock(env.clock);
  }

  /** Begins a search, unless there is one, too many are running, or the list was recently not found. @returns whether one is running */
  begin(name: ListName): boolean {
    const key = keyOf(name);
    if (this.#running.has(key)) return true;
    if (this.#stopped || this.#running.size >= MAX_SEARCHES || this.#isAbandoned(key)) return false;
    const actor = createActor(vendorListMachine, {
      clock: this.#machineClock,
      input: {
        name,
        source: this.#source,
        retry: retryOf(optionsOf(this.#gdpr, name.spec).retry_policy),
        random: this.#env.random,
        store: (list) => this.#events.found(list, name),
        failed: (cause) => this.#env.log.warn({ failure: cause, ...name }, 'fetching a vendor list failed'),
      },
    });
    this.#running.set(key, actor);
    actor.subscribe({ complete: () => this.#ended(name), error: () => this.#ended(name) });
    actor.start();
    actor.send({ type: 'request' });
    return this.#running.has(key);
  }

  /** Ends the search for a list that another worker has found. */
  end(key: number): void {
    this.#running.get(key)?.stop();
  }

  stop(): void {
    this.#stopped = true;
    for (const actor of this.#running.values()) actor.stop();
    this.#running.clear();
  }

  /** A list that is still missing is not requested again for a while. */
  #ended(name: ListName): void {
    const key = keyOf(name);
    this.#running.delete(key);
    if (this.#events.ended(name)) return;
    this.#abandoned.set(key, this.#env.clock.now() + optionsOf(this.#gdpr, name.spec).refresh_missing_list_period_ms);
  }

  #isAbandoned(key: number): boolean {
    const until = this.#abandoned.get(key);
    if (until === undefined) return false;
    if (this.#env.clock.now() < until) return true;
    this.#abandoned.delete(key);
    return false;
  }
}
