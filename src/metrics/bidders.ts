/** Families about bidders, counted at the end of every auction from its record. Labels are bidders' own codes, never names callers make up. */

import { checksOf, creativeFaults } from '#src/auction/adjust/creative-checks.ts';
import type { Auction, AuctionBid, BidderOutcome, BidderTask } from '#src/auction/auction.ts';
import { NON_BID } from '#src/auction/collect/not-bid.ts';
import { NO_TIME } from '#src/auction/fan-out/calls.ts';
import type { Finding } from '#src/auction/findings.ts';
import type { Services } from '#src/auction/services.ts';
import { CODES } from '#src/bidders/errors.ts';
import type { Counter, Histogram, Metrics } from '#src/outside/metrics.ts';
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

/** What a finding counts as. */
export const errorKind = ({ code, message }: Finding): AdapterError =>
  code === NO_TIME.code && message === NO_TIME.message ? 'tmaxtimeout' : (BY_CODE[code] ?? 'unknown_error');

/** Help of `adapter_panics`. */
export const ADAPTER_PANICS = 'Auctions in which the code of an adapter threw.';

const CHECKED = ['size_err', 'size_warn', 'secure_err', 'secure_warn'] as const;
export type Checked = (typeof CHECKED)[number];

interface AdapterHandles {
  /** By whether it knew the user (first) and whether it bid (second). */
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
    metrics.counter('adapter_requests', 'Bidders asked, by whether they knew the user and whether they bid.', {
      adapter,
      cookie,
      has_bids,
    });
  const bids = (delivery: string): Counter =>
    metrics.counter('adapter_bids', 'Bids received, by how their creative comes.', { adapter, delivery });
  const error = (adapter_error: string): Counter =>
    metrics.counter('adapter_errors', 'Auctions in which a bidder failed, by reason.', { adapter, adapter_error });
  return {
    requests: [
      [request('no', 'false'), request('no', 'true')],
      [request('exists', 'false'), request('exists', 'true')],
    ],
    adm: bids('adm'),
    nurl: bids('nurl'),
    errors: Object.fromEntries(ERRORS.map((name) => [name, error(name)])) as { [name in AdapterError]: Counter },
    panics: metrics.counter('adapter_panics', ADAPTER_PANICS, { adapter }),
    seconds: metrics.histogram('adapter_request_time_seconds', 'Seconds a bidder took.', BUCKETS.requestSeconds, { adapter }),
    prices: metrics.histogram('adapter_prices', 'Prices of bids in thousandths of the auction currency.', BUCKETS.price, { adapter }),
  };
}

/** Faults of creatives; `success` is always the same, as dashboards of the ecosystem expect it. */
const checkedCounters = (metrics: Metrics) =>
  byLabel((adapter) => {
    const counter = (what: Checked): Counter =>
      metrics.counter(`adapter_response_validation_${what}`, 'Creatives that failed a check.', { adapter, success: 'success' });
    return Object.fromEntries(CHECKED.map((what) => [what, counter(what)])) as { [what in Checked]: Counter };
  });

export class BidderCounts {
  readonly #services: Services;
  readonly #adapter: (code: string) => AdapterHandles;
  readonly #checked: ReturnType<typeof checkedCounters>;
  readonly #answers: Histogram;

  constructor(services: Services) {
    const { metrics } = services;
    this.#services = services;
    this.#adapter = byLabel((code) => adapterHandles(metrics, code));
    this.#checked = checkedCounters(metrics);
    // Series of bidders that may be called exist before the first call, so that a rate over them is right from the start.
    for (const { code, info: facts } of services.bidders.all.values()) {
      if (!facts.enabled) continue;
      this.#adapter(code);
      this.#checked(code);
    }
    this.#answers = metrics.histogram('bidder_server_response_time_seconds', 'Seconds from a call to its answer.', BUCKETS.requestSeconds);
  }

  /**
   * @param faulty told of every creative that failed a check
   * @returns whether there was a bidder for which no time was left
   */
  count(auction: Auction, faulty: (what: Checked) => void): boolean {
    const tasks = new Map(auction.tasks.map((task) => [task.bidder, task]));
    for (const outcome of auction.outcomes) this.#countOutcome(outcome, tasks.get(outcome.bidder), auction);
    for (const { bids } of auction.seats.values()) {
      for (const { core, bid } of bids) if (bid.price >= 0) this.#adapter(core).prices.observe(bid.price * 1000);
    }
    this.#countChecks(auction, faulty);
    return this.#countErrors(auction, tasks);
  }

  #countOutcome({ bidder, kind, ms, calls }: BidderOutcome, task: BidderTask | undefined, { request }: Auction): void {
    const handles = this.#adapter(task?.core ?? bidder);
    const knowsUser = request.app !== undefined || task?.request.user?.buyeruid !== undefined;
    handles.requests[knowsUser ? 1 : 0][kind === 'bids' ? 1 : 0].add();
    handles.seconds.observe(ms / 1000);
    for (const { answer, stored, result, ms: callMs } of calls) {
      if (answer && !stored) this.#answers.observe(callMs / 1000);
      for (const { bid } of result?.bids ?? []) (bid.adm ? handles.adm : handles.nurl).add();
    }
  }

  /** Each reason once a bidder and auction. */
  #countErrors({ findings, aliases }: Auction, tasks: ReadonlyMap<string, BidderTask>): boolean {
    let noTime = false;
    for (const [name, errors] of findings.errors) {
      const code = tasks.get(name)?.core ?? this.#services.bidders.known(aliases.get(name) ?? name)?.code;
      if (code === undefined) continue;
      const kinds = new Set(errors.map(errorKind));
      for (const kind of kinds) this.#adapter(code).errors[kind].add();
      if (errors.some(({ panic }) => panic)) this.#adapter(code).panics.add();
      noTime ||= kinds.has('tmaxtimeout');
    }
    return noTime;
  }

  /** Enforced checks left non-bids; those that only warn left the bid, so they are asked again. */
  #countChecks(auction: Auction, faulty: (what: Checked) => void): void {
    const note = ({ core }: AuctionBid, what: Checked): void => {
      this.#checked(core)[what].add();
      faulty(what);
    };
    for (const { code, bid } of auction.nonBids) {
      if (bid && code === NON_BID.creativeSize) note(bid, 'size_err');
      else if (bid && code === NON_BID.notSecure) note(bid, 'secure_err');
    }
    const { config, dialect } = this.#services;
    const checks = checksOf(config.validations, auction.account.validations, dialect.bids.creatives);
    if (checks.bannerSize !== 'warn' && checks.secureMarkup !== 'warn') return;
    const imps = new Map(auction.request.imp.map((imp) => [imp.id, imp]));
    for (const { bids } of auction.seats.values()) {
      for (const bid of bids) {
        for (const { code, enforced } of creativeFaults(bid, imps.get(bid.bid.impid), checks, auction)) {
          if (!enforced) note(bid, code === NON_BID.creativeSize ? 'size_warn' : 'secure_warn');
        }
      }
    }
  }
}
