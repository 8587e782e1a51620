/** Info of previous auctions in Redis or Valkey, shared by all processes and hosts: one list per user, bounded in length and time. */
import type { BidderUser, PreviousAuctionInfo, PreviousAuctions } from '#src/auction/previous-auctions.ts';
import type { RedisClient, RedisOptions } from '#src/cache/redis-client.ts';
import { RedisLink } from '#src/cache/redis-link.ts';
import type { MaybeLater } from '#src/lang/later.ts';
import { withTimeout } from '#src/lang/with-timeout.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Log } from '#src/platform/log.ts';
import { fromLines, type StoreLimits, toLines } from './lines.ts';
import { userKey } from './user-key.ts';

const MESSAGES = {
  lost: 'info of previous auctions is not available until Redis is connected',
  restored: 'info of previous auctions is available again',
};

const NONE: readonly PreviousAuctionInfo[] = [];

export interface RedisPreviousOptions extends StoreLimits {
  readonly key: string;
  /** ms an auction waits for the info. */
  readonly timeout_ms: number;
}

export class PreviousInRedis implements PreviousAuctions {
  readonly #options: RedisPreviousOptions;
  readonly #prefix: string;
  readonly #clock: Clock;
  readonly #link: RedisLink;

  /** Connects in the background. */
  constructor(options: RedisPreviousOptions, redis: RedisOptions, { clock, log }: { readonly clock: Clock; readonly log: Log }) {
    this.#options = options;
    this.#prefix = `${redis.key_prefix}previous:`;
    this.#clock = clock;
    this.#link = new RedisLink(redis, log, MESSAGES);
  }

  readonly keyOf = (user: BidderUser): string => userKey(this.#options.key, user);

  /** Without a connection, or after the timeout, there is no info. */
  find(keys: readonly string[]): MaybeLater<readonly (readonly PreviousAuctionInfo[])[]> {
    const found = this.#link.send((redis) => Promise.all(keys.map((key) => this.#findOne(redis, key))));
    const none = (): (readonly PreviousAuctionInfo[])[] => keys.map(() => NONE);
    return found ? withTimeout(found, this.#options.timeout_ms, this.#clock, none).catch(none) : none();
  }

  add(key: string, infos: readonly PreviousAuctionInfo[]): void {
    const lines = toLines(infos, this.#options).reverse();
    if (lines.length === 0) return;
    const { ttl_seconds, max_infos } = this.#options;
    const name = this.#prefix + key;
    void this.#link.send((redis) =>
      redis
        .multi()
        .lpush(name, ...lines)
        .ltrim(name, 0, max_infos - 1)
        .expire(name, ttl_seconds)
        .exec(),
    );
  }

  stop(): void {
    this.#link.stop();
  }

  async #findOne(redis: RedisClient, key: string): Promise<readonly PreviousAuctionInfo[]> {
    const { max_infos } = this.#options;
    return fromLines(await redis.lrange(this.#prefix + key, 0, max_infos - 1), this.#options, this.#clock.now());
  }
}
