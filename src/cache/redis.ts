/**
 * The bid cache in Redis or Valkey, shared by all nodes. Values are kept as the ecosystem's cache server keeps them: `xml` or
 * `json`, then the value. A server that is gone or hangs costs ids at once, never time: without a connection puts fail right away.
 */
import { withTimeout } from '#src/auction/with-timeout.ts';
import type { Clock } from '#src/outside/clock.ts';
import type { Log } from '#src/outside/log.ts';
import type { Gauge, Metrics } from '#src/outside/metrics.ts';
import { toError } from '#src/wire/error-message.ts';
import { connectRedis, placeOf, type RedisClient, type RedisOptions } from './redis-client.ts';
import { type CachedValue, CacheTimeout, type Keeping, type Kept, type ValueStore } from './store.ts';

export interface RedisEnv {
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** ms without any answer while commands wait, after which the connection counts as dead. */
const SILENCE_MS = 1000;

const LATE = 'the cache did not answer in time';

export class RedisStore implements ValueStore {
  readonly #redis: RedisClient;
  readonly #options: RedisOptions;
  readonly #env: RedisEnv;
  readonly #up: Gauge;
  #waiting = 0;
  /** When the commands that wait began to hear nothing. */
  #silentSince: number | undefined;
  #stopWatch: (() => void) | undefined;
  #lost = false;
  #closed = false;

  private constructor(redis: RedisClient, options: RedisOptions, env: RedisEnv) {
    this.#redis = redis;
    this.#options = options;
    this.#env = env;
    this.#up = env.metrics.gauge('bid_cache_up', 'Whether the shared bid cache is connected.');
  }

  /** Connects in the background; resolves when connected or after the connect time limit, whichever is first. */
  static async open(options: RedisOptions, env: RedisEnv): Promise<RedisStore> {
    const redis = await connectRedis(options, SILENCE_MS);
    const store = new RedisStore(redis, options, env);
    store.#watch();
    const ready = new Promise<void>((resolve) => redis.once('ready', resolve));
    await withTimeout(ready, options.connect_timeout_ms, env.clock, () => undefined);
    return store;
  }

  async keep(id: string, value: CachedValue, ttlSeconds: number): Promise<Kept> {
    const [kept] = await this.keepMany([{ id, value, ttlSeconds }], this.#options.timeout_ms);
    if (kept instanceof Error) throw kept;
    return kept ?? 'exists';
  }

  async keepMany(values: readonly Keeping[], timeoutMs: number): Promise<readonly (Kept | Error)[]> {
    const most = this.#options.max_value_bytes;
    const fitting = values.filter(({ value }) => Buffer.byteLength(value.text) <= most);
    const kept = await this.#putFitting(fitting, timeoutMs);
    return values.map((value) => {
      const at = fitting.indexOf(value);
      return at < 0 ? 'tooLarge' : (kept[at] ?? new Error('no answer'));
    });
  }

  async find(id: string): Promise<CachedValue | undefined> {
    const stored = await this.#inTime(() => this.#redis.get(this.#keyOf(id)), this.#options.timeout_ms);
    if (stored === null) return undefined;
    const type = stored.startsWith('xml') ? 'xml' : stored.startsWith('json') ? 'json' : undefined;
    if (!type) throw new Error('Cache data was corrupted. Cannot determine type.');
    return { type, text: stored.slice(type.length) };
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#stopWatch?.();
    this.#redis.disconnect();
  }

  readonly #keyOf = (id: string): string => `${this.#options.key_prefix}${id}`;

  /** One exchange with a server. Each value by itself in a cluster: they lie on different nodes, and one may hang. */
  async #putFitting(values: readonly Keeping[], timeoutMs: number): Promise<(Kept | Error)[]> {
    const groups = this.#redis.isCluster ? values.map((value) => [value]) : [values];
    const put = (group: readonly Keeping[]): Promise<(Kept | Error)[]> =>
      this.#putAll(group, timeoutMs).catch((cause: unknown) => group.map(() => toError(cause)));
    return (await Promise.all(groups.map(put))).flat();
  }

  async #putAll(values: readonly Keeping[], timeoutMs: number): Promise<(Kept | Error)[]> {
    if (values.length === 0) return [];
    const answers = await this.#inTime(
      () => {
        const pipeline = this.#redis.pipeline();
        for (const { id, value, ttlSeconds } of values) {
          pipeline.set(this.#keyOf(id), `${value.type}${value.text}`, 'EX', Math.max(1, Math.ceil(ttlSeconds)), 'NX');
        }
        return pipeline.exec();
      },
      Math.min(timeoutMs, this.#options.timeout_ms),
    );
    return (answers ?? []).map(([error, answer]) => error ?? (answer === null ? 'exists' : 'kept'));
  }

  /** The command's answer, unless it takes too long or there is no point in asking. */
  #inTime<T>(command: () => Promise<T>, timeoutMs: number): Promise<T> {
    if (this.#redis.status !== 'ready') return Promise.reject(new Error('the cache is not connected'));
    if (this.#waiting >= this.#options.max_waiting) return Promise.reject(new Error('too many calls of the cache are under way'));
    this.#waiting++;
    this.#silentSince ??= this.#env.clock.now();
    // A command that is late still waits: the connection answers in turn.
    const answered = command().finally(() => {
      this.#waiting--;
      this.#silentSince = this.#waiting > 0 ? this.#env.clock.now() : undefined;
    });
    return withTimeout(answered, timeoutMs, this.#env.clock, () => {
      this.#giveUpOnSilence();
      throw new CacheTimeout(LATE);
    });
  }

  /** New commands would queue behind those of a connection that hangs: a new one tells whether the server lives. */
  #giveUpOnSilence(): void {
    const since = this.#silentSince;
    if (since === undefined || this.#env.clock.now() - since < SILENCE_MS || this.#redis.status !== 'ready') return;
    this.#redis.disconnect(true);
  }

  /** Tells when the connection is lost and back, and gives up on one that never gets ready. */
  #watch(): void {
    const patience = this.#options.connect_timeout_ms;
    // Whatever else a connection that stands has to say, its end is told as `close`.
    this.#redis.on('error', (cause) => this.#redis.status !== 'ready' && this.#noteLoss(cause));
    this.#redis.on('close', () => this.#noteLoss());
    this.#redis.on('connect', () => {
      this.#stopWatch?.();
      this.#stopWatch = this.#env.clock.after(patience, () => this.#redis.disconnect(true));
    });
    this.#redis.on('ready', () => {
      this.#stopWatch?.();
      this.#up.set(1);
      if (this.#lost) this.#env.log.info(placeOf(this.#options), 'the bid cache is back');
      this.#lost = false;
    });
  }

  #noteLoss(cause?: Error): void {
    this.#up.set(0);
    if (!this.#lost && !this.#closed) {
      this.#env.log.error({ err: cause, ...placeOf(this.#options) }, 'the bid cache is lost: bids go without cache ids until it is back');
    }
    this.#lost = true;
  }
}
