/** The stages of an auction that run hooks, and the endpoints. */

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

/** Endpoints whose requests run hooks; plans may have a method before them (`POST /openrtb2/auction`). */
export const HOOK_ENDPOINTS: readonly string[] = ['/openrtb2/auction', '/openrtb2/amp', '/openrtb2/video'];

/** `POST /openrtb2/auction` in a plan means `/openrtb2/auction`. */
export const hookEndpoint = (key: string): string => key.slice(key.indexOf('/'));

/** Endpoints of a plan at which no hook ever runs, with the reason. */
export const deadEndpoints = (plan: { readonly endpoints?: object | undefined } | undefined): { key: string; reason: string }[] =>
  Object.keys(plan?.endpoints ?? {})
    .filter((key) => !HOOK_ENDPOINTS.includes(hookEndpoint(key)))
    .map((key) => ({ key, reason: `no modules run at this endpoint; they run at ${HOOK_ENDPOINTS.join(', ')}` }));

/** Whether a module may reject at this stage. */
export const isRejectable = (stage: HookStage): boolean => !FINAL.has(stage);
