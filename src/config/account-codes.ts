/** Other seats under which the bidders of an account may bid. */
import { z } from 'zod';

const codesOfOne = z.object({
  /** Accept them from this bidder. */
  enabled: z.boolean().optional(),
  /** The seats; `*`: any. */
  allowedbiddercodes: z.array(z.string()).optional(),
});

export const alternateCodes = z.object({
  /** Accept bids under other seats. */
  enabled: z.boolean().optional(),
  /** By bidder. */
  bidders: z.record(z.string(), codesOfOne).optional(),
});
