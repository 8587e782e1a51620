/** The stages of an auction that run hooks. */

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
