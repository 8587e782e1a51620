/**
 * A connection to Redis or Valkey for data that a host can do without: commands fail at once while there is no connection, and the number of
 * waiting ones is limited. A missing or hanging server costs data, never time or memory.
 */
import type { Log } from '#src/platform/log.ts';
import { connectRedis, observeRedis, placeOf, type RedisClient, type RedisOptions, SILENCE_MS } from './redis-client.ts';

/** Max commands in flight. */
const MAX_WAITING = 1000;

/** Log messages about the connection. */
export interface LinkMessages {
  readonly lost: string;
  readonly restored: string;
}

export class RedisLink {
  readonly #options: RedisOptions;
  readonly #log: Log;
  readonly #messages: LinkMessages;
  #redis: RedisClient | undefined;
  #waiting = 0;
  #isLost = false;
  #isStopped = false;

  /** Connects in the background. */
  constructor(options: RedisOptions, log: Log, messages: LinkMessages) {
    this.#options = options;
    this.#log = log;
    this.#messages = messages;
    connectRedis(options, { socketTimeout: SILENCE_MS }).then(
      (redis) => this.#watch(redis),
      (cause: unknown) => log.error({ err: cause }, messages.lost),
    );
  }

  /** The result of a command, which may reject; undefined: it was not sent. */
  send<T>(command: (redis: RedisClient) => Promise<T>): Promise<T> | undefined {
    const redis = this.#redis;
    if (redis?.status !== 'ready' || this.#isLost || this.#waiting >= MAX_WAITING) return undefined;
    this.#waiting++;
    const done = (): void => {
      this.#waiting--;
    };
    const sent = command(redis);
    sent.then(done, done);
    return sent;
  }

  stop(): void {
    this.#isStopped = true;
    this.#redis?.disconnect();
  }

  /** Logs when the connection is lost and restored. */
  #watch(redis: RedisClient): void {
    this.#redis = redis;
    if (this.#isStopped) redis.disconnect();
    observeRedis(redis, {
      onLost: (cause) => {
        if (!this.#isLost && !this.#isStopped) this.#log.error({ failure: cause, ...placeOf(this.#options) }, this.#messages.lost);
        this.#isLost = true;
      },
      onReady: () => {
        if (this.#isLost) this.#log.info(placeOf(this.#options), this.#messages.restored);
        this.#isLost = false;
      },
    });
  }
}
