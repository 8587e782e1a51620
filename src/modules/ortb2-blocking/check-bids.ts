/** Removes bids that violate the blocking rules sent to the bidder. */

import type { Draft } from 'immer';
import { NON_BID } from '#src/auction/non-bid.ts';
import type { BidderResult, TypedBid } from '#src/bidders/bidder.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { TagResult } from '../analytics-tags.ts';
import type { HookContext, HookResult, ModuleRejection, Payloads } from '../hook.ts';
import { choose, exceptionsFor, type Selector } from './choices.ts';
import type { Sent } from './fill-request.ts';
import { ATTRIBUTED, type Attributed, type Enforcement, type ResponseSettings } from './settings.ts';
import { ambiguous, Warnings } from './warnings.ts';

/** Default taxonomy of categories (OpenRTB 2.6 §3.2.1). */
const DEFAULT_TAXONOMY = 1;

const NONE: Sent = { badv: [], bcat: [], bapp: [], cattax: 0, battr: { banner: {}, video: {}, audio: {} } };

/** The checks a bid failed, in order. */
type Failed = Map<'badv' | 'bcat' | 'cattax' | 'bapp' | 'battr', readonly (string | number)[]>;

type AnyBid = Draft<TypedBid>;

class Checking {
  readonly #settings: ResponseSettings;
  readonly #sent: Sent;
  readonly #context: HookContext;
  readonly warnings = new Warnings();

  constructor(settings: ResponseSettings, sent: Sent, context: HookContext) {
    this.#settings = settings;
    this.#sent = sent;
    this.#context = context;
  }

  check({ bid, type }: AnyBid): Failed {
    const selector: Selector = { bidder: this.#context.bidder ?? '', mediaTypes: new Set([type]) };
    const { badv, bcat, bapp, battr } = this.#settings;
    const failed: Failed = new Map();
    const note = (name: 'badv' | 'bcat' | 'bapp' | 'battr', values: readonly (string | number)[] | undefined): void => {
      if (values) failed.set(name, values);
    };
    note('badv', this.#offending(badv, selector, bid.adomain, this.#sent.badv, bid.dealid));
    note('bcat', this.#offending(bcat, selector, bid.cat, this.#sent.bcat, bid.dealid));
    this.#checkTaxonomy(failed, selector, bid.cattax);
    note('bapp', this.#offending(bapp, selector, bid.bundle ? [bid.bundle] : [], this.#sent.bapp, bid.dealid));
    const format = isAttributed(type) ? type : 'banner';
    const sent = this.#sent.battr[format];
    // A bidder chooses the imp id of its bid, which may be the name of an inherited property.
    const blocked = (Object.hasOwn(sent, bid.impid) && sent[bid.impid]) || [];
    note('battr', this.#offending(battr[format], selector, bid.attr, blocked, bid.dealid));
    return failed;
  }

  /** Blocked values; undefined: the bid passes. A bid without values may be blocked for that. */
  #offending<T extends string | number>(
    { enforce, unknown, allowed }: Enforcement<T>,
    selector: Selector,
    values: readonly T[] | undefined,
    blocked: readonly T[],
    deal: string | undefined,
  ): readonly (T | '')[] | undefined {
    if (!this.#choose(enforce, selector)) return undefined;
    const blocksUnknown = this.#choose(unknown, selector);
    if (!values || values.length === 0) return blocksUnknown ? [''] : undefined;
    if (blocked.length === 0) return undefined;
    const exceptions = exceptionsFor(allowed, deal);
    const found = values.filter((value) => blocked.includes(value) && !exceptions.includes(value));
    return found.length > 0 ? found : undefined;
  }

  #choose(choice: Parameters<typeof choose<boolean>>[0], selector: Selector): boolean {
    const { value, isAmbiguous } = choose(choice, selector);
    if (isAmbiguous) this.warnings.add(ambiguous(selector));
    return value;
  }

  /** Categories of another taxonomy cannot be compared with the list. */
  #checkTaxonomy(failed: Failed, selector: Selector, cattax: number | undefined): void {
    const { info } = this.#context;
    if (!cattax || (info && info.openrtb.version !== '2.6') || !choose(this.#settings.bcat.enforce, selector).value) return;
    if (cattax !== (this.#sent.cattax || DEFAULT_TAXONOMY)) failed.set('cattax', [cattax]);
  }
}

const isAttributed = (type: string): type is Attributed => (ATTRIBUTED as readonly string[]).includes(type);

/** Analytics data of a removed bid. */
function valuesOf(failed: Failed): Ext {
  const values: Ext = { attributes: [...failed.keys()] };
  const [badv, bcat, cattax, bapp, battr] = (['badv', 'bcat', 'cattax', 'bapp', 'battr'] as const).map((name) => failed.get(name));
  if (badv) values['adomain'] = badv;
  if (bcat ?? cattax) values['bcat'] = bcat ?? cattax;
  if (bapp) values['bundle'] = bapp[0];
  if (battr) values['attr'] = battr;
  return values;
}

/** The advertiser is the reason only if it is the only violation. */
const reasonOf = (failed: Failed): number => (failed.size === 1 && failed.has('badv') ? NON_BID.advertiser : NON_BID.creative);

/** The results of all bids of a bidder. */
interface BidReport {
  readonly debug: string[];
  readonly results: TagResult[];
  readonly rejections: ModuleRejection[];
}

/** Removes failing bids, and reports the result of every bid. */
export function checkBids(
  { responses }: Draft<Payloads['raw_bidder_response']>,
  settings: ResponseSettings,
  context: HookContext,
): HookResult {
  const { bidder = '', memory } = context;
  const checking = new Checking(settings, (memory[bidder] as Sent | undefined) ?? NONE, context);
  const report: BidReport = { debug: [], results: [], rejections: [] };
  for (const response of responses) checkResponse(response, bidder, checking, report);
  const { debug, results, rejections } = report;
  return {
    debug,
    warnings: checking.warnings.messages,
    tags: { activities: [{ name: 'enforce-blocking', status: 'success', results }] },
    rejections: { [bidder]: rejections },
    ...(rejections.length > 0 ? { changes: [{ key: ['bids'], type: 'update' as const }] } : {}),
  };
}

/** Removes the failing bids of one response, in place, and adds the results to the report. */
function checkResponse(response: Draft<BidderResult>, bidder: string, checking: Checking, { debug, results, rejections }: BidReport): void {
  const blocked = new Set<AnyBid>();
  for (const typed of response.bids) {
    const { id, impid } = typed.bid;
    const failed = checking.check(typed);
    const appliedto = { bidder, impids: [impid] };
    if (failed.size === 0) {
      results.push({ status: 'success-allow', appliedto });
      continue;
    }
    blocked.add(typed);
    results.push({ status: 'success-block', values: valuesOf(failed), appliedto });
    rejections.push({ impId: impid, reason: reasonOf(failed), bidId: id });
    debug.push(`Bid ${id} from bidder ${bidder} has been rejected, failed checks: ${[...failed.keys()].join(', ')}`);
  }
  if (blocked.size > 0) removeBlocked(response, blocked);
}

function removeBlocked(response: Draft<BidderResult>, blocked: ReadonlySet<AnyBid>): void {
  response.bids = response.bids.filter((typed) => !blocked.has(typed));
}
