/** What hooks leave behind besides their changes. */
import type { HookLog } from './outcome.ts';
import type { ReadResult } from './read-result.ts';
import type { StageCall } from './stage-call.ts';

type Keeper = Pick<StageCall<unknown>, 'auction' | 'bidOf'>;

/** Lays what a module wants to know later over what it knows. */
export function remember({ memories }: HookLog, module: string, memory: ReadResult['memory']): void {
  if (memory) memories.set(module, { ...memories.get(module), ...memory });
}

/** Notes why bidders show nothing for imps. */
export function keepRejections({ auction, bidOf }: Keeper, rejections: ReadResult['rejections']): void {
  for (const { bidder, impId, reason, bidId } of rejections) {
    const bid = bidId === undefined ? undefined : bidOf?.(bidder, impId, bidId);
    auction.nonBids.push({ seat: bid?.seat ?? bidder, impId, code: reason, bid });
  }
}

/** Adds errors of seats to the auction's. */
export function addSeatErrors({ auction }: Keeper, errors: ReadResult['seatErrors']): void {
  for (const { bidder, code, message, impIds } of errors) auction.findings.error(bidder, code, message, { impIds });
}
