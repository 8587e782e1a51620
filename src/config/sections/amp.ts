/** What holds for auctions of AMP pages. */
import { z } from 'zod';

const ms = z.int().min(0);

export const ampOptions = {
  amp: z
    .object({
      /** Time of an auction whose page and stored request name none. */
      default_timeout_ms: z.int().min(1).default(1000),
      /** The longest time, whatever the page says; 0: no limit. Default: as `default_timeout_ms`. */
      max_timeout_ms: ms.optional(),
      /** Taken off the page's timeout, for the way there and back. Default: `amp_timeout_adjustment_ms`. */
      timeout_adjustment_ms: ms.optional(),
      /** Bidders whose own key-values (`ext.rp.targeting` of their bids) AMP pages are told as well: a list, or names with commas between. */
      custom_targeting: z.union([z.array(z.string()), z.string()]).default([]),
    })
    .prefault({}),
  /** The Go variant's spelling of `amp.timeout_adjustment_ms`. */
  amp_timeout_adjustment_ms: ms.default(0),
};
