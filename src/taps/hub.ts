/**
 * Taps: events of the bus for external subscribers. Clients with the same subscription share the same bytes; each has its own bounded
 * queue. Without clients (and recently disconnected ones) there is no subscription and nothing is built.
 */
import { interval, type Subscription as RxSubscription } from 'rxjs';
import type { HostConfig } from '#src/config/schema.ts';
import type { Clock } from '#src/platform/clock.ts';
import { clockScheduler } from '#streams/clock-scheduler.ts';
import { toBlocks } from './block.ts';
import { type Dropped, type Sink, TapQueue } from './client.ts';
import { type Compiled, CompiledSubscriptions } from './compiled.ts';
import type { Entry } from './entry.ts';
import { type Format, framesOf, lines, toFrames } from './format.ts';
import { FRAME_BYTES, type Frame } from './frame.ts';
import { helloOf } from './hello.ts';
import { message, messageJson } from './messages.ts';
import { Ring } from './ring.ts';
import { SharedBufferPool } from './shared-buffer-pool.ts';
import type { Rendered, TapSource } from './source.ts';
import type { Subscription } from './subscription.ts';

export interface TapHubOptions {
  readonly source: TapSource;
  readonly settings: HostConfig['taps'];
  readonly clock: Clock;
  /** Identifies this run of the host: sequence numbers are relative to it. */
  readonly session: string;
  /** Information about the host for clients. */
  readonly describe: () => { readonly version: string };
}

/** The position at which a client resumes. */
export interface Resume {
  readonly session: string;
  readonly seq: number;
}

/** Number of recent events for a new client. */
const RECENT = 100;
/** A batch is written at once when it fills a frame: characters of an event besides its data, and the limit of events. */
const ENVELOPE = 200;
const MAX_BATCH = 128;
/** Events of a backlog encoded at a time. */
const CHUNK = 20;

interface Client {
  readonly queue: TapQueue;
  readonly format: Format;
  wanted: Compiled | undefined;
  /** Equal for clients that receive the same bytes. */
  key: string;
}

/** Handle of a connected client. */
export interface Tap {
  subscribe(wanted: Subscription, resume?: Resume): void;
  unsubscribe(): void;
  send(line: Buffer, isNeeded?: boolean): void;
  heartbeat(): void;
  readonly dropped: number;
  close(): void;
}

const encodeDrop = (dropped: Dropped): string => messageJson('dropped', dropped);

export class TapHub {
  readonly #options: TapHubOptions;
  readonly #ring: Ring;
  readonly #pool: SharedBufferPool;
  readonly #clients = new Set<Client>();
  /** Subscriptions of disconnected clients that may resume, limited to the max number of clients. */
  readonly #disconnected = new Map<string, { readonly wanted: Compiled; readonly stop: () => void }>();
  readonly #compiled = new CompiledSubscriptions();
  /** The current batch. */
  #pending: Entry[] = [];
  /** Characters of the batch. */
  #pendingSize = 0;
  #running: RxSubscription | undefined;
  #seq = 0;

  constructor(options: TapHubOptions) {
    this.#options = options;
    this.#pool = new SharedBufferPool(options.settings);
    this.#ring = new Ring({ events: options.settings.ring_events, bytes: options.settings.ring_bytes });
  }

  get size(): number {
    return this.#clients.size;
  }

  get seq(): number {
    return this.#seq;
  }

  /** Bytes waiting for clients. */
  get waiting(): number {
    return this.#pool.used;
  }

