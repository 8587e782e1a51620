/** Event notifications, VAST tracking, and response formats that differ between the two servers. */
import { z } from 'zod';

export const eventOptions = {
  event: z
    .object({
      /** Serve the endpoint. */
      enabled: z.boolean().default(true),
      /** Timeout of the account lookup, ms. */
      timeout_ms: z.int().min(1).default(1000),
      /** The variant's statuses and messages of `/event`. Default: by variant. */
      rules: z.enum(['go', 'java']).optional(),
      /**
       * Address of the tracker that `/vtrack` inserts into VAST, with `##PBS-BIDID##`, `##PBS-ACCOUNTID##`, `##PBS-BIDDER##`,
       * `##PBS-TIMESTAMP##`, `##PBS-INTEGRATION##`, `##PBS-EVENTTYPE##`. Empty: `/event` of `external_url`.
       */
      url_template: z.string().default(''),
    })
    .prefault({}),
  vtrack: z
    .object({
      /** Serve the endpoint. */
      enabled: z.boolean().default(true),
      /** Max writes per second of one client address, and with one account id. */
      rate_limiter: z
        .object({
          enabled: z.boolean().default(true),
          num_requests: z.int().min(1).default(1000),
          num_account_requests: z.int().min(1).default(5000),
        })
        .prefault({}),
      /** Timeout of the account lookup and of the put in ms, each. */
      timeout_ms: z.int().min(1).default(2000),
      /** Accept VAST of unknown bidders. */
      allow_unknown_bidder: z.boolean().default(true),
      /** Modify VAST of unknown bidders, too; only with `allow_unknown_bidder`. */
      modify_vast_for_unknown_bidder: z.boolean().default(true),
      /** The variant's checks, statuses and messages of `/vtrack`. Default: by variant. */
      rules: z.enum(['go', 'java']).optional(),
    })
    .prefault({}),
  /** Remove bids beyond `maxbids` (1 without an entry) instead of only omitting their targeting. Default: by variant. */
  multibid: z.object({ remove_extra_bids: z.boolean().optional() }).prefault({}),
  response: z
    .object({
      /**
       * Fields that only one of the two servers writes: `java` adds `seatbid[].group`, `imp_ids` of errors and warnings, `cur` and `nbr`
       * without bids, puts the auction's id into event URLs and caches bids with their complete `ext`. Default: by variant.
       */
      shape: z.enum(['go', 'java']).optional(),
    })
    .prefault({}),
};
