/** Rate limit per client, or account, and second. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { entriesUpTo } from '#src/lang/lru-limit.ts';
import type { Clock } from '#src/platform/clock.ts';
import { sendJson } from './send.ts';

/** Max keys in memory: callers can make up any number. */
const MAX_KEYS = 10_000;

interface Bucket {
  left: number;
  /** Epoch ms of the last call. */
  at: number;
}

/** Permits a burst of one second's calls; after that the configured rate. */
export class RateLimit {
  readonly #buckets = new LRUCache<string, Bucket>(entriesUpTo(MAX_KEYS));
  readonly #perSecond: number;
  readonly #clock: Pick<Clock, 'now'>;

  constructor(perSecond: number, clock: Pick<Clock, 'now'>) {
    this.#perSecond = perSecond;
    this.#clock = clock;
  }

  /** Counts a call of a key; returns whether it is allowed. */
  allows(key: string): boolean {
    const now = this.#clock.now();
    const bucket = this.#buckets.get(key) ?? { left: this.#perSecond, at: now };
    bucket.left = Math.min(this.#perSecond, bucket.left + (Math.max(0, now - bucket.at) / 1000) * this.#perSecond);
    bucket.at = now;
    this.#buckets.set(key, bucket);
    if (bucket.left < 1) return false;
    bucket.left--;
    return true;
  }
}

/** The key by which a request is counted: its client's address, its account. */
type Key = (request: FastifyRequest) => string;

/** A route hook: excess calls of a key get 429 before anything is read. */
export const limitCalls =
  (limit: RateLimit, keyOf: Key) =>
  (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    if (limit.allows(keyOf(request))) done();
    else sendJson(reply.code(429), '{ "error": "rate limit" }');
  };
