/** Auctions of AMP pages. */
import { z } from 'zod';

const ms = z.int().min(0);

export const ampOptions = {
  amp: z
    .object({
      /** Default auction timeout in ms if neither page nor stored request sets one. */
      default_timeout_ms: z.int().min(1).default(1000),
      /** Max auction timeout in ms, whatever the page requests; absent or 0: no limit but that of the variant. */
      max_timeout_ms: ms.optional(),
      /** ms subtracted from the page's timeout for network latency. Default: `amp_timeout_adjustment_ms`. */
      timeout_adjustment_ms: ms.optional(),
      /**
       * Bidders whose own key-values (`ext.rp.targeting` of their bids) are included in AMP responses: a list, or comma-separated names.
       */
      custom_targeting: z.union([z.array(z.string()), z.string()]).default([]),
    })
    .prefault({}),
  /** The Go variant's name of `amp.timeout_adjustment_ms`. */
  amp_timeout_adjustment_ms: ms.default(0),
};