  /** A new client; sends `hello` at once. */
  connect(sink: Sink, format: Format = lines): Tap {
    const { settings, describe, clock } = this.#options;
    const limits = { events: settings.queue_events, bytes: settings.queue_bytes };
    const client: Client = {
      queue: new TapQueue(sink, limits, this.#pool, encodeDrop),
      format,
      wanted: undefined,
      key: '',
    };
    this.#clients.add(client);
    if (format === lines) client.queue.send(helloOf(this.#options, this.#seq));
    return {
      subscribe: (wanted, resume) => this.#subscribe(client, wanted, resume),
      unsubscribe: () => this.#disconnect(client),
      send: (line, isNeeded) => client.queue.send(line, isNeeded),
      heartbeat: () => {
        const { dropped } = client.queue;
        if (format === lines) client.queue.send(message('heartbeat', { at: clock.now(), seq: this.#seq, dropped, host: describe() }));
      },
      get dropped() {
        return client.queue.dropped;
      },
      close: () => {
        client.queue.close();
        this.#disconnect(client);
        this.#clients.delete(client);
      },
    };
  }

  /** Ends all subscriptions; the caller disconnects the clients. */
  stop(): void {
    for (const key of [...this.#disconnected.keys()]) this.#giveUp(key);
    for (const { queue } of this.#clients) queue.close();
    this.#clients.clear();
    this.#listen();
  }

  #subscribe(client: Client, wanted: Subscription, resume: Resume | undefined): void {
    // Events so far belong to the previous subscription, and are recent ones of the new one.
    this.#flush();
    const compiled = this.#compiled.of(wanted);
    client.wanted = compiled;
    client.key = `${client.format.name} ${compiled.id}`;
    const known = resume !== undefined && resume.session === this.#options.session && resume.seq <= this.#seq;
    const recent = known ? this.#ring.after(resume.seq, compiled.passes) : this.#ring.after(-1, compiled.passes, RECENT);
    const missed = resume !== undefined && (!known || (this.#ring.first ?? this.#seq + 1) > resume.seq + 1);
    this.#listen();
    if (client.format === lines) {
      const { clock, describe } = this.#options;
      const state = { at: clock.now(), seq: this.#seq, subscription: wanted, resumed: known, missed, host: describe() };
      client.queue.send(message('snapshot', { ...state, recent: recent.length }), true);
    }
    // Encoded and offered in chunks: events beyond the queue's limit are not encoded in vain.
    for (let i = 0; i < recent.length; i += CHUNK) {
      for (const frame of toFrames(recent.slice(i, i + CHUNK), wanted, client.format, this.#pool)) client.queue.offer(frame);
      this.#pool.settle();
    }
  }

  /** Its subscription is stored for a while, so that it misses nothing when it resumes. */
  #disconnect(client: Client): void {
    const { wanted } = client;
    client.wanted = undefined;
    if (!wanted) return;
    const { settings, clock } = this.#options;
    const key = wanted.id;
    this.#giveUp(key);
    const stop = clock.after(settings.resume_ms, () => {
      this.#disconnected.delete(key);
      this.#listen();
    });
    this.#disconnected.set(key, { wanted, stop });
    const [oldest] = this.#disconnected.keys();
    if (oldest !== undefined && this.#disconnected.size > settings.max_clients) this.#giveUp(oldest);
    this.#listen();
  }

  #giveUp(key: string): void {
    this.#disconnected.get(key)?.stop();
    this.#disconnected.delete(key);
  }

  /** Subscribes to the union of all subscriptions, or to nothing. */
  #listen(): void {
    const subscriptions = new Set<Compiled>();
    for (const { wanted } of this.#clients) if (wanted) subscriptions.add(wanted);
    for (const { wanted } of this.#disconnected.values()) subscriptions.add(wanted);
    this.#compiled.retain(subscriptions);
    if (subscriptions.size > 0) this.#running ??= this.#run();
    this.#options.source.want([...subscriptions].map(({ wanted }) => wanted));
    if (subscriptions.size > 0) return;
    this.#running?.unsubscribe();
    this.#running = undefined;
    this.#begin();
    this.#ring.clear();
  }

  #run(): RxSubscription {
    const { source, settings, clock } = this.#options;
    const running = interval(settings.flush_ms, clockScheduler(clock)).subscribe(() => this.#flush());
    running.add(source.rendered.subscribe((rendered) => this.#record(rendered)));
    return running;
  }

  #record(rendered: Rendered): void {
    rendered.seq = ++this.#seq;
    const size = rendered.messages.plain.length + ENVELOPE;
    if (this.#pendingSize + size > FRAME_BYTES) this.#flush();
    this.#pendingSize += size;
    if (this.#pending.push(rendered) >= MAX_BATCH) this.#flush();
  }

  #begin(): void {
    this.#pending = [];
    this.#pendingSize = 0;
  }

  /** Writes the current batch. */
  #flush(): void {
    if (this.#pending.length === 0) return;
    const blocks = toBlocks(this.#pending);
    this.#begin();
    const made = new Map<string, Frame[]>();
    for (const { wanted, key, format, queue } of this.#clients) {
      if (!wanted) continue;
      let frames = made.get(key);
      if (!frames) {
        frames = framesOf(blocks, wanted, format, this.#pool);
        made.set(key, frames);
      }
      for (const frame of frames) queue.offer(frame);
    }
    for (const block of blocks) this.#ring.push(block);
    this.#pool.settle();
  }
}
