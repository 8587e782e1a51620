/** Boundary `exchange` (README 5.3): functions instead of adapters, their calls, conversion and adjustments. */
import type { Adapter, BidderError, BidderResult, Call, HttpResponse, TypedBid } from '#src/bidders/bidder.ts';
import type { Cancel, Exchanged, Outgoing, Transport } from '#src/net/transport.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { Bid, BidRequest } from '#src/openrtb/ortb.ts';
import type { FunctionMock } from './case.ts';
import { ortbDifference } from './equality.ts';

interface RecordedBid {
  readonly bid: Bid;
  readonly type?: string;
  readonly video?: Ext;
  readonly meta?: Ext;
  readonly dealPriority?: number;
}

interface RecordedSeat {
  readonly seat?: string;
  readonly currency?: string;
  readonly bids?: readonly RecordedBid[];
  readonly auctionConfigs?: readonly Ext[];
}

/** Unexpected input of the functions. */
export type Complaints = string[];

const videoOf = (video: Ext | undefined): TypedBid['video'] =>
  video && {
    duration: Number(video['duration'] ?? 0),
    primary_category: String(video['primary_category'] ?? video['PrimaryCategory'] ?? ''),
  };

function toTyped({ bid, type = '', video, meta, dealPriority }: RecordedBid, seat: string): TypedBid {
  return { bid, type: type as TypedBid['type'], seat, video: videoOf(video), meta, dealPriority };
}

/** The functions of one adapter by the bidder's name: a bidder and its aliases of the request share it. */
export type Functions = ReadonlyMap<string, FunctionMock>;

/** Functions grouped by the core bidder behind each name. */
export function byCore(
  mocks: Readonly<Record<string, FunctionMock>>,
  aliases: Readonly<Record<string, string>>,
): Map<string, Map<string, FunctionMock>> {
  const grouped = new Map<string, Map<string, FunctionMock>>();
  for (const [name, mock] of Object.entries(mocks)) {
    const core = aliases[name] ?? name;
    const group = grouped.get(core) ?? new Map<string, FunctionMock>();
    grouped.set(core, group.set(name, mock));
  }
  return grouped;
}

const PREFIX = 'http://function.example/';

/**
 * The adapter over its functions. A request does not identify its function: the one that expects it is used, else the next unused one. Each
 * seat of a response has a call of its own, since each has its own currency.
 */
export function functionAdapter(functions: Functions, complaints: Complaints): Adapter {
  const left = new Map(functions);
  return {
    makeRequests(request) {
      const [name, mock] = choose(left, request as BidRequest) ?? [...functions][0] ?? ['', {}];
      left.delete(name);
      const found = mock.expectRequest && ortbDifference(mock.expectRequest, request as BidRequest);
      if (found) complaints.push(`request of ${name} ${found}`);
      const count = Math.max(1, mock.response?.seatBids?.length ?? 0);
      const impIds = request.imp.map(({ id }) => id);
      return { calls: Array.from({ length: count }, (_, index) => toCall(name, mock, index, impIds)), errors: [] };
    },
    makeBids(_request, sent) {
      const { name, index } = origins.get(sent) ?? { name: '', index: 0 };
      const mock = functions.get(name) ?? {};
      const seat = (mock.response?.seatBids as readonly RecordedSeat[] | undefined)?.[index];
      const errors: BidderError[] = index === 0 ? (mock.response?.errors ?? []).map(toError) : [];
      return seat ? { result: toResult(seat), errors } : { errors };
    },
  };
}

/** The function of a call, and its seat. */
const origins = new WeakMap<Call, { readonly name: string; readonly index: number }>();

const choose = (left: Functions, request: BidRequest): [string, FunctionMock] | undefined =>
  [...left].find(([, { expectRequest }]) => expectRequest && ortbDifference(expectRequest, request) === undefined) ?? [...left][0];

const toError = (error: { readonly code: number; readonly message: string } | string): BidderError =>
  typeof error === 'string' ? { code: 999, message: error } : { code: error.code, message: error.message };

function toCall(name: string, mock: FunctionMock, index: number, impIds: readonly string[]): Call {
  const shown = mock.response?.httpCalls?.[index];
  const call: Call = {
    method: 'POST',
    uri: String(shown?.['uri'] ?? `${PREFIX}${name}/${index}`),
    headers: (shown?.['requestheaders'] ?? {}) as Record<string, string[]>,
    body: String(shown?.['requestbody'] ?? index),
    impIds,
  };
  origins.set(call, { name, index });
  return call;
}

function toResult(seat: RecordedSeat): BidderResult {
  const bids = (seat.bids ?? []).map((bid) => toTyped(bid, seat.seat ?? ''));
  const auctionConfigs = (seat.auctionConfigs ?? []).map((config) => ({
    ...config,
    impid: String(config['impid'] ?? config['impId'] ?? ''),
    config: config['config'],
  }));
  return { currency: seat.currency ?? '', bids, ...(auctionConfigs.length > 0 ? { auctionConfigs } : {}) };
}

/** Responds at once with the recorded debug calls. */
export class FunctionTransport implements Transport {
  readonly #responses: ReadonlyMap<string, HttpResponse>;

  constructor(mocks: Readonly<Record<string, FunctionMock>>) {
    const calls = Object.values(mocks).flatMap(({ response }) => response?.httpCalls ?? []);
    this.#responses = new Map(
      calls.map((call) => [
        String(call['uri']),
        { status: Number(call['status'] ?? 200), headers: {}, body: String(call['responsebody'] ?? '') },
      ]),
    );
  }

  send(outgoing: Outgoing, done: (exchanged: Exchanged) => void): Cancel {
    const response = this.#responses.get(outgoing.uri) ?? { status: 200, headers: {}, body: '' };
    queueMicrotask(() => done({ kind: 'response', response }));
    return () => {};
  }

  async close(): Promise<void> {}
}
