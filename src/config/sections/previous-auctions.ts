/** The store of what bidders learn of their bids in previous auctions. */
import { z } from 'zod';

export const previousAuctionOptions = {
  previous_auctions: z
    .strictObject({
      /** Where the info is stored: in this process, or in the server of `cache.redis`. Nothing is stored unless a bidder and an account opted in. */
      backend: z.enum(['memory', 'redis']).default('memory'),
      /**
       * Secret that users' ids are hashed with: the same for all workers and hosts that share the info. Empty: a random one per process; `redis`
       * requires one.
       */
      key: z.string().default(''),
      /** Seconds the info is stored and sent. */
      ttl_seconds: z.int().min(1).default(1800),
      /** Max bids and imps stored for one user of one bidder and account; newer ones replace the oldest. */
      max_infos: z.int().min(1).max(100).default(10),
      /** Max bytes in this process. */
      max_bytes: z
        .int()
        .min(64 * 1024)
        .default(16 * 1024 * 1024),
      /** ms an auction waits for Redis. */
      timeout_ms: z.int().min(1).default(20),
    })
    .prefault({}),
};
