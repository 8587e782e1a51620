/** Event notifications, VAST tracking, and how answers are written where the two servers differ. */
import { z } from 'zod';

export const eventOptions = {
  event: z
    .object({
      /** Off: the endpoint is not there. */
      enabled: z.boolean().default(true),
      /** ms the look-up of the account may take. */
      timeout_ms: z.int().min(1).default(1000),
      /** Whose statuses and texts `/event` speaks. Default: by variant. */
      rules: z.enum(['go', 'java']).optional(),
      /**
       * Address of the tracker that `/vtrack` puts into VAST, with `##PBS-BIDID##`, `##PBS-ACCOUNTID##`, `##PBS-BIDDER##`,
       * `##PBS-TIMESTAMP##`, `##PBS-INTEGRATION##`, `##PBS-EVENTTYPE##`. Empty: `/event` of `external_url`.
       */
      url_template: z.string().default(''),
    })
    .prefault({}),
  vtrack: z
    .object({
      /** Off: the endpoint is not there. */
      enabled: z.boolean().default(true),
      /** ms the look-up of the account and the put may take, each. */
      timeout_ms: z.int().min(1).default(2000),
      /** Take VAST of bidders this host does not know. */
      allow_unknown_bidder: z.boolean().default(true),
      /** VAST of a bidder this host does not know is changed, too; only with `allow_unknown_bidder`. */
      modify_vast_for_unknown_bidder: z.boolean().default(true),
      /** Whose checks, statuses and texts `/vtrack` has. Default: by variant. */
      rules: z.enum(['go', 'java']).optional(),
    })
    .prefault({}),
  /** Remove bids beyond `maxbids` (1 where a bidder has no entry) instead of only leaving them without targeting (decisions row 20). Default: by variant. */
  multibid: z.object({ remove_extra_bids: z.boolean().optional() }).prefault({}),
  response: z
    .object({
      /**
       * Members only one of the two servers writes: `java` adds `seatbid[].group`, `imp_ids` of findings, `cur` and `nbr` without
       * bids, puts the auction's id into event URLs and caches bids with their whole `ext`. Default: by variant.
       */
      shape: z.enum(['go', 'java']).optional(),
    })
    .prefault({}),
};
