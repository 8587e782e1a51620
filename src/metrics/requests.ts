/** Families about requests, counted once at the end of every auction. */
import type { Auction, EndpointName, RequestType } from '#src/auction/auction.ts';
import type { RejectionKind } from '#src/auction/rejection.ts';
import { MEDIA_TYPES } from '#src/bidders/bidder.ts';
import type { HostConfig } from '#src/config/schema.ts';
import type { Imp } from '#src/openrtb/ortb.ts';
import type { Counter, Histogram, Metrics } from '#src/platform/metrics.ts';
import { BUCKETS } from './buckets.ts';

/** Label of each request type. */
export const REQUEST_TYPES: { readonly [requestType in RequestType]: string } = {
  web: 'openrtb2-web',
  app: 'openrtb2-app',
  dooh: 'openrtb2-dooh',
  amp: 'amp',
  video: 'video',
};

const STATUSES = ['ok', 'badinput', 'err', 'networkerr', 'blockedapp', 'queuetimeout', 'acctconfigerr'] as const;
export type RequestStatus = (typeof STATUSES)[number];

const REJECTED: { readonly [kind in RejectionKind]: RequestStatus } = {
  invalid: 'badinput',
  tooLarge: 'badinput',
  blockedApp: 'blockedapp',
  accountDisabled: 'blockedapp',
  accountRequired: 'badinput',
  accountMalformed: 'acctconfigerr',
  module: 'ok',
  failed: 'err',
  storeUnavailable: 'err',
  clientDisconnected: 'networkerr',
};

const statusOf = ({ rejection }: Pick<Auction, 'rejection'>): RequestStatus => (rejection ? REJECTED[rejection.kind] : 'ok');

/** One counter per combination of media types, by the sum of their bits. */
function impCounters(metrics: Metrics): readonly Counter[] {
  return Array.from({ length: 2 ** MEDIA_TYPES.length }, (_, bits) =>
    metrics.counter(
      'impressions_requests',
      'Imps by media types.',
      Object.fromEntries(MEDIA_TYPES.map((media, i) => [media, String((bits & (1 << i)) !== 0)])),
    ),
  );
}

const bitsOf = (imp: Imp): number => MEDIA_TYPES.reduce((bits, media, i) => (imp[media] ? bits | (1 << i) : bits), 0);

/** What the host does not serve. */
const BLOCKED = ['app', 'account', 'inactive_account'] as const;
type Blocked = (typeof BLOCKED)[number];

/** Whether the request passed the checks of `validate`. */
const isValid = ({ rejection, timeline }: Auction): boolean => !rejection || timeline.some(({ state }) => state === 'enrich');

interface TypeHandles {
  readonly byStatus: { readonly [status in RequestStatus]: Counter };
  readonly seconds: Histogram;
  readonly withoutCookie: Counter;
  readonly blocked: { readonly [what in Blocked]: Counter };
}

function typeHandles(metrics: Metrics, request_type: string): TypeHandles {
  const byStatus = STATUSES.map((request_status) => [
    request_status,
    metrics.counter('requests', 'Requests by type and result.', { request_type, request_status }),
  ]);
  return {
    byStatus: Object.fromEntries(byStatus),
    seconds: metrics.histogram(
      'request_time_seconds',
      'Time from request to response of successful requests, seconds.',
      BUCKETS.requestSeconds,
      {
        request_type,
      },
    ),
    withoutCookie: metrics.counter('requests_without_cookie', 'Browser requests without any user id.', { request_type }),
    blocked: Object.fromEntries(
      BLOCKED.map((blocked) => [blocked, metrics.counter('requests_blocked', 'Requests by what was blocked.', { request_type, blocked })]),
    ) as { readonly [what in Blocked]: Counter },
  };
}

/** Overhead is the host's own time: before bidders are called, while their requests are made, after their responses. */
const OVERHEAD: { readonly [state: string]: number } = {
  validate: 0,
  enrich: 0,
  privacy: 0,
  fanOut: 1,
  adjust: 2,
  target: 2,
  cache: 2,
  respond: 2,
};
const OVERHEAD_TYPES = ['pre-bidder', 'make-bidder-requests', 'make-auction-response'] as const;

