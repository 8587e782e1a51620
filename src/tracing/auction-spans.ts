/**
 * One auction as spans: itself, each state it passed through, and within `collect` each bidder with its calls. User ids, addresses, bodies
 * and texts that may repeat them are never attributes.
 */
import type { Auction } from '#src/auction/auction.ts';
import type { BidderOutcome, CallOutcome } from '#src/auction/bidder-task.ts';
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

/** One span to be added. */
interface NewSpan {
  readonly name: string;
  readonly kind: SpanKind;
  readonly parentSpanId: string | undefined;
  /** µs since the epoch. */
  readonly times: { readonly from: number; readonly to: number };
  readonly attributes: Attributes;
  /** Absent: the span did not fail. */
  readonly error?: string | undefined;
}

/** Spans of one auction, with ids counted from the first. */
class Writer {
  readonly spans: Span[] = [];
  readonly #context: TraceContext;

  constructor(context: TraceContext) {
    this.#context = context;
  }

  /** @returns the span's id */
  add({ name, kind, parentSpanId, times, attributes, error }: NewSpan): string {
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
    'http.request.body.size': auction.incomingBytes,
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
  const root = writer.add({
    name: `${auction.incoming.method} ${auction.incoming.path}`,
    kind: SERVER,
    parentSpanId: context.parentSpanId,
    times: { from: zero, to: zero + endUs },
    attributes: auctionAttributes(auction),
    error: (auction.clientResponse?.status ?? 500) >= 500 ? (auction.rejection?.kind ?? 'no response') : undefined,
  });
  for (const { state, atUs, tookUs } of auction.timeline) {
    const times = { from: zero + atUs, to: zero + (tookUs < 0 ? endUs : atUs + tookUs) };
    const rejected = auction.rejection !== undefined && state === auction.timeline.at(-1)?.state;
    const attributes: Attributes = rejected ? { 'auctor.rejection': auction.rejection?.kind } : {};
    const span = writer.add({ name: state, kind: INTERNAL, parentSpanId: root, times, attributes });
    if (state === 'collect') for (const outcome of auction.outcomes) addBidder(writer, span, times.from, outcome);
  }
  return writer.spans.map((span) => JSON.stringify(span)).join(',');
}

/** All calls begin with the state. */
function addBidder(writer: Writer, parent: string, from: number, { bidder, kind, ms, calls }: BidderOutcome): void {
  const failed = kind === 'error' || kind === 'timeout';
  const bids = calls.reduce((count, { result }) => count + (result?.bids.length ?? 0), 0);
  const failure = calls.find((call) => call.failure)?.failure;
  const span = writer.add({
    name: bidder,
    kind: INTERNAL,
    parentSpanId: parent,
    times: { from, to: from + ms * 1000 },
    attributes: { 'auctor.bidder': bidder, 'auctor.outcome': kind, 'auctor.bids': bids },
    error: failed ? (failure?.kind ?? kind) : undefined,
  });
  for (const call of calls) addCall(writer, span, from, call);
}

function addCall(writer: Writer, parent: string, from: number, { call, response, failure, ms, stored }: CallOutcome): void {
  if (stored) return;
  const origin = URL.canParse(call.uri) ? new URL(call.uri) : undefined;
  writer.add({
    name: call.method,
    kind: CLIENT,
    parentSpanId: parent,
    times: { from, to: from + ms * 1000 },
    attributes: {
      'http.request.method': call.method,
      'server.address': origin?.hostname,
      'server.port': origin?.port ? Number(origin.port) : undefined,
      'http.response.status_code': response?.status,
      'error.type': failure?.kind,
      'auctor.imps': call.impIds.length,
    },
    error: failure?.kind,
  });
}
