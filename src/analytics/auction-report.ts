/**
 * A finished auction as one module may see it. The request is the module's own copy; if anything in it was masked, the other places that
 * repeat the request (debug output, the caller's video request) are masked or omitted too.
 */
import type { Auction } from '#src/auction/auction.ts';
import type { BidderOutcome } from '#src/auction/bidder-task.ts';
import { groupNonBids, listNonBids } from '#src/auction/seat-non-bids.ts';
import type { Account } from '#src/config/account.ts';
import { hookReport } from '#src/dialect/go/hook-report.ts';
import { isObject } from '#src/json/merge.ts';
import { parseJsonObject } from '#src/json/parse.ts';
import type { AnalyticsTags } from '#src/modules/analytics-tags.ts';
import { plainCode } from '#src/modules/codes.ts';
import { moduleReport } from '#src/modules/report.ts';
import type { Ext, ResponseExt } from '#src/openrtb/ext.ts';
import type { BidRequest, BidResponse, DeepReadonly } from '#src/openrtb/ortb.ts';
import { denormaliseExt, type ExtKey } from '#src/openrtb/rename.ts';
import type { AuctionKind } from './kinds.ts';
import type { MaskedCopy } from './masked-copy.ts';

/** Outcome of one bidder of the auction. */
export interface ReportedBidder {
  readonly bidder: string;
  readonly outcome: BidderOutcome['kind'];
  readonly ms: number;
  readonly bids: number;
}

export type ReportedActivity = AnalyticsTags['activities'][number];

const bidsOf = ({ calls }: BidderOutcome): number => calls.reduce((count, { result }) => count + (result?.bids.length ?? 0), 0);

