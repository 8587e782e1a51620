/** Records what hooks produce besides their changes. */
import type { HookLog } from './outcome.ts';
import type { ReadResult } from './read-result.ts';
import type { StageCall } from './stage-call.ts';

type RejectionContext = Pick<StageCall<unknown>, 'auction' | 'bidOf'>;

/** Merges a module's new memory over its existing one. */
export function remember({ memories }: HookLog, module: string, memory: ReadResult['memory']): void {
  if (memory) memories.set(module, { ...memories.get(module), ...memory });
}

/** Records why bidders have no bids for imps. */
export function recordRejections({ auction, bidOf }: RejectionContext, rejections: ReadResult['rejections']): void {
  for (const { bidder, impId, reason, bidId, lostRevenue } of rejections) {
    const bid = bidId === undefined ? undefined : bidOf?.(bidder, impId, bidId);
    auction.nonBids.push({ seat: bid?.seat ?? bidder, impId, code: reason, bid, ...(lostRevenue === undefined ? {} : { lostRevenue }) });
  }
}

/** Adds errors of seats to the auction's. */
export function addSeatErrors({ auction }: RejectionContext, errors: ReadResult['seatErrors']): void {
  for (const { bidder, code, message, impIds } of errors) auction.diagnostics.error(bidder, code, message, { impIds });
}
