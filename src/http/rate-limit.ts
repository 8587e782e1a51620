/** How many calls an address may make in a second (events-cache-stored.md section 7). */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Clock } from '#src/outside/clock.ts';

/** Addresses remembered at once: callers can make up as many as they like. */
const MOST_ADDRESSES = 10_000;

interface Bucket {
  left: number;
  /** Epoch ms of the last call. */
  at: number;
}

/** A second's worth of calls may come at once; after that as many a second as are allowed. */
export class RateLimit {
  readonly #buckets = new LRUCache<string, Bucket>({ max: MOST_ADDRESSES });
  readonly #perSecond: number;
  readonly #clock: Pick<Clock, 'now'>;

  constructor(perSecond: number, clock: Pick<Clock, 'now'>) {
    this.#perSecond = perSecond;
    this.#clock = clock;
  }

  /** Counts a call; whether it may be made. */
  allows(address: string): boolean {
    const now = this.#clock.now();
    const bucket = this.#buckets.get(address) ?? { left: this.#perSecond, at: now };
    bucket.left = Math.min(this.#perSecond, bucket.left + (Math.max(0, now - bucket.at) / 1000) * this.#perSecond);
    bucket.at = now;
    this.#buckets.set(address, bucket);
    if (bucket.left < 1) return false;
    bucket.left--;
    return true;
  }
}

/** Whose call it is, as proxies in front of us say, else by its connection. */
function addressOf({ headers, raw }: FastifyRequest): string {
  const told = headers['x-forwarded-for'] ?? headers['x-real-ip'];
  const [first = ''] = String(told ?? '').split(',', 1);
  return first.trim() || (raw.socket.remoteAddress ?? '');
}

/** A hook of a route: further calls of an address are answered with 429 before anything of them is read. */
export const limitCalls =
  (limit: RateLimit) =>
  (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    if (limit.allows(addressOf(request))) done();
    else reply.code(429).type('application/json').send(Buffer.from('{ "error": "rate limit" }'));
  };
