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

/** The entity of stages without a bidder, as traces name it. */
const ENTITIES: { readonly [stage in HookStage]?: { readonly go: string; readonly java: string } } = {
  entrypoint: { go: 'http-request', java: 'http-request' },
  raw_auction_request: { go: 'auction-request', java: 'auction-request' },
  processed_auction_request: { go: 'auction-request', java: 'auction-request' },
  all_processed_bid_responses: { go: 'all_processed_bid_responses', java: 'all-processed-bid-responses' },
  auction_response: { go: 'auction_response', java: 'auction-response' },
  exitpoint: { go: 'exitpoint', java: 'http-response' },
};

/** The entity of a stage: the bidder's name, or the kind of payload. */
export const entityOf = (stage: HookStage, shape: 'go' | 'java', bidder = ''): string => ENTITIES[stage]?.[shape] ?? bidder;

/** The stage's name in the response format. */
export const stageName = (stage: string, shape: 'go' | 'java'): string => (shape === 'java' ? stage.replaceAll('_', '-') : stage);
