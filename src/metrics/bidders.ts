/** Families about bidders, counted at the end of every auction from its record. Labels are bidders' own codes, never names from callers. */

import { ADAPTER_PANICS } from '#src/auction/adapter-border.ts';
import type { Auction } from '#src/auction/auction.ts';
import type { AuctionBid } from '#src/auction/bid.ts';
import type { BidderOutcome, BidderTask } from '#src/auction/bidder-task.ts';
import type { Diagnostic } from '#src/auction/diagnostics.ts';
import { NO_TIME } from '#src/auction/fan-out/calls.ts';
import { NON_BID } from '#src/auction/non-bid.ts';
import type { Services } from '#src/auction/services.ts';
import { CODES } from '#src/bidders/errors.ts';
import type { Counter, Histogram, Metrics } from '#src/platform/metrics.ts';
import { BUCKETS } from './buckets.ts';
import { byLabel } from './labelled.ts';

const ERRORS = ['badinput', 'badserverresponse', 'timeout', 'failedtorequestbid', 'validation', 'tmaxtimeout', 'unknown_error'] as const;
type AdapterError = (typeof ERRORS)[number];

const BY_CODE: { readonly [code: number]: AdapterError | undefined } = {
  [CODES.timeout]: 'timeout',
  [CODES.badInput]: 'badinput',
  [CODES.badServer]: 'badserverresponse',
  [CODES.failedToRequest]: 'failedtorequestbid',
  [CODES.invalidBid]: 'validation',
};

/** The label of an error. */
const errorKind = ({ code, message }: Diagnostic): AdapterError =>
  code === NO_TIME.code && message === NO_TIME.message ? 'tmaxtimeout' : (BY_CODE[code] ?? 'unknown_error');

const CHECKED = ['size_err', 'size_warn', 'secure_err', 'secure_warn'] as const;
export type Checked = (typeof CHECKED)[number];

interface AdapterHandles {
  /** By known user (first) and by bids (second). */
  readonly requests: readonly [readonly [Counter, Counter], readonly [Counter, Counter]];
  readonly adm: Counter;
  readonly nurl: Counter;
  readonly errors: { readonly [error in AdapterError]: Counter };
  readonly panics: Counter;
  readonly seconds: Histogram;
  readonly prices: Histogram;
}

function adapterHandles(metrics: Metrics, adapter: string): AdapterHandles {
  const request = (cookie: string, has_bids: string): Counter =>
    metrics.counter('adapter_requests', 'Bidder calls, by whether the user was known and whether they returned bids.', {
      adapter,
      cookie,
      has_bids,
    });
  const bids = (delivery: string): Counter =>
    metrics.counter('adapter_bids', 'Bids received, by delivery of their creative.', { adapter, delivery });
  const error = (adapter_error: string): Counter =>
    metrics.counter('adapter_errors', 'Auctions with an error of the bidder, by reason.', { adapter, adapter_error });
  return {
    requests: [
      [request('no', 'false'), request('no', 'true')],
      [request('exists', 'false'), request('exists', 'true')],
    ],
    adm: bids('adm'),
    nurl: bids('nurl'),
    errors: Object.fromEntries(ERRORS.map((name) => [name, error(name)])) as { [name in AdapterError]: Counter },
    panics: metrics.counter('adapter_panics', ADAPTER_PANICS, { adapter }),
    seconds: metrics.histogram('adapter_request_time_seconds', 'Bidder response times, seconds.', BUCKETS.requestSeconds, { adapter }),
    prices: metrics.histogram('adapter_prices', 'Bid prices in thousandths of the auction currency.', BUCKETS.price, { adapter }),
  };
}

/** Errors of creatives; `success` is constant, as dashboards of the ecosystem expect. */
const checkedCounters = (metrics: Metrics) =>
  byLabel((adapter) => {
    const counter = (what: Checked): Counter =>
      metrics.counter(`adapter_response_validation_${what}`, 'Creatives that failed validation.', { adapter, success: 'success' });
    return Object.fromEntries(CHECKED.map((what) => [what, counter(what)])) as { [what in Checked]: Counter };
  });

