/** The response half of a bidder's file. */
import type { ResponseExt } from '#src/openrtb/ext.ts';
import type { Bid, BidResponse, DeepReadonly, SeatBid } from '#src/openrtb/ortb.ts';
import type { AuctionConfig, BidderError, Builder, Call, HttpResponse, MediaType, SharedRequest, TypedBid } from '../bidder.ts';
import type { Costs } from './cost.ts';
import type { Patch } from './objects.ts';

export type SharedBid = DeepReadonly<Bid>;
export type SharedSeatBid = DeepReadonly<SeatBid>;
export type SharedResponse = DeepReadonly<BidResponse>;
export type BidPatch = Patch<Bid>;

/** Context of every hook of the response half. Errors that drop nothing are pushed to `errors`. */
export interface ResponseContext<T = unknown> {
  readonly request: SharedRequest;
  /** The call of this response: URI, body and imp ids as sent. */
  readonly call: Call;
  /** Status, headers and body as received. */
  readonly response: HttpResponse;
  /** The decoded OpenRTB response. */
  readonly body?: SharedResponse;
  readonly builder: Builder;
  readonly setup: T;
  readonly errors: BidderError[];
}

/** Position of a bid in the response. */
export interface BidPosition {
  readonly seatBid: SharedSeatBid;
  readonly seatIndex: number;
  readonly index: number;
}

/** The meaning of a status (with headers and body): parse the response, no bid, a result without bids, or an error. */
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
  /** Error for an undecodable response; default bad server response with the decoder's message. */
  readonly unreadable?: (cause: string) => BidderError;
  /** Checks the complete response first; an error ends it. */
  readonly check?: (body: SharedResponse, context: ResponseContext<T>) => BidderError | undefined;
  /** Responses that mean "no bid" rather than an empty list of bids. */
  readonly noBid?: (body: SharedResponse) => boolean;
  /** Which bids are read; default `'all'`. */
  readonly readBids?: 'all' | 'first-seatbid' | 'first-bid';
  /** Currency of the bids: the response's, else USD (default); the response's even if empty (`'response'`); or another. */
  readonly currency?:
    | 'response-or-usd'
    | 'response'
    | { readonly fixed: string }
    | ((body: SharedResponse, context: ResponseContext<T>) => string | undefined);
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
  /** Effect of an invalid bid; default `'drop'`. */
  readonly onBadBid?: Costs<BidStep>;
  /** Result of a response without remaining bids: a `'result'` (default), its `'errors'` only, those and one more, or `'nothing'`. */
  readonly whenNoBids?: 'result' | 'errors' | 'nothing' | BidderError;
  /** Auction configs for the browser in the response's `ext`; an error fails the response. */
  readonly auctionConfigs?: (
    ext: DeepReadonly<ResponseExt>,
    context: ResponseContext<T>,
  ) => readonly AuctionConfig[] | BidderError | undefined;
}
