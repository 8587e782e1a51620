import type { Diagnostics } from '#src/auction/diagnostics.ts';
import type { Filtered } from '#src/auction/fan-out/capabilities.ts';
import type { Called } from '#src/auction/fan-out/identity.ts';
import type { SchainStyle } from '#src/auction/fan-out/schain.ts';
import type { OnSkipped } from '#src/auction/fan-out/split.ts';
import type { TimePlan } from '#src/auction/fan-out/tmax.ts';
import type { BidderInfo } from '#src/bidders/bidder.ts';
import type { BidRequest, Imp } from '#src/openrtb/ortb.ts';
import type { ProductStyle } from '#src/openrtb/product.ts';

/** Requests to bidders. */
export interface FanOutDialect {
  /** Receives a publisher's imp patch that could not be applied; undefined: it rejects the auction. */
  unchangedImp(diagnostics: Diagnostics): OnSkipped | undefined;
  /** ms of `tmax` for one bidder; undefined: the request's own. */
  tmax(tmax: number | undefined, plan: TimePlan, deductionMs: number): number | undefined;
  /** The effective timeout of one bidder in ms; undefined: until the auction's deadline. @param reported its `tmax` */
  timeoutMs(plan: TimePlan, reported: number | undefined): number | undefined;
  /** Names in `ext.srv.schains` and `imp.ext.srv.imp` apply to bidders in any case. */
  readonly bidderNamesInAnyCase: boolean;
  /** The supply chain of a request without one, to which this host appends its node. */
  readonly newSchain: SchainStyle['newSchain'];
  /** Names under which the publisher may give the user's id for a bidder, the first given one counts. */
  uidNames(called: Pick<Called, 'bidder' | 'known'>): readonly string[];
  /** The adapter makes its call of an auction's only imp although the response is stored; it replaces the response to that call. */
  readonly storedReplacesCall: boolean;
  /** Format of the identification header of calls. */
  readonly product: ProductStyle;
  /** The imps without what the bidder does not support. @param isOn the host's `filter_imp_media_type` */
  filter(request: BidRequest, imps: Imp[], info: BidderInfo, preferred: string | undefined, isOn: boolean): Filtered;
}
