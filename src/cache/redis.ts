/**
 * The bid cache in Redis or Valkey, shared by all nodes. Values are stored in the format of the ecosystem's cache server: `xml` or `json`,
 * then the value. An unavailable or hanging server costs ids at once, never time: without a connection puts fail immediately.
 */

import { toError } from '#src/lang/error-message.ts';
import { withTimeout } from '#src/lang/with-timeout.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Log } from '#src/platform/log.ts';
import type { Gauge, Metrics } from '#src/platform/metrics.ts';
import { connectRedis, observeRedis, placeOf, type RedisClient, type RedisOptions, SILENCE_MS } from './redis-client.ts';
import { type CachedValue, CacheTimeout, type PutOutcome, type StorePut, type StoreResult, type ValueStore } from './store.ts';

export interface RedisEnv {
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
}

const LATE = 'the cache did not respond in time';
const LOST = 'the cache is not connected';

/** The client's own message about a command whose connection ended names one of its options. */
const toFailure = (cause: unknown): Error => {
  const error = toError(cause);
  return error.name === 'MaxRetriesPerRequestError' ? new Error(LOST) : error;
};

export class RedisStore implements ValueStore {
  readonly #redis: RedisClient;
  readonly #options: RedisOptions;
  readonly #env: RedisEnv;
  readonly #up: Gauge;
  #waiting = 0;
  /** Start of the silence for waiting commands. */
  #silentSince: number | undefined;
  #stopTimer: (() => void) | undefined;
  #lost = false;
  #closed = false;

  private constructor(redis: RedisClient, options: RedisOptions, env: RedisEnv) {
    this.#redis = redis;
    this.#options = options;
    this.#env = env;
    this.#up = env.metrics.gauge('bid_cache_up', 'Whether the shared bid cache is connected.');
  }

  /** Connects in the background; resolves when connected or after the connect timeout, whichever is first. */
  static async open(options: RedisOptions, env: RedisEnv): Promise<RedisStore> {
    const redis = await connectRedis(options);
    const store = new RedisStore(redis, options, env);
    store.#watch();
    const ready = new Promise<void>((resolve) => redis.once('ready', resolve));
    await withTimeout(ready, options.connect_timeout_ms, env.clock, () => undefined);
    return store;
  }

  async put(id: string, value: CachedValue, ttlSeconds: number): Promise<StoreResult> {
    const [stored] = await this.putMany([{ id, value, ttlSeconds }], this.#options.timeout_ms);
    if (!stored) return 'exists';
    if ('error' in stored) throw stored.error;
    return stored.value;
  }

  async putMany(values: readonly StorePut[], timeoutMs: number): Promise<readonly PutOutcome[]> {
    const max = this.#options.max_value_bytes;
    const fitting = values.filter(({ value }) => Buffer.byteLength(value.content) <= max);
    const stored = await this.#putFitting(fitting, timeoutMs);
    return values.map((value) => {
      const at = fitting.indexOf(value);
      return at < 0 ? { value: 'tooLarge' } : (stored[at] ?? { error: new Error('no response') });
    });
  }

  async find(id: string): Promise<CachedValue | undefined> {
    const stored = await this.#withTimeout(() => this.#redis.get(this.#keyOf(id)), this.#options.timeout_ms);
    if (stored === null) return undefined;
    const type = stored.startsWith('xml') ? 'xml' : stored.startsWith('json') ? 'json' : undefined;
    if (!type) throw new Error('Cache data was corrupted. Cannot determine type.');
    return { type, content: stored.slice(type.length) };
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#stopTimer?.();
    this.#redis.disconnect();
  }

  readonly #keyOf = (id: string): string => `${this.#options.key_prefix}${id}`;

  /** One exchange with a server. In a cluster each value is sent separately: they belong to different nodes, and one may hang. */
  async #putFitting(values: readonly StorePut[], timeoutMs: number): Promise<PutOutcome[]> {
    const groups = this.#redis.isCluster ? values.map((value) => [value]) : [values];
    const put = (group: readonly StorePut[]): Promise<PutOutcome[]> =>
      this.#putAll(group, timeoutMs).catch((cause: unknown) => group.map(() => ({ error: toError(cause) })));
    return (await Promise.all(groups.map(put))).flat();
  }

  async #putAll(values: readonly StorePut[], timeoutMs: number): Promise<PutOutcome[]> {
    if (values.length === 0) return [];
    const responses = await this.#withTimeout(
      () => {
        const pipeline = this.#redis.pipeline();
        for (const { id, value, ttlSeconds } of values) {
          pipeline.set(this.#keyOf(id), `${value.type}${value.content}`, 'EX', Math.max(1, Math.ceil(ttlSeconds)), 'NX');
        }
        return pipeline.exec();
      },
      Math.min(timeoutMs, this.#options.timeout_ms),
    );
    return (responses ?? []).map(([error, response]) =>
      error ? { error: toFailure(error) } : { value: response === null ? 'exists' : 'stored' },
    );
  }

  /** The command's response, unless it times out or the connection is down. */
  #withTimeout<T>(command: () => Promise<T>, timeoutMs: number): Promise<T> {
    if (this.#redis.status !== 'ready' || this.#lost) return Promise.reject(new Error(LOST));
    if (this.#waiting >= this.#options.max_waiting) return Promise.reject(new Error('too many cache commands in flight'));
    this.#waiting++;
    this.#silentSince ??= this.#env.clock.now();
    // A late command still waits: the connection responds in order.
    const responded = command()
      .catch((cause: unknown) => {
        throw toFailure(cause);
      })
      .finally(() => {
        this.#waiting--;
        this.#silentSince = this.#waiting > 0 ? this.#env.clock.now() : undefined;
      });
    return withTimeout(responded, timeoutMs, this.#env.clock, () => {
      this.#giveUpWhenSilent();
      throw new CacheTimeout(LATE);
    });
  }

  /** New commands would queue behind those of a hanging connection: reconnecting shows whether the server is alive. */
  #giveUpWhenSilent(): void {
    const since = this.#silentSince;
    if (since === undefined || this.#env.clock.now() - since < SILENCE_MS || this.#redis.status !== 'ready') return;
    this.#redis.disconnect(true);
  }

  /** Logs when the connection is lost and restored, and closes one that never becomes ready. */
  #watch(): void {
    const patience = this.#options.connect_timeout_ms;
    this.#redis.on('connect', () => {
      this.#stopTimer?.();
      this.#stopTimer = this.#env.clock.after(patience, () => this.#redis.disconnect(true));
    });
    observeRedis(this.#redis, {
      onLost: (cause) => this.#noteLoss(cause),
      onReady: () => {
        this.#stopTimer?.();
        this.#up.set(1);
        if (this.#lost) this.#env.log.info(placeOf(this.#options), 'bid cache reconnected');
        this.#lost = false;
      },
    });
  }

  #noteLoss(cause?: Error): void {
    this.#up.set(0);
    if (!this.#lost && !this.#closed) {
      this.#env.log.error(
        { failure: cause, ...placeOf(this.#options) },
        'bid cache disconnected: bids have no cache ids until it reconnects',
      );
    }
    this.#lost = true;
  }
}