/** Addresses of failed calls may carry ids in their queries. */
const withoutQueries = (text: string): string => text.replace(/\?[^\s"']*/g, '?');

function discreetDiagnostics(diagnostics: ResponseExt['errors']): ResponseExt['errors'] {
  if (!diagnostics) return diagnostics;
  const reported = Object.entries(diagnostics).map(([bidder, list]) => [
    bidder,
    list.map((diagnostic) => ({ ...diagnostic, message: withoutQueries(diagnostic.message) })),
  ]);
  return Object.fromEntries(reported);
}

/** The response's `ext` without the parts that repeat requests. */
function discreet({ debug: _, ...ext }: ResponseExt): ResponseExt {
  return {
    ...ext,
    ...(ext.errors && { errors: discreetDiagnostics(ext.errors) }),
    ...(ext.warnings && { warnings: discreetDiagnostics(ext.warnings) }),
  };
}

export class AuctionReport {
  /** Id of the event, the same for all modules and all deliveries. */
  readonly id: string;
  readonly kind: AuctionKind;
  /** End of the auction, epoch ms. */
  readonly at: number;
  readonly tookMs: number;
  readonly request: DeepReadonly<BidRequest>;
  /** Settings for this module from the account and the request. */
  readonly settings: Ext;
  readonly #auction: Auction;
  readonly #copy: MaskedCopy;

  constructor(auction: Auction, copy: MaskedCopy, at: number, tookMs: number, id: string) {
    this.id = id;
    this.kind = auction.endpoint;
    this.at = at;
    this.tookMs = tookMs;
    this.request = copy.request;
    this.settings = copy.settings;
    this.#auction = auction;
    this.#copy = copy;
  }

  /** HTTP status of the response. */
  get status(): number {
    return this.#auction.clientResponse?.status ?? 500;
  }
  /** Why the request was rejected; empty if it was not. */
  get errors(): readonly string[] {
    return this.#auction.rejection?.messages ?? [];
  }
  get account(): Account {
    return this.#auction.account;
  }
  get accountId(): string {
    return this.#auction.accountId;
  }
  get requestType(): Auction['requestType'] {
    return this.#auction.requestType;
  }
  /** Epoch ms. */
  get startedAt(): number {
    return this.#auction.startedAt;
  }
  /** Time of the auction for its client if the client sent one, else its start; epoch ms. */
  get timestamp(): number {
    return this.request.ext?.srv?.auctiontimestamp || this.startedAt;
  }
  /** The caller's extension key (`prebid` or `srv`). */
  get extKey(): ExtKey {
    return this.#auction.extKey;
  }

  /** The response with our extension key; undefined if the request was rejected. */
  get response(): DeepReadonly<BidResponse> | undefined {
    const { response } = this.#auction;
    return response?.ext && this.#copy.isMasked ? { ...response, ext: discreet(response.ext) } : response;
  }

  /** The response as JSON with the given extension key; the exact bytes sent if they are identical. */
  responseJson(extKey: ExtKey): string | undefined {
    const { response, clientResponse, endpoint } = this.#auction;
    if (!response) return undefined;
    if (endpoint === 'auction' && clientResponse && clientResponse.status === 200 && extKey === this.extKey && !this.#copy.isMasked)
      return clientResponse.body;
    return JSON.stringify(denormaliseExt(this.response, extKey));
  }

  get seatNonBids(): readonly object[] {
    return listNonBids(groupNonBids(this.#auction.nonBids));
  }
  /** Results of modules' hooks, by stage. */
  get hookOutcomes(): readonly unknown[] {
    const { hooks } = this.#auction;
    if (!hooks) return [];
    const trace = this.#copy.isMasked ? 'basic' : 'verbose';
    const report = moduleReport(hooks.outcomes, { trace, debug: false, warnings: [] }, hookReport)?.['trace'];
    const stages = isObject(report) && Array.isArray(report['stages']) ? (report['stages'] as Ext[]) : [];
    return stages.flatMap(({ stage, outcomes }) => (outcomes as Ext[]).map((outcome) => ({ ...outcome, stage })));
  }
  /** Analytics tags of a module's successful hooks before bidders were called. @param codes of the module, as plans may name it */
  activitiesOf(codes: readonly string[]): readonly ReportedActivity[] {
    const names = codes.map(plainCode);
    const outcomes = this.#auction.hooks?.outcomes.filter(({ stage }) => stage === 'processed_auction_request') ?? [];
    const results = outcomes.flatMap(({ groups }) => groups).flatMap((group) => group.results);
    return results
      .filter((result) => names.includes(plainCode(result.module)) && result.status === 'success')
      .flatMap(({ tags }) => tags?.activities ?? []);
  }
  get bidders(): readonly ReportedBidder[] {
    return this.#auction.outcomes.map((outcome) => ({
      bidder: outcome.bidder,
      outcome: outcome.kind,
      ms: outcome.ms,
      bids: bidsOf(outcome),
    }));
  }
  get timeline(): Auction['timeline'] {
    return this.#auction.timeline;
  }

  /** AMP: the key-values the page received. */
  get targeting(): Ext | undefined {
    const targeting = this.#clientResponse()?.['targeting'];
    return isObject(targeting) ? targeting : undefined;
  }
  /** AMP: the page's origin according to its runtime or browser. */
  get origin(): string {
    const { query, headers } = this.#auction.incoming;
    return query['__amp_source_origin'] || headers['origin'] || '';
  }
  /** Video: the caller's request. */
  get videoRequest(): Ext | undefined {
    return this.#copy.maskOther(parseJsonObject(this.#auction.input.body));
  }
  /** Video: the response sent to the caller. */
  get videoResponse(): Ext | undefined {
    const clientResponse = this.#clientResponse();
    if (!clientResponse || !this.#copy.isMasked) return clientResponse;
    const { ext: _, ...rest } = clientResponse;
    return rest;
  }

  #clientResponse(): Ext | undefined {
    const { clientResponse } = this.#auction;
    return clientResponse?.status === 200 ? parseJsonObject(clientResponse.body) : undefined;
  }
}
