/** Price floors of the host: the main switch, and background fetching. */
import { z } from 'zod';

export const floorsOptions = {
  price_floors: z
    .object({
      /** Signal and enforce price floors; an account may disable them. */
      enabled: z.boolean().default(false),
      /** Java variant: bounds of what accounts may say of fetching. The shortest time (s) floors may be used. */
      min_max_age_sec: z.int().min(0).default(600),
      /** The shortest time (s) between two fetches. */
      min_period_sec: z.int().min(0).default(300),
      /** The shortest time (ms) a fetch may have. */
      min_timeout_ms: z.int().min(0).default(10),
      /** The longest time (ms) a fetch may have. */
      max_timeout_ms: z.int().min(1).default(10_000),
      fetcher: z
        .object({
          /** Max concurrent fetches. */
          worker: z.int().min(1).default(20),
          /** Max number of addresses; further ones are not fetched. */
          capacity: z.int().min(1).default(20000),
          /** Memory for fetched floors, MB; also the max file size if the account sets none. */
          cache_size_mb: z.int().min(1).default(64),
          /** Consecutive failures until an address is dropped; the next request restarts it. */
          max_retries: z.int().min(1).default(10),
          /**
           * Fetch from the address in a request (`floors.floorendpoint.url`), which overrides the account's. Default: by variant (go: yes).
           */
          request_endpoints: z.boolean().optional(),
          /** Seconds between checks of the queue. */
          check_interval_seconds: z.int().min(1).default(300),
        })
        .prefault({}),
    })
    .prefault({}),
};
