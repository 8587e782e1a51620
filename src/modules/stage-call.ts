/** One run of a stage: its payload, plan and validation. */
import type { Auction } from '#src/auction/auction.ts';
import type { AuctionBid } from '#src/auction/bid.ts';
import type { Services } from '#src/auction/services.ts';
import type { BidderInfo } from '#src/bidders/bidder.ts';
import type { HookStage } from '#src/config/hook-stages.ts';
import type { HookDialect } from '#src/dialect/contract/hooks.ts';
import type { Plan, PlannedGroup } from './hook-registry.ts';
import type { HookLog, Rejection } from './outcome.ts';

export interface StageCall<P> {
  readonly auction: Auction;
  readonly services: Services;
  readonly log: HookLog;
  readonly dialect: HookDialect;
  readonly stage: HookStage;
  readonly endpoint: string;
  readonly plan: Plan;
  readonly groups: readonly PlannedGroup[];
  readonly bidder?: string | undefined;
  readonly info?: BidderInfo | undefined;
  /** Epoch ms after which no hook is awaited; absent: only its own timeout counts. */
  readonly deadlineAt?: number | undefined;
  /** Why a changed payload is invalid; undefined if it is valid. May normalize details in place. */
  readonly error: (payload: P) => string | undefined;
  /** A bid as it was at the start of the stage, by bidder, imp and its own id. */
  readonly bidOf?: ((bidder: string, impId: string, bidId: string) => AuctionBid | undefined) | undefined;
  /** The part of the payload one hook may see. */
  readonly view?: ((payload: P, hook: string) => P) | undefined;
}

/** Result of a stage. */
export interface StageEnd<P> {
  readonly payload: P;
  readonly changed: boolean;
  readonly rejection?: Rejection | undefined;
}
