/** The schema of `previous` of an `auction` event: what bidders were sent about the user's previous auctions. */
import { z } from 'zod';
import { PREVIOUS_OUTCOMES } from '#src/auction/previous-auctions.ts';

const cpm = z.number().optional();
const text = z.string().optional();

export const previous = z
  .array(
    z.strictObject({
      bidder: z.string(),
      infos: z.array(
        z.strictObject({
          source: z.literal('auctor'),
          timestamp: z.number().describe('epoch ms'),
          impid: z.string(),
          adUnitCode: text,
          outcome: z.enum(PREVIOUS_OUTCOMES),
          reason: text,
          code: z.int().optional().describe('seat-non-bid code'),
          bidId: text,
          bidderCpm: cpm.describe('CPM, bidderCurrency'),
          bidderCurrency: text,
          bidderOriginalCpm: cpm.describe('CPM, bidderOriginalCurrency'),
          bidderOriginalCurrency: text,
          minBidToWin: cpm.describe('CPM, bidderCurrency'),
        }),
      ),
    }),
  )
  .optional()
  .describe('`ext.srv.previousauctioninfo` of each bidder that takes part');
