/**
 * The contract between an auction and a module. A module's hook is handed an immer draft of what its stage is about and may
 * change it as it likes until it answers; what it changed is known as patches. A hook that throws, hangs, is late or leaves
 * behind what nobody can read costs its own changes, never the auction.
 */
import type { Draft } from 'immer';
import type { AuctionBid } from '#src/auction/auction.ts';
import type { MaybeLater } from '#src/auction/services.ts';
import type { BidderInfo, BidderResult } from '#src/bidders/bidder.ts';
import type { Clock } from '#src/outside/clock.ts';
import type { Log } from '#src/outside/log.ts';
import type { Random } from '#src/outside/random.ts';
import type { Ext } from '#src/wire/ext.ts';
import type { BidRequest, BidResponse } from '#src/wire/ortb.ts';
import type { HookStage } from './stages.ts';

/** What each stage is about. Our word for extensions is `srv` in all of them, whatever the caller speaks. */
export interface Payloads {
  /** The HTTP request; header names in lower case. `body` is text, decompressed, empty where there is none. */
  entrypoint: {
    readonly method: string;
    readonly path: string;
    headers: { [name: string]: string | undefined };
    query: { [name: string]: string | undefined };
    body: string;
  };
  /** The body before stored data is laid under it; nothing in it has been checked. */
  raw_auction_request: Ext;
  processed_auction_request: BidRequest;
  /** One bidder's own request, before its adapter sees it. */
  bidder_request: BidRequest;
  /** One bidder's answers, one for each of its calls, with their bids as the adapter read them. */
  raw_bidder_response: { answers: BidderResult[] };
  /** One bidder's bids that are still in, priced in the auction's currency. */
  processed_bidder_response: { bids: AuctionBid[] };
  all_processed_bid_responses: { seats: { readonly seat: string; currency: string; bids: AuctionBid[]; ext?: Ext | undefined }[] };
  auction_response: BidResponse;
  /** What goes out; `body` is the JSON value, or text where it is none. */
  exitpoint: { headers: { [name: string]: string }; body: unknown };
}

/** What a hook is told besides its payload. */
export interface HookContext {
  readonly stage: HookStage;
  /** `/openrtb2/auction`, `/openrtb2/amp` … */
  readonly endpoint: string;
  /** Empty before the account is known. */
  readonly accountId: string;
  /** The account's settings of the module; none: empty. The same object for the same account, so that it can be compiled once. */
  readonly settings: Ext;
  /** The code the plan calls the hook by. */
  readonly hook: string;
  /** What the module's hooks left behind earlier in this auction. */
  readonly memory: Ext;
  /** ms left for this hook. */
  readonly timeoutMs: number;
  /** Aborted when the client has disconnected or the auction has ended: what the hook still waits for is of no use then. */
  readonly signal: AbortSignal;
  /** Whether debug output of this auction is shown. */
  readonly debug: boolean;
  /** Name of the bidder in the request; stages of single bidders only. */
  readonly bidder?: string | undefined;
  readonly facts?: BidderInfo | undefined;
  /** The kind of inventory of the request; undefined before it is known. */
  readonly inventory?: 'site' | 'app' | 'dooh' | undefined;
  /** Whether the user's cookie holds a live id of the bidder (by code; aliases of the request count as not synced). */
  isSynced(bidder: string): boolean;
}

/** Why a bidder shows nothing for an imp (codes of auction-exchange.md section 18). */
export interface ModuleRejection {
  readonly impId: string;
  readonly reason: number;
  /** The bid of this imp that was taken out. */
  readonly bidId?: string | undefined;
}

/** An error that a module finds in a seat's bids; `code` as in `ext.errors`. */
export interface SeatError {
  readonly code: number;
  readonly message: string;
  readonly impIds?: readonly string[] | undefined;
}

/** What a module tells analytics, written as it is told to clients. */
export interface AnalyticsTags {
  readonly activities: readonly {
    readonly name: string;
    readonly status: 'success' | 'error';
    readonly results?: readonly TagResult[] | undefined;
  }[];
}

export interface TagResult {
  /** `success-allow`, `success-block`, `success-modify`, `error` … */
  readonly status: string;
  readonly values?: Ext | undefined;
  readonly appliedto?:
    | {
        readonly impids?: readonly string[] | undefined;
        readonly bidids?: readonly string[] | undefined;
        readonly bidder?: string | undefined;
        readonly request?: boolean | undefined;
        readonly response?: boolean | undefined;
      }
    | undefined;
}

/** A hook's answer; nothing at all means: done, and the draft says the rest. */
export interface HookResult {
  /** The request, the bidder or its bids are not wanted, by stage; changes count for nothing then. */
  readonly reject?: boolean | undefined;
  /** No-bid reason of a rejected request. */
  readonly nbr?: number | undefined;
  readonly message?: string | undefined;
  /** The hook could not do its work, and why; changes count for nothing then. */
  readonly failure?: string | undefined;
  readonly errors?: readonly string[] | undefined;
  readonly warnings?: readonly string[] | undefined;
  readonly debug?: readonly string[] | undefined;
  /** Names for what was changed; without them the trace goes by the patches. */
  readonly changes?: readonly { readonly key: readonly string[]; readonly type: 'add' | 'update' | 'delete' }[] | undefined;
  readonly tags?: AnalyticsTags | undefined;
  /** Laid over the module's memory of this auction, member by member. */
  readonly memory?: Ext | undefined;
  /** Errors of seats for `ext.errors`, by bidder. */
  readonly seatErrors?: { readonly [bidder: string]: readonly SeatError[] } | undefined;
  /** By bidder. */
  readonly rejections?: { readonly [bidder: string]: readonly ModuleRejection[] } | undefined;
}

/** One place where a module acts. It may wait, but not longer than `timeoutMs`. */
export type Hook<S extends HookStage = HookStage> = (
  payload: Draft<Payloads[S]>,
  context: HookContext,
) => MaybeLater<HookResult | undefined>;

/** A module at work. */
export interface Module {
  readonly hooks: { readonly [S in HookStage]?: Hook<S> };
}

export interface ModuleEnv {
  readonly variant: 'go' | 'java';
  /** Region of this host; empty: not set. */
  readonly datacenter: string;
  /** Countries in which bidders work (`geoscope` of their info), by code; bidders without any are absent. */
  readonly geoscopes: { readonly [bidder: string]: readonly string[] };
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

/** What a module's folder exports as `default` of its `module.ts`. */
export interface ModuleDefinition {
  /** `<vendor>.<module>` */
  readonly code: string;
  /** Other codes plans and settings may call it by. */
  readonly aliases?: readonly string[] | undefined;
  /**
   * Called once at the start where the host's settings say `enabled: true`.
   * @throws Error with a text for the operator where the settings make no sense
   */
  start(settings: Ext, env: ModuleEnv): MaybeLater<Module>;
}
