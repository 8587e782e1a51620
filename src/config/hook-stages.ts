/** The stages of an auction that run hooks. */

import type { HookReportDialect } from '#src/dialect/dialect.ts';

/** In the order of an auction; the Java variant writes them with dashes. */
export const HOOK_STAGES = [
  'entrypoint',
  'raw_auction_request',
  'processed_auction_request',
  'bidder_request',
  'raw_bidder_response',
  'processed_bidder_response',
  'all_processed_bid_responses',
  'auction_response',
  'exitpoint',
] as const;

export type HookStage = (typeof HOOK_STAGES)[number];

const FINAL: ReadonlySet<HookStage> = new Set(['all_processed_bid_responses', 'auction_response', 'exitpoint']);

/** Whether a module may reject at this stage. */
export const isRejectable = (stage: HookStage): boolean => !FINAL.has(stage);

/** Entity of a stage without a bidder, as named in traces; final stages are their own entity. */
const ENTITIES: { readonly [stage in HookStage]?: string } = {
  entrypoint: 'http-request',
  raw_auction_request: 'auction-request',
  processed_auction_request: 'auction-request',
};

/** The entity of a stage: the bidder's name, or the kind of payload. */
export function entityOf(stage: HookStage, dialect: Pick<HookReportDialect, 'stageName' | 'exitEntity'>, bidder: string): string {
  if (stage === 'exitpoint') return dialect.exitEntity;
  return FINAL.has(stage) ? dialect.stageName(stage) : (ENTITIES[stage] ?? bidder);
}
