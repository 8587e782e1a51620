/**
 * The contract between an auction and a module. A hook receives an immer draft of its stage's payload and may change it until it returns;
 * the changes become patches. A hook that throws, hangs, is late or leaves an unreadable payload loses its own changes, and never affects
 * the auction.
 */

import type { Draft } from 'immer';
import type { AuctionBid } from '#src/auction/bid.ts';
import type { VendorActivity } from '#src/auction/privacy/decision.ts';
import type { BidderInfo, BidderResult } from '#src/bidders/bidder.ts';
import type { ModuleStorages } from '#src/cache/storage-contract.ts';
import type { HookStage } from '#src/config/hook-stages.ts';
import type { MaybeLater } from '#src/lang/later.ts';
import type { ScriptConnection, ScriptServer } from '#src/net/redis-scripts.ts';
import type { ServiceResult } from '#src/net/service-call.ts';
import type { Outgoing } from '#src/net/transport.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { BidRequest, BidResponse } from '#src/openrtb/ortb.ts';
import type { ExtKey } from '#src/openrtb/rename.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Log } from '#src/platform/log.ts';
import type { Metrics } from '#src/platform/metrics.ts';
import type { Random } from '#src/platform/random.ts';
import type { AnalyticsTags } from './analytics-tags.ts';
import type { EndedAuction } from './ended-auction.ts';

/** The payload of each stage. Our extension key is `srv` in all of them, whatever the caller uses. */
export interface Payloads {
  /** The HTTP request; header names in lower case. `body` is the decompressed text, empty if absent. */
  entrypoint: {
    readonly method: string;
    readonly path: string;
    headers: { [name: string]: string | undefined };
    query: { [name: string]: string | undefined };
    body: string;
  };
  /** The body before stored data is merged; not validated. */
  raw_auction_request: Ext;
  processed_auction_request: BidRequest;
  /** One bidder's own request, before its adapter receives it. */
  bidder_request: BidRequest;
  /** One bidder's responses, one per call, with their bids as parsed by the adapter. */
  raw_bidder_response: { responses: BidderResult[] };
  /** One bidder's accepted bids, priced in the auction's currency. */
  processed_bidder_response: { bids: AuctionBid[] };
  all_processed_bid_responses: { seats: { readonly seat: string; currency: string; bids: AuctionBid[]; ext?: Ext | undefined }[] };
  auction_response: BidResponse;
  /** The outgoing response; `body` is the JSON value, or a string if it is not JSON. */
  exitpoint: { headers: { [name: string]: string }; body: unknown };
}

/** Context of a hook besides its payload. */
export interface HookContext {
  readonly stage: HookStage;
  /** `/openrtb2/auction`, `/openrtb2/amp` … */
  readonly endpoint: string;
  /** Empty before the account is known. */
  readonly accountId: string;
  /**
   * The account's settings of the module; empty if there are none. The same object for the same account, so that it can be compiled once.
   */
  readonly settings: Ext;
  /** The hook's code in the plan. */
  readonly hook: string;
  /** Data stored by the module's earlier hooks of this auction. */
  readonly memory: Ext;
  /** ms left for this hook. */
  readonly timeoutMs: number;
  /** Aborted on client disconnect or at the end of the auction: the hook's pending work is useless then. */
  readonly signal: AbortSignal;
  /** The caller's key for our extension; a vendor's copy of the request has it. */
  readonly extKey: ExtKey;
  /** Whether debug output of this auction is shown. */
  readonly debug: boolean;
  /** Name of the bidder in the request; stages of single bidders only. */
  readonly bidder?: string | undefined;
  readonly info?: BidderInfo | undefined;
  /** The kind of inventory of the request; undefined before it is known. */
  readonly inventory?: 'site' | 'app' | 'dooh' | undefined;
  /** Whether the user's cookie holds a live id of the bidder (by code; aliases of the request count as not synced). */
  isSynced(bidder: string): boolean;
  /**
   * The auction's request for a module's vendor, masked by the account's activity rules for the component `name` of type `general`
   * (transmitUfpd, transmitEids, transmitPreciseGeo, transmitTid). It is shared: not to be modified.
   * @param denied activities denied in any case
   */
  requestFor(name: string, denied?: readonly VendorActivity[]): BidRequest;
}

/** Why a bidder has no bid for an imp (non-bid codes). */
export interface ModuleRejection {
  readonly impId: string;
  readonly reason: number;
  /** The removed bid of this imp. */
  readonly bidId?: string | undefined;
  /** The bidder is not called to save the call: the revenue it would have been expected to bring, USD. */
  readonly lostRevenue?: number | undefined;
}

