/** Price floors of an account: whether and how strictly they hold, and where they are fetched from. */
import { z } from 'zod';

/** What is left open here goes by the variant (`auction/enrich/floors/settings.ts`). */
const floorsFetch = z.object({
  /** Fetch floors for this account. */
  enabled: z.boolean().default(false),
  /** Where from. */
  url: z.string().default(''),
  /** ms a fetch may take. */
  timeout_ms: z.int().optional(),
  /** Larger files are not used; 0: no limit. */
  max_file_size_kb: z.int().optional(),
  /** Floors with more rules are not used; 0: no limit. */
  max_rules: z.int().optional(),
  /** How long fetched floors are used. */
  max_age_sec: z.int().default(86400),
  /** How often they are fetched. */
  period_sec: z.int().default(3600),
  /** Floors with more fields in their schema are not used; 0: no limit. */
  max_schema_dims: z.int().optional(),
});

export const priceFloors = z.object({
  /** Signal and enforce floors. Default: by variant. */
  enabled: z.boolean().optional(),
  /** Percentage of auctions in which bids below their floor are rejected. */
  enforce_floors_rate: z.int().min(0).max(100).default(100),
  /** Raise the floors bidders see by what their bids are going to be adjusted by. */
  adjust_for_bid_adjustment: z.boolean().default(true),
  /** Bids with a deal must reach their floor, too. */
  enforce_deal_floors: z.boolean().optional(),
  /** Fetched floors win over those of the request. */
  use_dynamic_data: z.boolean().optional(),
  /** Floors of requests with more rules are not used; 0: no limit. */
  max_rules: z.int().min(0).default(100),
  /** Floors of requests with more fields in their schema are not used; 0: no limit. */
  max_schema_dims: z.int().min(0).max(20).default(3),
  fetch: floorsFetch.prefault({}),
});
