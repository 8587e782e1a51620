/** Settings of traffic shaping: the host's, with the account's merged over them. */
import { z } from 'zod';
import type { Ext } from '#src/openrtb/ext.ts';
import { firstIssue, numeric, snakeNames, switched } from '../account-settings.ts';

const share = z.number().min(0).max(1);

const schema = z.object({
  enabled: switched(z.boolean().default(true)),
  /** Learns and counts, but calls every bidder. */
  dry_run: switched(z.boolean().default(false)),
  /** Every bidder is called in at least this share of the auctions, whatever it did before. */
  exploration_share: numeric(share.gt(0).default(0.05)),
  /** At most this share of the bidders of an imp is skipped; at least one is called. */
  max_share: numeric(share.lt(1).default(0.5)),
  /** Bids per call below which a bidder is called less. */
  min_bid_rate: numeric(share.gt(0).default(0.01)),
  /** Calls of a kind of traffic before any is skipped. */
  min_calls: numeric(z.int().min(1).default(200)),
  /** Calls after which the counts of a kind of traffic are halved, so that a bidder that bids again is noticed. */
  window_calls: numeric(z.int().min(2).default(10_000)),
  /** Max kinds of traffic in memory; the longest unused are forgotten. */
  max_arms: numeric(z.int().min(1).default(50_000)),
  /** Bidders that are always called. */
  exempt_bidders: z.array(z.string()).default([]),
});

export type ShapingSettings = z.infer<typeof schema>;

/** Memory is the host's. */
const HOST_ONLY: readonly string[] = ['window_calls', 'max_arms'];

/** @throws Error naming the invalid field */
export function shapingSettings(host: Ext, account: Ext = {}): ShapingSettings {
  const own = Object.entries(snakeNames(account) as Ext).filter(([name]) => !HOST_ONLY.includes(name));
  const { data, error } = schema.safeParse({ ...(snakeNames(host) as Ext), ...Object.fromEntries(own) });
  if (error) throw new Error(firstIssue(error));
  return data;
}
