/** Corrects bids before winners are chosen if the account's settings enable it. */

import { z } from 'zod';
import { memoByObject } from '#src/lang/memo.ts';
import type { Result } from '#src/lang/result.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import { firstIssue, flag, kebabNames } from '../account-settings.ts';
import type { ModuleDefinition } from '../hook.ts';
import { correctBid } from './app-video-html.ts';

const videoHtml = z.object({ enabled: flag, 'excluded-bidders': z.array(z.string()).nullish() });
const schema = z.object({ enabled: flag, 'app-video-html': videoHtml.nullish(), appVideoHtml: videoHtml.nullish() });

/** Bidders whose bids are unchanged; undefined: the correction is disabled. */
type Excluded = ReadonlySet<string> | undefined;

/** The bidders the account excludes, or why its settings are invalid. */
const excludedBy = memoByObject((settings: Ext): Result<Excluded> => {
  const { data, error } = schema.safeParse(kebabNames(settings));
  if (error) return { error: firstIssue(error) };
  const own = data['app-video-html'] ?? data.appVideoHtml;
  return { value: data.enabled === true && own?.enabled === true ? new Set(own['excluded-bidders'] ?? []) : undefined };
});

const module: ModuleDefinition = {
  code: 'auctor.responsecorrection',
  aliases: ['pb-response-correction'],
  checkAccount(account) {
    const read = excludedBy(account);
    if ('error' in read) throw new Error(read.error);
  },
  start: () => ({
    hooks: {
      all_processed_bid_responses: ({ seats }, { settings, inventory }) => {
        const excluded = excludedBy(settings);
        if ('error' in excluded) return { failure: excluded.error };
        const codes = excluded.value;
        if (!codes || inventory !== 'app') return undefined;
        for (const { bids } of seats) for (const bid of bids) if (!codes.has(bid.bidder)) correctBid(bid);
        return {};
      },
    },
  }),
};

export default module;
