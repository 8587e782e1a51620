/** Price floors of the host: the one switch, and how floors are fetched in the background. */
import { z } from 'zod';

export const floorsOptions = {
  price_floors: z
    .object({
      /** Signal and enforce price floors; an account may switch them off. */
      enabled: z.boolean().default(false),
      fetcher: z
        .object({
          /** Fetches under way at once. */
          worker: z.int().min(1).default(20),
          /** Addresses kept in mind; further ones are not fetched. */
          capacity: z.int().min(1).default(20000),
          /** Floors kept in memory; also the largest file where the account names no limit. */
          cache_size_mb: z.int().min(1).default(64),
          /** Failures in a row after which an address is given up until it is asked for again. */
          max_retries: z.int().min(1).default(10),
          /** Fetch from where a request says (`floors.floorendpoint.url`), over the account's own address. Default: by variant (go: yes). */
          request_endpoints: z.boolean().optional(),
          /** How often the queue is looked at. */
          check_interval_seconds: z.int().min(1).default(300),
        })
        .prefault({}),
    })
    .prefault({}),
};
