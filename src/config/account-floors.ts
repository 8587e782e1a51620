/** Price floors of an account: enforcement and fetching. */
import { z } from 'zod';

/** Missing values depend on the variant (`auction/floors/settings.ts`). */
const floorsFetch = z.object({
  /** Fetch floors for this account. */
  enabled: z.boolean().default(false),
  /** Address to fetch from. */
  url: z.string().default(''),
  /** Timeout of a fetch, ms. */
  timeout_ms: z.int().optional(),
  /** Max file size, kB; larger files are not used; 0: no limit. */
  max_file_size_kb: z.int().optional(),
  /** Max number of rules; floors with more are not used; 0: no limit. */
  max_rules: z.int().optional(),
  /** Seconds until fetched floors expire. */
  max_age_sec: z.int().default(86400),
  /** Seconds between fetches. */
  period_sec: z.int().default(3600),
  /** Max number of schema fields; floors with more are not used; 0: no limit. */
  max_schema_dims: z.int().optional(),
});

export const priceFloors = z.object({
  /** Signal and enforce floors. Default: by variant. */
  enabled: z.boolean().optional(),
  /** Percentage of auctions in which bids below their floor are rejected. */
  enforce_floors_rate: z.int().min(0).max(100).default(100),
  /** Raise the floors sent to bidders to compensate for the adjustment of their bids. */
  adjust_for_bid_adjustment: z.boolean().default(true),
  /** Enforce floors on bids with a deal, too, in requests with `floors.enforcement.floordeals`. Default: by variant (java: yes). */
  enforce_deal_floors: z.boolean().optional(),
  /** Fetched floors override those of the request. */
  use_dynamic_data: z.boolean().optional(),
  /** Max number of rules in a request; floors with more are not used; 0: no limit. */
  max_rules: z.int().min(0).default(100),
  /** Max number of schema fields in a request; floors with more are not used; 0: no limit. */
  max_schema_dims: z.int().min(0).max(20).default(3),
  fetch: floorsFetch.prefault({}),
});
