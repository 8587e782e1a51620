/** The echo bidder (README 5.1): one call per imp with the complete request; one bid on the first imp of each request. */
import type { Auction } from '#src/auction/auction.ts';
import type { Adapter, Call, HttpResponse } from '#src/bidders/bidder.ts';
import { badInput } from '#src/bidders/errors.ts';
import type { Cancel, Exchanged, Outgoing, Transport } from '#src/net/transport.ts';
import type { BidRequest, BidResponse } from '#src/openrtb/ortb.ts';
import { normaliseExt } from '#src/openrtb/rename.ts';
import type { EchoMock } from './case.ts';

const UNEXPECTED = 'Unexpected status code: 400. Bad request from publisher. Run with request.debug = 1 for more info.';

/** The adapter of an echo bidder. */
export const echoAdapter = (code: string, mock: EchoMock): Adapter => ({
  makeRequests: (request) => ({
    calls: request.imp.map(
      (imp): Call => ({ method: 'POST', uri: `http://echo.example/${code}`, headers: {}, body: request, impIds: [imp.id] }),
    ),
    errors: [],
  }),
  makeBids: (_request, _sent, bidderResponse) => {
    if (bidderResponse.status === 400) return { errors: [badInput(UNEXPECTED)] };
    const response = JSON.parse(bidderResponse.body) as BidResponse;
    const bids = (response.seatbid ?? []).flatMap(({ bid }) =>
      bid.map((one) => ({ bid: one, type: 'banner' as const, seat: mock.seat ?? '' })),
    );
    return { result: { currency: response.cur ?? '', bids }, errors: [] };
  },
});

/** The servers of all echo bidders; records each bidder's first request. */
export class EchoTransport implements Transport {
  readonly first = new Map<string, unknown>();
  readonly counts = new Map<string, number>();
  readonly #mocks: Readonly<Record<string, EchoMock>>;

  constructor(mocks: Readonly<Record<string, EchoMock>>) {
    this.#mocks = mocks;
  }

  send(outgoing: Outgoing, done: (exchanged: Exchanged) => void): Cancel {
    const request = JSON.parse(outgoing.body ?? '{}') as BidRequest;
    normaliseExt(request);
    const bidder = outgoing.uri.slice('http://echo.example/'.length);
    if (!this.first.has(bidder)) this.first.set(bidder, request);
    this.counts.set(bidder, (this.counts.get(bidder) ?? 0) + 1);
    const response = echo(request, bidder, this.#mocks[bidder]);
    queueMicrotask(() => done({ kind: 'response', response }));
    return () => {};
  }

  async close(): Promise<void> {}
}

/**
 * The recorded hosts have no bid checks before their fake bidders: bids without a price pass. Ours pass as deals, which may be free;
 * `withoutMarks` removes the mark once they are accepted.
 */
const MARK = 'free-of-charge';

/** Removes the mark from bids that passed without a price. */
export function withoutMarks({ seats }: Auction): void {
  for (const { bids } of seats.values()) {
    for (const one of bids) if (one.bid.dealid === MARK) one.bid = { ...one.bid, dealid: undefined };
  }
}

function echo(request: BidRequest, bidder: string, mock: EchoMock | undefined): HttpResponse {
  const [imp] = request.imp;
  if (!mock || !imp?.ext || !('bidder' in imp.ext)) return { status: 400, headers: {}, body: '' };
  const bid = {
    id: `${bidder}-bid`,
    impid: imp.id,
    price: mock.price,
    crid: 'some-creative',
    ...dealOf(mock),
  };
  return { status: 200, headers: {}, body: JSON.stringify({ id: request.id, cur: mock.currency, seatbid: [{ bid: [bid] }] }) };
}

const dealOf = ({ dealid, price }: EchoMock): { dealid?: string } => {
  if (dealid) return { dealid };
  return price > 0 ? {} : { dealid: MARK };
};
