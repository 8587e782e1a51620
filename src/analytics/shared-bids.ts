/** Bids to join wins and impressions to, shared by all processes and hosts through Redis or Valkey. */
import { createHash } from 'node:crypto';
import type { RedisOptions } from '#src/cache/redis-client.ts';
import { RedisLink } from '#src/cache/redis-link.ts';
import type { HostConfig } from '#src/config/schema.ts';
import type { EventCall } from '#src/events/notification.ts';
import { withTimeout } from '#src/lang/with-timeout.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Log } from '#src/platform/log.ts';
import type { BidSearch } from './bid-search.ts';
import { type JoinedBid, type JoinedBids, type KeyedBid, keyOf } from './joined-bids.ts';

const MESSAGES = { lost: 'bids are not shared until Redis is connected', restored: 'bids are shared again' };

type SharedBidsOptions = Pick<HostConfig['analytics']['join'], 'ttl_seconds' | 'redis_timeout_ms'>;

export interface SharedBidsEnv {
  readonly clock: Pick<Clock, 'after'>;
  readonly log: Log;
}

export class SharedBids implements BidSearch {
  readonly #own: JoinedBids;
  readonly #prefix: string;
  readonly #ttlSeconds: number;
  readonly #timeoutMs: number;
  readonly #clock: Pick<Clock, 'after'>;
  readonly #link: RedisLink;

  /** Connects in the background. @param own bids of this process @param join lifetime of shared bids, and the time to find one */
  constructor(own: JoinedBids, options: RedisOptions, join: SharedBidsOptions, { clock, log }: SharedBidsEnv) {
    this.#own = own;
    this.#prefix = `${options.key_prefix}bid:`;
    this.#ttlSeconds = join.ttl_seconds;
    this.#timeoutMs = join.redis_timeout_ms;
    this.#clock = clock;
    this.#link = new RedisLink(options, log, MESSAGES);
  }

  /** Shares the bids of an auction. */
  put(bids: readonly KeyedBid[]): void {
    // In a cluster the keys belong to different nodes.
    for (const { key, bid } of bids)
      void this.#link.send((redis) => redis.set(this.#nameOf(key), JSON.stringify(bid), 'EX', this.#ttlSeconds));
  }

  find(event: EventCall, then: (bid: JoinedBid | undefined) => void): void {
    const { accountId, bidId, bidder } = event;
    const bid = this.#own.find(event);
    const found =
      bid || bidder === undefined ? undefined : this.#link.send((redis) => redis.get(this.#nameOf(keyOf(accountId, bidId, bidder))));
    if (!found) {
      then(bid);
      return;
    }
    void withTimeout(found, this.#timeoutMs, this.#clock, () => null)
      .then((text) => (text === null ? undefined : (JSON.parse(text) as JoinedBid)))
      .catch(() => undefined)
      .then(then);
  }

  stop(): void {
    this.#link.stop();
  }

  /** Keys are hashed: ids of callers may have any length. */
  readonly #nameOf = (key: string): string => `${this.#prefix}${createHash('sha256').update(key).digest('base64url')}`;
}
