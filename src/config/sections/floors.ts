/** Price floors of the host: the main switch, and background fetching. */
import { z } from 'zod';

export const floorsOptions = {
  price_floors: z
    .object({
      /** Signal and enforce price floors; an account may disable them. */
      enabled: z.boolean().default(false),
      /** Limits for account settings of floor fetching; invalid values are replaced by the defaults. Min validity of floors (s). */
      min_max_age_sec: z.int().min(0).default(600),
      /** Min time between two fetches (s). */
      min_period_sec: z.int().min(0).default(300),
      /** Timeouts of a fetch (ms) must be longer than this, */
      min_timeout_ms: z.int().min(0).default(10),
      /** and shorter than this. */
      max_timeout_ms: z.int().min(1).default(10_000),
      fetcher: z
        .object({
          /** Max concurrent fetches. */
          worker: z.int().min(1).default(20),
          /** Max number of addresses; further ones are not fetched. */
          capacity: z.int().min(1).default(20000),
          /** Max addresses that requests of one account may name; those in settings do not count. */
          max_addresses_per_account: z.int().min(0).default(20),
          /** Max addresses of one host that requests may name. */
          max_addresses_per_host: z.int().min(0).default(100),
          /** Memory for fetched floors, MB; also the max file size if the account sets none. */
          cache_size_mb: z.int().min(1).default(64),
          /** Consecutive failures until an address is abandoned, for the account's `max_age_sec`. Default: by variant (go: 10, java: no limit). */
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
