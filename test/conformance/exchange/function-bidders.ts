/** Boundary `exchange` (README 5.3): functions in place of adapters, their calls, conversion and adjustments. */
import type { Adapter, Answer, BidderError, TypedBid } from '#src/bidders/bidder.ts';
import type { Cancel, Exchanged, Outgoing, Transport } from '#src/outside/http.ts';
import type { Ext } from '#src/wire/ext.ts';
import type { Bid, BidRequest } from '#src/wire/ortb.ts';
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

/** What the functions saw that they should not have. */
export type Complaints = string[];

const videoOf = (video: Ext | undefined): TypedBid['video'] =>
  video && {
    duration: Number(video['duration'] ?? 0),
    primary_category: String(video['primary_category'] ?? video['PrimaryCategory'] ?? ''),
  };

function toTyped({ bid, type = '', video, meta, dealPriority }: RecordedBid, seat: string): TypedBid {
  return { bid, type: type as TypedBid['type'], seat, video: videoOf(video), meta, dealPriority };
}

/** The adapter of one bidder; each seat of its answer comes by a call of its own, since each has its own currency. */
export function functionAdapter(code: string, mock: FunctionMock, complaints: Complaints): Adapter {
  const seats = (mock.response?.seatBids ?? []) as readonly RecordedSeat[];
  const errors: BidderError[] = (mock.response?.errors ?? []).map(({ code: number, message }) => ({ code: number, message }));
  const debugCalls = mock.response?.httpCalls ?? [];
  return {
    makeRequests(request) {
      if (mock.expectRequest) {
        const found = ortbDifference(mock.expectRequest, request as BidRequest);
        if (found) complaints.push(`request of ${code} ${found}`);
      }
      const calls = Array.from({ length: Math.max(1, seats.length) }, (_, index) => ({
        method: 'POST' as const,
        uri: String(debugCalls[index]?.['uri'] ?? `http://function.example/${code}/${index}`),
        headers: (debugCalls[index]?.['requestheaders'] ?? {}) as Record<string, string[]>,
        body: String(debugCalls[index]?.['requestbody'] ?? index),
        impIds: request.imp.map(({ id }) => id),
      }));
      return { calls, errors: [] };
    },
    makeBids(_request, sent) {
      const index = indexOf(sent.uri, debugCalls, code);
      const seat = seats[index];
      const own = index === 0 ? errors : [];
      if (!seat) return { errors: own };
      const bids = (seat.bids ?? []).map((bid) => toTyped(bid, seat.seat ?? ''));
      const auctionConfigs = (seat.auctionConfigs ?? []).map((config) => ({
        ...config,
        impid: String(config['impid'] ?? config['impId'] ?? ''),
        config: config['config'],
      }));
      return { result: { currency: seat.currency ?? '', bids, ...(auctionConfigs.length > 0 ? { auctionConfigs } : {}) }, errors: own };
    },
  };
}

function indexOf(uri: string, debugCalls: readonly Ext[], code: string): number {
  const prefix = `http://function.example/${code}/`;
  return uri.startsWith(prefix) ? Number(uri.slice(prefix.length)) : debugCalls.findIndex((call) => call['uri'] === uri);
}

/** Answers at once with what the debug calls recorded. */
export class FunctionTransport implements Transport {
  readonly #answers: ReadonlyMap<string, Answer>;

  constructor(mocks: Readonly<Record<string, FunctionMock>>) {
    const calls = Object.values(mocks).flatMap(({ response }) => response?.httpCalls ?? []);
    this.#answers = new Map(
      calls.map((call) => [
        String(call['uri']),
        { status: Number(call['status'] ?? 200), headers: {}, body: String(call['responsebody'] ?? '') },
      ]),
    );
  }

  send(outgoing: Outgoing, done: (exchanged: Exchanged) => void): Cancel {
    const answer = this.#answers.get(outgoing.uri) ?? { status: 200, headers: {}, body: '' };
    queueMicrotask(() => done({ kind: 'answer', answer }));
    return () => {};
  }

  async close(): Promise<void> {}
}
