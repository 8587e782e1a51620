/**
 * The context of one hook's call. A class: an object would have closures of its own for every call. Its functions are made when they are
 * read, so that a hook may take them out of the context.
 */
import { isDebugRequested } from '#src/auction/debug.ts';
import type { VendorActivity } from '#src/auction/privacy/decision.ts';
import { maskForVendor, vendorPrivacy } from '#src/auction/privacy/vendor-mask.ts';
import type { BidderInfo } from '#src/bidders/bidder.ts';
import type { HookStage } from '#src/config/hook-stages.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import type { ExtKey } from '#src/openrtb/rename.ts';
import type { HookContext } from './hook.ts';
import type { PlannedHook } from './hook-registry.ts';
import type { StageCall } from './stage-call.ts';

type ContextCall = Pick<StageCall<unknown>, 'auction' | 'services' | 'log' | 'stage' | 'endpoint' | 'bidder' | 'info'>;

const NO_MEMORY: Ext = {};

/** Whether debug output of the auction is shown, as far as known yet. */
const isDebugging = ({ debug, request, account }: ContextCall['auction']): boolean =>
  debug.shown || (account.debug_allow && isDebugRequested(request.test, request.ext?.srv));

const inventoryOf = ({ site, app, dooh }: BidRequest): HookContext['inventory'] => (site ? 'site' : app ? 'app' : dooh && 'dooh');

export class CallContext implements HookContext {
  readonly stage: HookStage;
  readonly endpoint: string;
  readonly accountId: string;
  readonly settings: Ext;
  readonly hook: string;
  readonly memory: Ext;
  readonly timeoutMs: number;
  readonly extKey: ExtKey;
  readonly debug: boolean;
  readonly bidder: string | undefined;
  readonly info: BidderInfo | undefined;
  readonly inventory: HookContext['inventory'];
  readonly #call: ContextCall;
  readonly #payload: unknown;

  /** @param payload of the stage, as the previous group left it */
  constructor(call: ContextCall, { module, hook, settings }: PlannedHook, payload: unknown, timeoutMs: number) {
    const { auction } = call;
    this.stage = call.stage;
    this.endpoint = call.endpoint;
    this.accountId = auction.accountId;
    this.settings = settings;
    this.hook = hook;
    this.memory = call.log.memories.get(module) ?? NO_MEMORY;
    this.timeoutMs = timeoutMs;
    this.extKey = auction.extKey;
    this.debug = isDebugging(auction);
    this.bidder = call.bidder;
    this.info = call.info;
    this.inventory = inventoryOf(auction.request);
    this.#call = call;
    this.#payload = payload;
  }

  get signal(): AbortSignal {
    return this.#call.auction.abort.signal;
  }

  get isSynced(): HookContext['isSynced'] {
    const { auction, services } = this.#call;
    return (code) => {
      if (auction.aliases.has(code)) return false;
      const bidder = services.bidders.active(code);
      return bidder?.info.userSync !== undefined && auction.uids.isLive(bidder.syncKey, services.clock.now());
    };
  }

  /** In the stage of the request earlier groups may have changed it already. */
  get requestFor(): HookContext['requestFor'] {
    const { auction, services } = this.#call;
    return (name, denied: readonly VendorActivity[] = []) => {
      const request = this.stage === 'processed_auction_request' ? (this.#payload as BidRequest) : auction.request;
      return maskForVendor(request, vendorPrivacy(name, auction.account, services, denied), auction.account);
    };
  }
}
