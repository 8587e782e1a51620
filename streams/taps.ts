/**
 * Taps: events of the bus for whoever listens from outside. Listeners with the same wish share the same bytes; each has its
 * own bounded queue. With nobody connected (and nobody just gone) nothing is listened to and nothing is built.
 */
import { bufferTime, filter, type Subscription as RxSubscription, Subject } from 'rxjs';
import type { HostConfig } from '#src/config/schema.ts';
import type { Clock } from '#src/outside/clock.ts';
import { EVENT_KINDS } from '#streams/events.ts';
import { clockScheduler } from './clock-scheduler.ts';
import { type Dropped, type Sink, TapQueue } from './taps/client.ts';
import { type Format, lines, toFrames } from './taps/format.ts';
import type { Frame } from './taps/frame.ts';
import { message, messageText } from './taps/messages.ts';
import { type Entry, Ring } from './taps/ring.ts';
import { Shelf } from './taps/shelf.ts';
import type { Rendered, TapSource } from './taps/source.ts';
import { type Subscription, wants } from './taps/subscription.ts';

export interface TapHubOptions {
  readonly source: TapSource;
  readonly settings: HostConfig['taps'];
  readonly clock: Clock;
  /** Names this run of the host: sequence numbers count within it. */
  readonly session: string;
  /** What clients are told of the host. */
  readonly describe: () => { readonly version: string };
}

/** Where a client left off. */
export interface Resume {
  readonly session: string;
  readonly seq: number;
}

/** Events a first look shows. */
const RECENT = 100;
/** A batch is written at once when it has so many events. */
const BATCH = 500;
/** Events of a backlog that are encoded at once. */
const CHUNK = 20;

interface Client {
  readonly queue: TapQueue;
  readonly format: Format;
  wanted: Subscription | undefined;
  /** Equal for clients that get the same bytes. */
  key: string;
  /** Last event this client has been given. */
  seen: number;
}

/** A connected listener's handle. */
export interface Tap {
  subscribe(wanted: Subscription, resume?: Resume): void;
  unsubscribe(): void;
  tell(line: Buffer, isNeeded?: boolean): void;
  heartbeat(): void;
  readonly dropped: number;
  close(): void;
}

const encodeDrop = (dropped: Dropped): string => messageText('dropped', dropped);

export class TapHub {
  readonly #options: TapHubOptions;
  readonly #ring: Ring;
  readonly #shelf: Shelf;
  readonly #clients = new Set<Client>();
  /** Wishes of clients that have gone but may come back, as many as there may be clients. */
  readonly #gone = new Map<string, { readonly wanted: Subscription; readonly stop: () => void }>();
  readonly #entries = new Subject<Entry>();
  #running: RxSubscription | undefined;
  #seq = 0;

  constructor(options: TapHubOptions) {
    this.#options = options;
    this.#shelf = new Shelf(options.settings);
    this.#ring = new Ring({ events: options.settings.ring_events, bytes: options.settings.ring_bytes });
  }

  get size(): number {
    return this.#clients.size;
  }

  get seq(): number {
    return this.#seq;
  }

  /** Bytes that wait for clients. */
  get waiting(): number {
    return this.#shelf.used;
  }

