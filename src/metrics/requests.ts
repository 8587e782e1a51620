/** Families about requests as a whole, counted once at the end of every auction. */
import type { Auction, Channel, Entry } from '#src/auction/auction.ts';
import type { Counter, Histogram, Metrics } from '#src/outside/metrics.ts';
import type { Imp } from '#src/wire/ortb.ts';
import type { RefusalKind } from '#src/wire/refusal.ts';
import { BUCKETS } from './buckets.ts';

/** What requests of each channel are called. */
export const REQUEST_TYPES: { readonly [channel in Channel]: string } = {
  web: 'openrtb2-web',
  app: 'openrtb2-app',
  dooh: 'openrtb2-dooh',
  amp: 'amp',
  video: 'video',
};

export const STATUSES = ['ok', 'badinput', 'err', 'networkerr', 'blockedapp', 'queuetimeout', 'acctconfigerr'] as const;
export type RequestStatus = (typeof STATUSES)[number];

const REFUSED: { readonly [kind in RefusalKind]: RequestStatus } = {
  invalid: 'badinput',
  tooLarge: 'badinput',
  blockedApp: 'blockedapp',
  accountDisabled: 'blockedapp',
  accountRequired: 'badinput',
  accountMalformed: 'acctconfigerr',
  module: 'ok',
  failed: 'err',
  clientGone: 'networkerr',
};

export const statusOf = ({ refusal }: Pick<Auction, 'refusal'>): RequestStatus => (refusal ? REFUSED[refusal.kind] : 'ok');

const MEDIA = ['banner', 'video', 'audio', 'native'] as const;

/** One counter for each combination of media types, by the sum of their bits. */
function impCounters(metrics: Metrics): readonly Counter[] {
  return Array.from({ length: 2 ** MEDIA.length }, (_, bits) =>
    metrics.counter(
      'impressions_requests',
      'Imps by what they take.',
      Object.fromEntries(MEDIA.map((media, i) => [media, String((bits & (1 << i)) !== 0)])),
    ),
  );
}

const bitsOf = (imp: Imp): number => MEDIA.reduce((bits, media, i) => (imp[media] ? bits | (1 << i) : bits), 0);

interface TypeHandles {
  readonly byStatus: { readonly [status in RequestStatus]: Counter };
  readonly seconds: Histogram;
  readonly withoutCookie: Counter;
}

function typeHandles(metrics: Metrics, request_type: string): TypeHandles {
  const byStatus = STATUSES.map((request_status) => [
    request_status,
    metrics.counter('requests', 'Requests by type and how they ended.', { request_type, request_status }),
  ]);
  return {
    byStatus: Object.fromEntries(byStatus),
    seconds: metrics.histogram('request_time_seconds', 'Seconds from request to reply, of those that went well.', BUCKETS.requestSeconds, {
      request_type,
    }),
    withoutCookie: metrics.counter('requests_without_cookie', 'Requests of browsers without any user id.', { request_type }),
  };
}

/** Overhead is what the host adds: before bidders are asked, while their requests are made, after they answered. */
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
  readonly #types: { readonly [channel in Channel]: TypeHandles };
  readonly #sizes: { readonly [entry in Entry]: Histogram };
  readonly #imps: readonly Counter[];
  readonly #overhead: readonly Histogram[];
  readonly #debug: Counter;
  readonly #stored: Counter;
  readonly #noTime: Counter;

  constructor(metrics: Metrics) {
    const types = Object.entries(REQUEST_TYPES).map(([channel, type]) => [channel, typeHandles(metrics, type)]);
    this.#types = Object.fromEntries(types) as { [channel in Channel]: TypeHandles };
    const size = (request_size: Entry): Histogram =>
      metrics.histogram('request_size_bytes', 'Bytes of bodies as they came in.', BUCKETS.requestBytes, { request_size });
    this.#sizes = { auction: size('auction'), amp: size('amp'), video: size('video') };
    this.#imps = impCounters(metrics);
    this.#overhead = OVERHEAD_TYPES.map((overhead_type) =>
      metrics.histogram('overhead_time_seconds', 'Seconds the host itself took.', BUCKETS.overheadSeconds, { overhead_type }),
    );
    this.#debug = metrics.counter('debug_requests', 'Requests answered with debug output.');
    this.#stored = metrics.counter('stored_responses', 'Requests with stored responses.');
    this.#noTime = metrics.counter('tmax_timeout', 'Auctions that had too little time left to call a bidder.');
  }

  /** @param nowMs epoch ms */
  count(auction: Auction, seconds: number, nowMs: number): void {
    const handles = this.#types[auction.channel];
    const status = statusOf(auction);
    handles.byStatus[status].add();
    if (status === 'ok') handles.seconds.observe(seconds);
    this.#sizes[auction.entry].observe(auction.incoming.body.length);
    if (auction.channel !== 'app' && auction.channel !== 'dooh' && !auction.uids.hasAnyLive(nowMs)) handles.withoutCookie.add();
    if (auction.debug.shown) this.#debug.add();
    if (hasStoredResponses(auction)) this.#stored.add();
    for (const imp of auction.request.imp) this.#imps[bitsOf(imp)]?.add();
    this.#countOverhead(auction);
  }

  /** A request refused before it became an auction. */
  refused(entry: Entry): void {
    this.#types[entry === 'auction' ? 'web' : entry].byStatus.queuetimeout.add();
  }

  /** An auction with at least one bidder for which no time was left. */
  noTime(): void {
    this.#noTime.add();
  }

  #countOverhead({ timeline, refusal }: Auction): void {
    if (refusal) return;
    const micros = [0, 0, 0];
    for (const { state, tookUs } of timeline) {
      const type = OVERHEAD[state];
      if (type !== undefined) micros[type] = (micros[type] ?? 0) + Math.max(0, tookUs);
    }
    for (let type = 0; type < micros.length; type++) this.#overhead[type]?.observe((micros[type] ?? 0) / 1e6);
  }
}

export const hasStoredResponses = ({ storedAuctionResponses, storedBidResponses }: Auction): boolean =>
  storedAuctionResponses.size > 0 || storedBidResponses.length > 0;