export class BidderCounts {
  readonly #services: Services;
  readonly #adapter: (code: string) => AdapterHandles;
  readonly #checked: ReturnType<typeof checkedCounters>;
  readonly #responses: Histogram;

  constructor(services: Services) {
    const { metrics } = services;
    this.#services = services;
    this.#adapter = byLabel((code) => adapterHandles(metrics, code));
    this.#checked = checkedCounters(metrics);
    // Series of callable bidders exist before the first call, so that rates are right from the start.
    for (const { code, info } of services.bidders.all.values()) {
      if (!info.enabled) continue;
      this.#adapter(code);
      this.#checked(code);
    }
    this.#responses = metrics.histogram(
      'bidder_server_response_time_seconds',
      'Time from a call to its response, seconds.',
      BUCKETS.requestSeconds,
    );
  }

  /**
   * @param invalid called for every creative that failed a check
   * @returns whether there was a bidder without enough time left
   */
  count(auction: Auction, invalid: (what: Checked) => void): boolean {
    const tasks = new Map(auction.tasks.map((task) => [task.bidder, task]));
    for (const outcome of auction.outcomes) this.#countOutcome(outcome, tasks.get(outcome.bidder), auction);
    for (const { bids } of auction.seats.values()) {
      for (const { core, bid } of bids) if (bid.price >= 0) this.#adapter(core).prices.observe(bid.price * 1000);
    }
    this.#countChecks(auction, invalid);
    return this.#countErrors(auction, tasks);
  }

  #countOutcome({ bidder, core = bidder, kind, ms, calls }: BidderOutcome, task: BidderTask | undefined, { request }: Auction): void {
    const handles = this.#adapter(task?.core ?? core);
    const knowsUser = request.app !== undefined || task?.request.user?.buyeruid !== undefined;
    handles.requests[knowsUser ? 1 : 0][kind === 'bids' ? 1 : 0].add();
    handles.seconds.observe(ms / 1000);
    for (const { response, stored, result, ms: callMs } of calls) {
      if (response && !stored) this.#responses.observe(callMs / 1000);
      for (const { bid } of result?.bids ?? []) (bid.adm ? handles.adm : handles.nurl).add();
    }
  }

  /** Each reason once per bidder and auction. */
  #countErrors({ diagnostics, aliases }: Auction, tasks: ReadonlyMap<string, BidderTask>): boolean {
    let noTime = false;
    for (const [name, errors] of diagnostics.errors) {
      const code = tasks.get(name)?.core ?? this.#services.bidders.known(aliases.get(name) ?? name)?.code;
      if (code === undefined) continue;
      const kinds = new Set(errors.map(errorKind));
      for (const kind of kinds) this.#adapter(code).errors[kind].add();
      if (errors.some(({ panic }) => panic)) this.#adapter(code).panics.add();
      noTime ||= kinds.has('tmaxtimeout');
    }
    return noTime;
  }

  /** Enforced checks left non-bids; checks that only warn left their codes on the bid. */
  #countChecks(auction: Auction, invalid: (what: Checked) => void): void {
    const note = ({ core }: AuctionBid, what: Checked): void => {
      this.#checked(core)[what].add();
      invalid(what);
    };
    for (const { code, bid } of auction.nonBids) {
      if (bid && code === NON_BID.creativeSize) note(bid, 'size_err');
      else if (bid && code === NON_BID.notSecure) note(bid, 'secure_err');
    }
    for (const { bids } of auction.seats.values()) {
      for (const bid of bids) {
        for (const code of bid.creativeWarnings ?? []) note(bid, code === NON_BID.creativeSize ? 'size_warn' : 'secure_warn');
      }
    }
  }
}