  /** A new listener; says hello at once. */
  connect(sink: Sink, format: Format = lines): Tap {
    const { settings, session, describe, clock } = this.#options;
    const limits = { events: settings.queue_events, bytes: settings.queue_bytes };
    const client: Client = {
      queue: new TapQueue(sink, limits, this.#shelf, encodeDrop),
      format,
      wanted: undefined,
      key: '',
      seen: this.#seq,
    };
    this.#clients.add(client);
    if (format === lines) client.queue.tell(this.#hello(session));
    return {
      subscribe: (wanted, resume) => this.#subscribe(client, wanted, resume),
      unsubscribe: () => this.#leave(client),
      tell: (line, isNeeded) => client.queue.tell(line, isNeeded),
      heartbeat: () => {
        const { dropped } = client.queue;
        if (format === lines) client.queue.tell(message('heartbeat', { at: clock.now(), seq: this.#seq, dropped, host: describe() }));
      },
      get dropped() {
        return client.queue.dropped;
      },
      close: () => {
        client.queue.close();
        this.#leave(client);
        this.#clients.delete(client);
      },
    };
  }

  /** Ends all listening; clients are the caller's to disconnect. */
  stop(): void {
    for (const key of [...this.#gone.keys()]) this.#giveUp(key);
    for (const { queue } of this.#clients) queue.close();
    this.#clients.clear();
    this.#listen();
  }

  #hello(session: string): Buffer {
    const { settings, describe } = this.#options;
    const limits = {
      queueEvents: settings.queue_events,
      queueBytes: settings.queue_bytes,
      totalBytes: settings.total_bytes,
      ringEvents: settings.ring_events,
      maxBodyBytes: settings.max_body_bytes,
    };
    return message('hello', {
      session,
      seq: this.#seq,
      heartbeatMs: settings.heartbeat_ms,
      kinds: [...EVENT_KINDS],
      limits,
      host: describe(),
    });
  }

  #subscribe(client: Client, wanted: Subscription, resume: Resume | undefined): void {
    client.wanted = wanted;
    client.key = `${client.format.name} ${JSON.stringify(wanted)}`;
    // What the batch still holds is in the ring as well.
    client.seen = this.#seq;
    const known = resume !== undefined && resume.session === this.#options.session && resume.seq <= this.#seq;
    const matching = this.#ring.after(known ? resume.seq : -1).filter((entry) => wants(wanted, entry));
    const recent = known ? matching : matching.slice(-RECENT);
    const missed = resume !== undefined && (!known || (this.#ring.first ?? this.#seq + 1) > resume.seq + 1);
    this.#listen();
    if (client.format === lines) {
      const { clock, describe } = this.#options;
      const state = { at: clock.now(), seq: this.#seq, subscription: wanted, resumed: known, missed, host: describe() };
      client.queue.tell(message('snapshot', { ...state, recent: recent.length }), true);
    }
    // Made and offered bit by bit: what the queue cannot hold is not even encoded all at once.
    for (let i = 0; i < recent.length; i += CHUNK) {
      for (const frame of toFrames(recent.slice(i, i + CHUNK), wanted, client.format, this.#shelf)) client.queue.offer(frame);
      this.#shelf.settle();
    }
  }

  /** Its wish is kept for a while, so that it misses nothing when it comes back. */
  #leave(client: Client): void {
    const { wanted } = client;
    client.wanted = undefined;
    if (!wanted) return;
    const { settings, clock } = this.#options;
    const key = JSON.stringify(wanted);
    this.#giveUp(key);
    const stop = clock.after(settings.resume_ms, () => {
      this.#gone.delete(key);
      this.#listen();
    });
    this.#gone.set(key, { wanted, stop });
    const [oldest] = this.#gone.keys();
    if (oldest !== undefined && this.#gone.size > settings.max_clients) this.#giveUp(oldest);
    this.#listen();
  }

  #giveUp(key: string): void {
    this.#gone.get(key)?.stop();
    this.#gone.delete(key);
  }

  /** Listens to what anybody wants, and not at all where nobody does. */
  #listen(): void {
    const wishes = new Map<string, Subscription>();
    for (const { wanted, key } of this.#clients) if (wanted) wishes.set(key, wanted);
    for (const [key, { wanted }] of this.#gone) wishes.set(key, wanted);
    if (wishes.size > 0) this.#running ??= this.#run();
    this.#options.source.want([...wishes.values()]);
    if (wishes.size > 0) return;
    this.#running?.unsubscribe();
    this.#running = undefined;
    this.#ring.clear();
  }

  #run(): RxSubscription {
    const { source, settings, clock } = this.#options;
    const batches = this.#entries.pipe(
      bufferTime(settings.flush_ms, null, BATCH, clockScheduler(clock)),
      filter((batch) => batch.length > 0),
    );
    const running = batches.subscribe((batch) => this.#flush(batch));
    running.add(source.rendered.subscribe((rendered) => this.#keep(rendered)));
    return running;
  }

  #keep(rendered: Rendered): void {
    rendered.seq = ++this.#seq;
    this.#ring.push(rendered);
    this.#entries.next(rendered);
  }

  #flush(batch: readonly Entry[]): void {
    const made = new Map<string, Frame[]>();
    for (const client of this.#clients) {
      const { wanted, key, seen, format } = client;
      const last = batch.at(-1)?.seq ?? 0;
      if (!wanted || last <= seen) continue;
      const fresh = (batch[0]?.seq ?? 0) > seen;
      let frames = fresh ? made.get(key) : undefined;
      if (!frames) {
        const matching = batch.filter((entry) => entry.seq > seen && wants(wanted, entry));
        frames = toFrames(matching, wanted, format, this.#shelf);
        if (fresh) made.set(key, frames);
      }
      client.seen = last;
      for (const frame of frames) client.queue.offer(frame);
    }
    this.#shelf.settle();
  }
}