export class RequestCounts {
  readonly #types: { readonly [requestType in RequestType]: TypeHandles };
  readonly #sizes: { readonly [endpoint in EndpointName]: Histogram };
  readonly #imps: readonly Counter[];
  readonly #overhead: readonly Histogram[];
  readonly #debug: Counter;
  readonly #stored: Counter;
  readonly #noTime: Counter;
  readonly #blockedAccounts: ReadonlySet<string>;

  constructor(metrics: Metrics, { blocked_accounts }: Pick<HostConfig, 'blocked_accounts'>) {
    this.#blockedAccounts = new Set(blocked_accounts);
    const types = Object.entries(REQUEST_TYPES).map(([requestType, type]) => [requestType, typeHandles(metrics, type)]);
    this.#types = Object.fromEntries(types) as { [requestType in RequestType]: TypeHandles };
    const size = (request_size: EndpointName): Histogram =>
      metrics.histogram('request_size_bytes', 'Size of request bodies as received, bytes.', BUCKETS.requestBytes, { request_size });
    this.#sizes = { auction: size('auction'), amp: size('amp'), video: size('video') };
    this.#imps = impCounters(metrics);
    this.#overhead = OVERHEAD_TYPES.map((overhead_type) =>
      metrics.histogram('overhead_time_seconds', 'Overhead of the host itself, seconds.', BUCKETS.overheadSeconds, { overhead_type }),
    );
    this.#debug = metrics.counter('debug_requests', 'Requests with debug output.');
    this.#stored = metrics.counter('stored_responses', 'Requests with stored responses.');
    this.#noTime = metrics.counter('tmax_timeout', 'Auctions with too little time left to call a bidder.');
  }

  /** @param nowMs epoch ms */
  count(auction: Auction, seconds: number, nowMs: number): void {
    const handles = this.#types[auction.requestType];
    const status = statusOf(auction);
    handles.byStatus[status].add();
    if (status === 'ok') handles.seconds.observe(seconds);
    if (status === 'blockedapp') handles.blocked[this.#blockedOf(auction)].add();
    this.#sizes[auction.endpoint].observe(auction.incomingBytes);
    const isBrowser = auction.requestType !== 'app' && auction.requestType !== 'dooh';
    if (isBrowser && status !== 'badinput' && !auction.uids.hasAnyLive(nowMs)) handles.withoutCookie.add();
    if (auction.debug.shown) this.#debug.add();
    if (hasStoredResponses(auction)) this.#stored.add();
    if (isValid(auction)) for (const imp of auction.request.imp) this.#imps[bitsOf(imp)]?.add();
    this.#countOverhead(auction);
  }

  #blockedOf({ rejection, accountId }: Auction): Blocked {
    if (rejection?.kind === 'blockedApp') return 'app';
    return this.#blockedAccounts.has(accountId) ? 'account' : 'inactive_account';
  }

  /** A request rejected before it became an auction. */
  rejected(endpoint: EndpointName): void {
    this.#types[endpoint === 'auction' ? 'web' : endpoint].byStatus.queuetimeout.add();
  }

  /** An auction with at least one bidder without enough time left. */
  noTime(): void {
    this.#noTime.add();
  }

  #countOverhead({ timeline, rejection }: Auction): void {
    if (rejection) return;
    const micros = [0, 0, 0];
    for (const { state, tookUs } of timeline) {
      const type = OVERHEAD[state];
      if (type !== undefined) micros[type] = (micros[type] ?? 0) + Math.max(0, tookUs);
    }
    for (let type = 0; type < micros.length; type++) this.#overhead[type]?.observe((micros[type] ?? 0) / 1e6);
  }
}

/** Whether a stored response replaced the auction or a bidder. */
export const hasStoredResponses = ({ storedAuctionResponses, storedBidResponses }: Auction): boolean =>
  storedAuctionResponses.size > 0 || storedBidResponses.length > 0;
