/** Services that reply from a journal, and the driver that replays events in their order. */

import type { PreviousAuctionInfo } from '#src/auction/previous-auctions.ts';
import type { AccountLookup, Services, Signed } from '#src/auction/services.ts';
import type { Found } from '#src/auction/stored-data.ts';
import type { AdapterEnv } from '#src/bidders/bidder.ts';
import type { Exchanged } from '#src/net/transport.ts';
import { silentLog } from '#src/platform/log.ts';
import { MetricsRegistry } from '#src/platform/metrics.ts';
import type { VendorEntry, VendorList } from '#src/privacy/vendor-list.ts';
import { type ExternalEvent, type RecordedInput, type Recording, unpack } from './journal.ts';

/** No such call was recorded: the auction diverged. */
class Diverged extends Error {}

type Done = (exchanged: Exchanged) => void;

export class Playback {
  /** Calls that were not recorded, described for people. */
  readonly divergences: string[] = [];
  readonly #recording: Recording;
  readonly #used = new Set<RecordedInput>();
  readonly #timers: (() => void)[] = [];
  readonly #calls: Done[] = [];
  readonly #waiting = new Map<number, (value: unknown) => void>();

  constructor(recording: Recording) {
    this.#recording = recording;
  }

  /** Time and randomness of adapters. */
  adapterEnv(version: string): AdapterEnv {
    const next = this.#row('time and randomness of adapters', this.#recording.journal.adapters);
    return { now: () => Number(next()[1]), random: () => BigInt(next()[1]), uuid: () => String(next()[1]), version };
  }

  /** @param parts everything that is not a recorded input: settings, bidders, modules, version */
  services(parts: Pick<Services, 'config' | 'dialect' | 'bidders' | 'hooks' | 'version'>): Services {
    const { journal, defaultRequest, cacheAddress: address } = this.#recording;
    const bits = this.#row('chance', journal.bits);
    return {
      ...parts,
      clock: {
        now: this.#row('the time', journal.now),
        micros: this.#row('the monotonic time', journal.micros),
        after: (_ms, callback) => this.#addTimer(callback),
      },
      random: {
        next: this.#row('chance', journal.randoms),
        uuid: this.#row('an id', journal.uuids),
        bits63: () => BigInt(bits()),
      },
      log: silentLog,
      metrics: new MetricsRegistry(),
      accounts: { find: (id) => this.#replay('account', [id]) as AccountLookup },
      stored: {
        find: (kind, ids, _ms, account) => this.#replay('stored', [kind, ids, account]) as Found,
        category: (...names) => this.#replay('category', names) as string,
      },
      ...(defaultRequest === undefined ? {} : { defaultRequest: unpack(defaultRequest) as Record<string, unknown> }),
      bidCache: { address, put: (puts) => this.#replay('put', puts.length) as Awaited<ReturnType<Services['bidCache']['put']>> },
      rates: { current: () => this.#replay('rates', null) as ReturnType<Services['rates']['current']> },
      floors: { find: (url, account) => this.#replay('floors', [url, account]) as ReturnType<Services['floors']['find']> },
      vendorLists: { list: (spec, version) => this.#list([spec, version]), live: () => this.#list('live') },
      transport: { send: (_outgoing, done) => this.#addCall(done), close: async () => {} },
      health: { admit: (bidder) => this.#replay('admit', bidder) as string | undefined, note() {}, late() {} },
      bus: { hasSubscribers: (kind) => this.#replay('watched', kind) === true, publish() {} },
      geo: journal.inputs.some(({ of }) => of === 'geo') ? { find: () => this.#replay('geo', null) as object } : undefined,
      previousAuctions: journal.inputs.some(({ of }) => of === 'previous')
        ? {
            keyOf: ({ bidder }) => bidder,
            find: () => this.#replay('previous', null) as readonly (readonly PreviousAuctionInfo[])[],
            add() {},
          }
        : undefined,
      adsCert: journal.inputs.some(({ of }) => of === 'sign') ? { sign: () => this.#replay('sign', null) as Signed } : undefined,
    };
  }

  /** Replays one event. */
  happen(event: ExternalEvent): void {
    if ('timer' in event) (this.#timers[event.timer] ?? this.#unexpected(`timer ${event.timer}`))();
    else if ('response' in event) (this.#calls[event.response] ?? this.#unexpected(`call ${event.response}`))(event.exchanged);
    else (this.#waiting.get(event.settled) ?? this.#unexpected(`input ${event.settled}`))(unpack(event.value));
  }

  #unexpected(what: string): () => void {
    this.divergences.push(`${what} is not awaited`);
    return () => {};
  }

  #addTimer(callback: () => void): () => void {
    const timer = this.#timers.push(callback) - 1;
    return () => {
      this.#timers[timer] = () => {};
    };
  }

  #addCall(done: Done): () => void {
    const call = this.#calls.push(done) - 1;
    return () => {
      this.#calls[call] = () => {};
    };
  }

  /** Values in the order they were read; beyond the end the last one again. */
  #row<T>(what: string, values: readonly T[]): () => T {
    let at = 0;
    return () => {
      const value = values[Math.min(at, values.length - 1)];
      if (at++ === values.length) this.divergences.push(`${what} was read more often`);
      if (value === undefined) throw new Diverged(`${what} was never read`);
      return value;
    };
  }

  #replay(of: string, args: unknown): unknown {
    const wanted = JSON.stringify(args);
    const found = this.#recording.journal.inputs.find(
      (input) => !this.#used.has(input) && input.of === of && JSON.stringify(unpack(input.args)) === wanted,
    );
    if (!found) {
      if (of === 'watched') return false;
      this.divergences.push(`${of} ${wanted} was not requested`);
      throw new Diverged(`${of} ${wanted} was not recorded`);
    }
    this.#used.add(found);
    const { later } = found;
    if (later === undefined) return unpack(found.value);
    return new Promise((resolve) => {
      this.#waiting.set(later, resolve);
    });
  }

  #list(name: unknown): VendorList | undefined {
    const known = this.#replay('list', name) as { specVersion: number; version: number } | undefined;
    return known && { ...known, vendor: (id) => this.#replay('vendor', [known.specVersion, known.version, id]) as VendorEntry | undefined };
  }
}
