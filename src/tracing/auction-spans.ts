/**
 * One auction as spans: itself, each state it passed through, and within `collect` each bidder with its calls. User ids, addresses, bodies
 * and texts that may repeat them are never attributes.
 */
import type { Auction, BidderOutcome, CallOutcome } from '#src/auction/auction.ts';
import { type Attributes, nanosOf, type Span, type SpanKind, toAttributes } from './otlp.ts';

/** The parent of an auction in its trace. */
export interface TraceContext {
  /** 32 hex digits. */
  readonly traceId: string;
  readonly parentSpanId?: string | undefined;
  /** The first span id; the others count up from it. Below 2^63. */
  readonly firstSpan: bigint;
}

const INTERNAL = 1;
const SERVER = 2;
const CLIENT = 3;

/** Spans of one auction, with ids counted from the first. */
class Writer {
  readonly spans: Span[] = [];
  readonly #context: TraceContext;

  constructor(context: TraceContext) {
    this.#context = context;
  }

  /** @param times µs since the epoch @returns the span's id */
  add(
    name: string,
    kind: SpanKind,
    parentSpanId: string | undefined,
    times: { readonly from: number; readonly to: number },
    attributes: Attributes,
    error?: string,
  ): string {
    const number = BigInt.asUintN(64, this.#context.firstSpan + BigInt(this.spans.length));
    const spanId = (number === 0n ? 1n : number).toString(16).padStart(16, '0');
    this.spans.push({
      traceId: this.#context.traceId,
      spanId,
      parentSpanId,
      name,
      kind,
      startTimeUnixNano: nanosOf(times.from),
      endTimeUnixNano: nanosOf(Math.max(times.from, times.to)),
      attributes: toAttributes(attributes),
      status: error === undefined ? undefined : { code: 2, message: error },
    });
    return spanId;
  }
}

function auctionAttributes(auction: Auction): Attributes {
  const { incoming, clientResponse, request, rejection, seats } = auction;
  let bids = 0;
  for (const seat of seats.values()) bids += seat.bids.length;
  return {
    'http.request.method': incoming.method,
    'url.path': incoming.path,
    'http.response.status_code': clientResponse?.status,
    'http.request.body.size': incoming.body.length,
    'auctor.auction': auction.number,
    'auctor.request_id': request.id || undefined,
    'auctor.account': auction.accountId || undefined,
    'auctor.request_type': auction.requestType,
    'auctor.imps': request.imp.length,
    'auctor.bidders': auction.outcomes.length,
    'auctor.bids': bids,
    'auctor.rejection': rejection?.kind,
  };
}

/** Spans of a finished auction, as JSON joined by commas. @param endUs µs since its start */
export function auctionSpans(auction: Auction, context: TraceContext, endUs: number): string {
  const writer = new Writer(context);
  const zero = auction.startedAt * 1000;
  const root = writer.add(
    `${auction.incoming.method} ${auction.incoming.path}`,
    SERVER,
    context.parentSpanId,
    { from: zero, to: zero + endUs },
    auctionAttributes(auction),
    (auction.clientResponse?.status ?? 500) >= 500 ? (auction.rejection?.kind ?? 'no response') : undefined,
  );
  for (const { state, atUs, tookUs } of auction.timeline) {
    const times = { from: zero + atUs, to: zero + (tookUs < 0 ? endUs : atUs + tookUs) };
    const rejected = auction.rejection !== undefined && state === auction.timeline.at(-1)?.state;
    const span = writer.add(state, INTERNAL, root, times, rejected ? { 'auctor.rejection': auction.rejection?.kind } : {});
    if (state === 'collect') for (const outcome of auction.outcomes) addBidder(writer, span, times.from, outcome);
  }
  return writer.spans.map((span) => JSON.stringify(span)).join(',');
}

/** All calls begin with the state. */
function addBidder(writer: Writer, parent: string, from: number, { bidder, kind, ms, calls }: BidderOutcome): void {
  const failed = kind === 'error' || kind === 'timeout';
  const bids = calls.reduce((count, { result }) => count + (result?.bids.length ?? 0), 0);
  const failure = calls.find((call) => call.failure)?.failure;
  const span = writer.add(
    bidder,
    INTERNAL,
    parent,
    { from, to: from + ms * 1000 },
    { 'auctor.bidder': bidder, 'auctor.outcome': kind, 'auctor.bids': bids },
    failed ? (failure?.kind ?? kind) : undefined,
  );
  for (const call of calls) addCall(writer, span, from, call);
}

function addCall(writer: Writer, parent: string, from: number, { call, response, failure, ms, stored }: CallOutcome): void {
  if (stored) return;
  const origin = URL.canParse(call.uri) ? new URL(call.uri) : undefined;
  writer.add(
    call.method,
    CLIENT,
    parent,
    { from, to: from + ms * 1000 },
    {
      'http.request.method': call.method,
      'server.address': origin?.hostname,
      'server.port': origin?.port ? Number(origin.port) : undefined,
      'http.response.status_code': response?.status,
      'error.type': failure?.kind,
      'auctor.imps': call.impIds.length,
    },
    failure?.kind,
  );
}