/** An error a module reports for a seat's bids; `code` as in `ext.errors`. */
export interface SeatError {
  readonly code: number;
  readonly message: string;
  readonly impIds?: readonly string[] | undefined;
}

/** A hook's result; undefined means success, with all changes in the draft. */
export interface HookResult<P = never> {
  /** Rejects the request, the bidder or its bids, by stage; changes are discarded then. */
  readonly reject?: boolean | undefined;
  /** No-bid reason of a rejected request. */
  readonly nbr?: number | undefined;
  readonly message?: string | undefined;
  /** Why the hook failed; changes are discarded then. */
  readonly failure?: string | undefined;
  readonly errors?: readonly string[] | undefined;
  readonly warnings?: readonly string[] | undefined;
  readonly debug?: readonly string[] | undefined;
  /**
   * Changes the payload as the hooks before it in its group left it. Hooks of a group start with the same payload: a hook that waits and then
   * extends what others may change too does so here instead of in its draft.
   */
  update?(payload: P): void;
  /** Names of the changes; without them the trace uses the patches. */
  readonly changes?: readonly { readonly key: readonly string[]; readonly type: 'add' | 'update' | 'delete' }[] | undefined;
  readonly tags?: AnalyticsTags | undefined;
  /** Merged over the module's memory of this auction, field by field. */
  readonly memory?: Ext | undefined;
  /** Errors of seats for `ext.errors`, by bidder. */
  readonly seatErrors?: { readonly [bidder: string]: readonly SeatError[] } | undefined;
  /** By bidder. */
  readonly rejections?: { readonly [bidder: string]: readonly ModuleRejection[] } | undefined;
}

/** One hook of a module. It may wait, but at most `timeoutMs`. */
export type Hook<S extends HookStage = HookStage> = (
  payload: Draft<Payloads[S]>,
  context: HookContext,
) => MaybeLater<HookResult<Draft<Payloads[S]>> | undefined>;

/** A started module. */
export interface Module {
  readonly hooks: { readonly [S in HookStage]?: Hook<S> };
  /** Changes made after a planned hook whatever became of it: it was late, failed, was excluded by a test, or its own changes were invalid. */
  readonly always?: { readonly [S in HookStage]?: (payload: Draft<Payloads[S]>) => void } | undefined;
  /** Called after each auction; what it throws, at once or later, is logged. */
  ended?(auction: EndedAuction): void;
  /** Ends connections and timers when the host stops. */
  close?(): MaybeLater<void>;
}

/** An HTTP call to a module's vendor. */
export type VendorCall = Pick<Outgoing, 'method' | 'uri' | 'headers' | 'body'>;

export interface ModuleEnv {
  readonly variant: 'go' | 'java';
  /** Region of this host; empty: not set. */
  readonly datacenter: string;
  /** Countries in which bidders work (`geoscope` of their info), by code; bidders without any are absent. */
  readonly geoscopes: { readonly [bidder: string]: readonly string[] };
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** The host's metrics; label values must not come from requests. */
  readonly metrics: Metrics;
  /**
   * One HTTP exchange through the host's client; responses are limited in size. Never rejects and never retries.
   * @param timeoutMs the lesser of the vendor's own timeout and the hook's
   * @param signal aborts the exchange
   */
  call(call: VendorCall, timeoutMs: number, signal?: AbortSignal): Promise<ServiceResult>;
  /** A connection to a vendor's Redis server; the module closes it. */
  connectScripts(server: ScriptServer): Promise<ScriptConnection>;
  /** Data between auctions, in the cache service; undefined where the host has none (`storage.pbc`). */
  readonly storage: ModuleStorages;
}

/** The default export of `module.ts` in a module's folder. */
export interface ModuleDefinition {
  /** `<vendor>.<module>` */
  readonly code: string;
  /** Other codes accepted in plans and settings. */
  readonly aliases?: readonly string[] | undefined;
  /** Timeouts of its hooks in ms by stage, for all requests of a host whose plans do not name the module. Absent: it runs only by a plan. */
  readonly defaultPlan?: { readonly [S in HookStage]?: number } | undefined;
  /**
   * Whether the settings of the enabled module are valid, without starting anything; `auctor check` and the start call it.
   * @throws Error with a message for the operator if they are not
   */
  check?(settings: Ext): void;
  /**
   * The same for an account's settings of the module, for `auctor check`.
   * @param host the host's settings of the module
   */
  checkAccount?(account: Ext, host: Ext, variant: ModuleEnv['variant']): void;
  /**
   * Called once at startup if the host's settings say `enabled: true`.
   * @throws Error with a message for the operator if the settings are invalid
   */
  start(settings: Ext, env: ModuleEnv): MaybeLater<Module>;
}
