/** Where bids are cached, for how long, and what the cache of this process may hold. */
import { z } from 'zod';

const seconds = z.int().min(0).optional();

export const cacheOptions = {
  cache: z
    .object({
      /** Address this server writes to; no host: the cache in this process. */
      scheme: z.string().default(''),
      host: z.string().default(''),
      path: z.string().default('/cache'),
      /** ms taken off the bidders' deadline when bids are cached. */
      expected_millis: z.int().min(0).default(10),
      /** ms a put may take when the auction has no deadline of its own. */
      put_timeout_ms: z.int().min(1).default(1000),
      only_winning_bids: z.boolean().default(false),
      /** Where a cached bid's lifetime comes from (decisions row 6). Default: by variant. */
      ttl_rule: z.enum(['go', 'java']).optional(),
      /** Seconds added so that fetching works up to the end (rule `go`). */
      ttl_buffer_seconds: z.int().min(0).default(60),
      default_ttl_seconds: z.object({ banner: seconds, video: seconds, native: seconds, audio: seconds }).prefault({}),
      /** Java variant: before `default_ttl_seconds`. */
      banner_ttl_seconds: seconds,
      video_ttl_seconds: seconds,
      /** The cache in this process. */
      memory: z
        .object({
          max_bytes: z
            .int()
            .min(1)
            .default(64 * 1024 * 1024),
          max_value_bytes: z
            .int()
            .min(1)
            .default(256 * 1024),
        })
        .prefault({}),
      /** What callers of `/cache` may ask for. */
      request_limits: z
        .object({
          max_size_bytes: z.int().min(0).default(10240),
          max_num_values: z.int().min(0).default(10),
          max_ttl_seconds: z.int().default(3600),
          allow_setting_keys: z.boolean().default(false),
        })
        .prefault({}),
      routes: z.object({ allow_public_write: z.boolean().default(true) }).prefault({}),
    })
    .prefault({}),
  /** Address clients read from; named in targeting and in `bid.ext`. No host: `/cache` of `external_url`. */
  external_cache: z.object({ scheme: z.string().default(''), host: z.string().default(''), path: z.string().default('') }).prefault({}),
};
