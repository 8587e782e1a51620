/** `redis`: appends events to a stream of Redis or Valkey, which many nodes may write to and many consumers may follow. */
import type { Redis } from 'iovalkey';
import type { z } from 'zod';
import { observeRedis, tlsTo } from '#src/cache/redis-client.ts';
import { redisOptions } from '#src/config/sections/analytics.ts';
import { defineAnalytics, type Parcel } from './module.ts';
import { plainModule } from './plain-module.ts';

type Options = z.infer<typeof redisOptions>;

/** ms between connection attempts, growing. */
const RETRY_MS = 100;
const MAX_RETRY_MS = 2000;

/** The connection opens with the first parcel and stays open; while it is down, sending fails at once. */
class StreamWriter {
  readonly #options: Options;
  #opening: Promise<Redis> | undefined;
  #redis: Redis | undefined;
  /** Why there is no connection. */
  #cause: Error | undefined;
  #inFlight = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  async append({ items }: Parcel, signal: AbortSignal): Promise<void> {
    this.#opening ??= this.#open();
    const redis = await this.#opening;
    // The same events are sent by a later attempt.
    signal.throwIfAborted();
    if (redis.status !== 'ready' || this.#cause) throw new Error('Redis is not connected', { cause: this.#cause });
    // A hanging command would also block the next attempt; a new connection shows whether the server is alive.
    signal.addEventListener('abort', () => this.#inFlight > 0 && redis.disconnect(true), { once: true });
    const { stream, max_length: max } = this.#options;
    const trim: [] | ['MAXLEN', '~', number] = max > 0 ? ['MAXLEN', '~', max] : [];
    const pipeline = redis.pipeline();
    for (const { text, at } of items) pipeline.xadd(stream, ...trim, '*', 'at', String(at), 'event', text);
    this.#inFlight++;
    try {
      for (const [error] of (await pipeline.exec()) ?? []) if (error) throw error;
    } finally {
      this.#inFlight--;
    }
  }

  async close(): Promise<void> {
    this.#redis?.disconnect();
  }

  async #open(): Promise<Redis> {
    const { Redis: Client } = await import('iovalkey');
    const { host, port, username, password, db, tls, timeout_ms } = this.#options;
    const redis = new Client({
      host,
      port,
      db,
      ...(username === '' ? {} : { username }),
      ...(password === '' ? {} : { password }),
      ...(tls.enabled ? { tls: tlsTo(host, tls) } : {}),
      connectTimeout: timeout_ms,
      // A server may accept a connection and never respond on it.
      socketTimeout: timeout_ms,
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      retryStrategy: (times) => Math.min(times * RETRY_MS, MAX_RETRY_MS),
    });
    this.#redis = redis;
    // The failure is reported once, by the send.
    observeRedis(redis, {
      onLost: (cause = this.#cause) => {
        this.#cause = cause;
      },
      onReady: () => {
        this.#cause = undefined;
      },
    });
    await new Promise<void>((resolve) => {
      redis.once('ready', resolve);
      redis.once('close', resolve);
    });
    return redis;
  }
}

export default defineAnalytics({
  key: 'redis',
  name: 'redis',
  options: redisOptions,
  create(options) {
    if (!options.enabled) return undefined;
    const writer = new StreamWriter(options);
    // One parcel at a time: entries keep the order of the auctions.
    return { ...plainModule(options, 1), send: (parcel, signal) => writer.append(parcel, signal), stop: () => writer.close() };
  },
});
