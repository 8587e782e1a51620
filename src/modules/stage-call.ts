/** One run of a stage: what it is about, by what plan, and how its changes are judged. */
import type { Auction, AuctionBid } from '#src/auction/auction.ts';
import type { Services } from '#src/auction/services.ts';
import type { BidderInfo } from '#src/bidders/bidder.ts';
import type { Plan, PlannedGroup } from './book.ts';
import type { HookLog, Rejection } from './outcome.ts';
import type { HookStage } from './stages.ts';
import type { Variant } from './texts.ts';

export interface StageCall<P> {
  readonly auction: Auction;
  readonly services: Services;
  readonly log: HookLog;
  readonly variant: Variant;
  readonly stage: HookStage;
  readonly endpoint: string;
  readonly plan: Plan;
  readonly groups: readonly PlannedGroup[];
  readonly bidder?: string | undefined;
  readonly facts?: BidderInfo | undefined;
  /** Epoch ms after which no hook is waited for; absent: only its own timeout counts. */
  readonly deadlineAt?: number | undefined;
  /** Why a changed payload cannot be gone on with; undefined where it can. May put small things right in place. */
  readonly fault: (payload: P) => string | undefined;
  /** A bid as it was when the stage began, by bidder, imp and its own id. */
  readonly bidOf?: ((bidder: string, impId: string, bidId: string) => AuctionBid | undefined) | undefined;
  /** What one hook may see of the payload. */
  readonly view?: ((payload: P, hook: string) => P) | undefined;
}

/** How a stage ended. */
export interface StageEnd<P> {
  readonly payload: P;
  readonly changed: boolean;
  readonly rejection?: Rejection | undefined;
}
