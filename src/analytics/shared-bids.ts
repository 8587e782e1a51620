/**
 * Bids to join wins and impressions to, shared by all processes and hosts through Redis or Valkey. A missing or hanging server costs joins,
 * never time or memory: commands fail at once without a connection, and the number of waiting ones is limited.
 */
import { createHash } from 'node:crypto';
import { connectRedis, placeOf, type RedisClient, type RedisOptions } from '#src/cache/redis-client.ts';
import type { EventCall } from '#src/events/notification.ts';
import { withTimeout } from '#src/lang/with-timeout.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Log } from '#src/platform/log.ts';
import type { BidSearch } from './bid-search.ts';
import { type JoinedBid, type JoinedBids, type KeyedBid, keyOf } from './joined-bids.ts';

/** ms the server has to find a bid; also the silence after which the connection to a cluster node counts as dead. */
const PATIENCE_MS = 1000;
/** Max commands in flight; bids beyond it are not shared, searches find nothing: ids can be made up. */
const MAX_WAITING = 1000;

export interface SharedBidsEnv {
  readonly clock: Pick<Clock, 'after'>;
  readonly log: Log;
}

export class SharedBids implements BidSearch {
  readonly #own: JoinedBids;
  readonly #options: RedisOptions;
  readonly #ttlSeconds: number;
  readonly #env: SharedBidsEnv;
  #redis: RedisClient | undefined;
  #waiting = 0;
  #isLost = false;
  #isStopped = false;

  /** Connects in the background. @param own bids of this process */
  constructor(own: JoinedBids, options: RedisOptions, ttlSeconds: number, env: SharedBidsEnv) {
    this.#own = own;
    this.#options = options;
    this.#ttlSeconds = ttlSeconds;
    this.#env = env;
    connectRedis(options, PATIENCE_MS).then(
      (redis) => this.#watch(redis),
      (cause: unknown) => env.log.error({ err: cause }, 'sharing bids is not possible'),
    );
  }

  /** Shares the bids of an auction. */
  put(bids: readonly KeyedBid[]): void {
    const redis = this.#ready();
    if (!redis || bids.length === 0) return;
    // In a cluster the keys belong to different nodes.
    for (const { key, bid } of bids) this.#send(redis.set(this.#nameOf(key), JSON.stringify(bid), 'EX', this.#ttlSeconds));
  }

  find(event: EventCall, then: (bid: JoinedBid | undefined) => void): void {
    const { accountId, bidId, bidder } = event;
    const bid = this.#own.find(event);
    const redis = this.#ready();
    if (bid || bidder === undefined || !redis) {
      then(bid);
      return;
    }
    const found = redis.get(this.#nameOf(keyOf(accountId, bidId, bidder)));
    this.#send(found);
    void withTimeout(found, PATIENCE_MS, this.#env.clock, () => null)
      .then((text) => (text === null ? undefined : (JSON.parse(text) as JoinedBid)))
      .catch(() => undefined)
      .then(then);
  }

  stop(): void {
    this.#isStopped = true;
    this.#redis?.disconnect();
  }

  /** Keys are hashed: ids of callers may have any length. */
  readonly #nameOf = (key: string): string => `${this.#options.key_prefix}bid:${createHash('sha256').update(key).digest('base64url')}`;

  /** The connection if it may take a command. */
  #ready(): RedisClient | undefined {
    return this.#redis?.status === 'ready' && this.#waiting < MAX_WAITING ? this.#redis : undefined;
  }

  #send(command: Promise<unknown>): void {
    this.#waiting++;
    const done = (): void => {
      this.#waiting--;
    };
    command.then(done, done);
  }

  /** Logs when the connection is lost and restored. */
  #watch(redis: RedisClient): void {
    this.#redis = redis;
    if (this.#isStopped) redis.disconnect();
    const { log } = this.#env;
    const lose = (): void => {
      if (!this.#isLost && !this.#isStopped) log.error(placeOf(this.#options), 'bids are not shared until Redis is connected');
      this.#isLost = true;
    };
    redis.on('error', lose);
    redis.on('close', lose);
    redis.on('ready', () => {
      if (this.#isLost) log.info(placeOf(this.#options), 'bids are shared again');
      this.#isLost = false;
    });
  }
}
