/** The response half of what a bidder's file may contain. */
import type { ResponseExt } from '#src/wire/ext.ts';
import type { Bid, BidResponse, DeepReadonly, SeatBid } from '#src/wire/ortb.ts';
import type { AuctionConfig, BidderError, Builder, Call, HttpResponse, MediaType, SharedRequest, TypedBid } from '../bidder.ts';
import type { Costs, Patch } from './spec.ts';

export type SharedBid = DeepReadonly<Bid>;
export type SharedSeatBid = DeepReadonly<SeatBid>;
export type SharedResponse = DeepReadonly<BidResponse>;
export type BidPatch = Patch<Bid>;

/** What every hook of the response half gets. Errors that drop nothing are pushed to `errors`. */
export interface ResponseContext<T = unknown> {
  readonly request: SharedRequest;
  /** The call this is the response to: URI, body and imp ids as sent. */
  readonly call: Call;
  /** Status, headers and body as they came. */
  readonly response: HttpResponse;
  /** The response as OpenRTB, once it is decoded. */
  readonly body?: SharedResponse;
  readonly builder: Builder;
  readonly setup: T;
  readonly errors: BidderError[];
}

/** Where a bid stands in the response. */
export interface BidPosition {
  readonly seatBid: SharedSeatBid;
  readonly seatIndex: number;
  readonly index: number;
}

/** What a status (with headers and body) means: read the response, no bid, a result without bids, or an error. */
export type StatusPolicy = (response: HttpResponse) => 'ok' | 'no-bid' | 'empty' | BidderError;

/** A bid's media type; an error; `undefined` (undecided: the bid is dropped); `''` keeps the bid without a type. */
export type TypeRule<T = unknown> = (
  bid: SharedBid,
  context: ResponseContext<T>,
  position: BidPosition,
) => MediaType | '' | BidderError | undefined;

/** Steps of a bid in order: `checkBid`, `mediaType`, `bid`. */
export type BidStep = 'check' | 'type' | 'bid';

export interface ResponseSpec<T> {
  /** Error for a response that cannot be decoded; default bad server response with the decoder's message. */
  readonly unreadable?: (cause: string) => BidderError;
  /** Checks the complete response first; an error ends it. */
  readonly check?: (body: SharedResponse, context: ResponseContext<T>) => BidderError | undefined;
  /** Responses that mean "no bid" rather than "no bids". */
  readonly noBid?: (body: SharedResponse) => boolean;
  /** Which bids are read; default `'all'`. */
  readonly readBids?: 'all' | 'first-seatbid' | 'first-bid';
  /** Currency of the bids: the response's, else USD (default); the response's even if empty (`'response'`); or another. */
  readonly currency?: 'response-or-usd' | 'response' | { readonly fixed: string } | ((body: SharedResponse) => string | undefined);
  /** Checks a bid before its type is decided: an error or a `warning()`; `'skip'` drops it without one. */
  readonly checkBid?: (bid: SharedBid, context: ResponseContext<T>, position: BidPosition) => BidderError | 'skip' | undefined;
  readonly mediaType: TypeRule<T>;
  /** Changes a bid, or drops it with an error, or without one (`'skip'`). */
  readonly bid?: (
    bid: SharedBid,
    type: MediaType | '',
    context: ResponseContext<T>,
    position: BidPosition,
  ) => BidPatch | BidderError | 'skip' | undefined;
  /** Attributes beside the bid (after `bid`): its own seat, video data, meta, deal priority. */
  readonly extras?: (
    bid: SharedBid,
    type: MediaType | '',
    context: ResponseContext<T>,
    position: BidPosition,
  ) => Partial<Omit<TypedBid, 'bid'>> | undefined;
  /** What a bad bid costs; default `'drop'`. */
  readonly onBadBid?: Costs<BidStep>;
  /** What a response is of which no bid is left: a `'result'` (default), its `'errors'` only, or `'nothing'`. */
  readonly whenNoBids?: 'result' | 'errors' | 'nothing';
  /** Auction configs for the browser in the response's `ext`; an error costs the response. */
  readonly auctionConfigs?: (
    ext: DeepReadonly<ResponseExt>,
    context: ResponseContext<T>,
  ) => readonly AuctionConfig[] | BidderError | undefined;
}
