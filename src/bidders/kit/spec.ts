/** What a bidder's file may say. Everything but `code`, `maintainer`, `capabilities`, `params` and `response` has a default. */
import type { ZodType } from 'zod';
import type { ImpExt, ResponseExt } from '#src/wire/ext.ts';
import type { Bid, BidRequest, BidResponse, DeepReadonly, Imp, SeatBid } from '#src/wire/ortb.ts';
import type {
  Answer,
  AuctionConfig,
  BidderError,
  BidderFacts,
  Builder,
  Call,
  MadeBids,
  MadeRequests,
  MediaType,
  RequestInfo,
  SharedRequest,
  TypedBid,
  UserSyncFacts,
} from '../bidder.ts';

export type SharedImp = DeepReadonly<Imp>;
export type SharedBid = DeepReadonly<Bid>;
export type SharedSeatBid = DeepReadonly<SeatBid>;
export type SharedResponse = DeepReadonly<BidResponse>;

/** What is known of a bidder, in the short form of its file; `facts.ts` fills in the rest. */
export interface FactSpec {
  /** Where calls go; `{{.Name}}` is filled in by `macros`. Empty: the host must configure it. */
  readonly endpoint?: string;
  readonly maintainer: string;
  readonly capabilities: BidderFacts['capabilities'];
  /** Id in the IAB's vendor list. */
  readonly vendorId?: number;
  /** Version the bidder speaks; default 2.5, to which requests are brought down. */
  readonly openrtb?: '2.5' | '2.6';
  readonly gpp?: boolean;
  /** false: an imp reaches it with one media type only. */
  readonly multiformat?: boolean;
  readonly compression?: 'gzip' | undefined;
  readonly geoscope?: readonly string[];
  readonly disabled?: boolean;
  readonly whiteLabelOnly?: boolean;
  readonly modifyingVastXmlAllowed?: boolean;
  readonly debugAllowed?: boolean;
  /** Currencies of its bids; default any. */
  readonly currencies?: readonly string[];
  readonly extraInfo?: string;
  readonly platformId?: string;
  readonly xapi?: BidderFacts['xapi'];
  readonly sync?: UserSyncFacts;
  /** Key of the user's ids where `sync` names none; default the code. */
  readonly syncKey?: string;
}

export type JavaSpec = Partial<FactSpec> & { readonly aliasOf?: string };
export type AliasSpec = Partial<FactSpec> & { readonly java?: Partial<FactSpec> };

/** An imp as it will go out, with what its `ext` held when it came. */
export interface Slot<P> {
  readonly imp: SharedImp;
  readonly params: P;
  /** `imp.ext` as it came in. */
  readonly ext: DeepReadonly<ImpExt>;
  /** Position in the request. */
  readonly index: number;
}

/** What every hook of the request half sees. Errors that drop nothing are pushed to `errors`. */
export interface RequestContext<T = unknown> {
  readonly request: SharedRequest;
  readonly info: RequestInfo;
  readonly builder: Builder;
  /** What `setup` made. */
  readonly setup: T;
  readonly errors: BidderError[];
}

/** What every hook of the response half sees. */
export interface AnswerContext<T = unknown> {
  readonly request: SharedRequest;
  readonly sent: Call;
  readonly answer: Answer;
  /** The answer as OpenRTB, once it has been read as that. */
  readonly body?: SharedResponse;
  readonly builder: Builder;
  readonly setup: T;
  readonly errors: BidderError[];
}

/** Members to replace; `undefined` removes one. */
export type Patch<O> = Partial<DeepReadonly<O>>;
export type ImpPatch = Patch<Imp>;
export type RequestPatch = Patch<BidRequest>;
export type BidPatch = Patch<Bid>;

export type Headers = { readonly [name: string]: string | number | readonly (string | undefined)[] | undefined };

/** Judges the status (and headers): read the answer, no bid, a result without bids, or an error. */
export type StatusPolicy = (answer: Answer) => 'ok' | 'no-bid' | 'empty' | BidderError;

/** A bid's media type; an error or `undefined` (nothing to say) where it cannot be told; `''` keeps the bid without one. */
export type TypeRule<T = unknown> = (bid: SharedBid, context: AnswerContext<T>) => MediaType | '' | BidderError | undefined;

export interface ResponseSpec<T> {
  /** Error for an answer that cannot be read; default bad server response with the decoder's text. */
  readonly unreadable?: (cause: string) => BidderError;
  /** Looks at the whole answer first; an error ends it. */
  readonly check?: (body: SharedResponse, context: AnswerContext<T>) => BidderError | undefined;
  /** Answers that say "no bid" rather than "no bids". */
  readonly noBid?: (body: SharedResponse) => boolean;
  /** Currency of the bids; default: the answer's, else USD. */
  readonly currency?: { readonly fixed: string } | ((body: SharedResponse) => string | undefined);
  readonly mediaType: TypeRule<T>;
  /** What an error of `mediaType` or `bid` costs: the bid (default) or the whole answer. */
  readonly onBadBid?: 'drop' | 'fail';
  /** Changes a bid, or drops it with an error, or without one (`'skip'`). */
  readonly bid?: (
    bid: SharedBid,
    type: MediaType | '',
    context: AnswerContext<T>,
    seatBid: SharedSeatBid,
  ) => BidPatch | BidderError | 'skip' | undefined;
  /** What goes beside a bid (after `bid`): its own seat, video facts, meta, deal priority. */
  readonly beside?: (
    bid: SharedBid,
    type: MediaType | '',
    context: AnswerContext<T>,
    seatBid: SharedSeatBid,
  ) => Partial<Omit<TypedBid, 'bid'>> | undefined;
  /** Browser-side auction configs in the answer's `ext`; an error costs the whole answer. */
  readonly auctionConfigs?: (
    ext: DeepReadonly<ResponseExt>,
    context: AnswerContext<T>,
  ) => readonly AuctionConfig[] | BidderError | undefined;
}

/** How a bidder's requests are made and its answers read. `P`: params as hooks see them. `T`: what `setup` makes. */
export interface TrafficSpec<P, T> {
  /** Work done once per adapter (parsed extra info, checked endpoint …). May throw: the host's config is wrong then. */
  readonly setup?: (builder: Builder) => T;
  /** Comes before anything else: an error ends the request, a patch changes it for all that follows. */
  readonly before?: (context: RequestContext<T>) => RequestPatch | BidderError | undefined;
  /**
   * `imp.ext` and the params in it: must be readable (default), are read if they can be (`'if-readable'`: else empty),
   * are not looked at (`'never'`), or are read by a function of the bidder's own (value, or the decoder's text).
   */
  readonly readParams?: 'required' | 'if-readable' | 'never' | ((bidder: unknown) => P | string);
  /** Error for params that cannot be read; default bad input with the decoder's text. */
  readonly badParams?: (cause: string, imp: SharedImp, stage: 'ext' | 'params', index: number, context: RequestContext<T>) => BidderError;
  /** What a bad imp (unreadable params, error of `floor` or `imp`) costs: itself (default) or the request. */
  readonly onBadImp?: 'drop' | 'abort';
  /** Brings the bid floor to one currency where it is in another. Default error: bad input with the conversion's text. */
  readonly floor?: { readonly to: string; readonly fault?: (from: string, cause: string, imp: SharedImp) => BidderError };
  /** Changes an imp, or drops it with an error, or without one (`'skip'`). */
  readonly imp?: (slot: Slot<P>, context: RequestContext<T>) => ImpPatch | BidderError | 'skip' | undefined;
  /** Further error when no imp is left. */
  readonly noImps?: (context: RequestContext<T>) => BidderError | undefined;
  /** Groups of slots, one call each; default all in one. May make several slots of one. An error ends the request. */
  readonly fanout?: (slots: readonly Slot<P>[], context: RequestContext<T>) => readonly (readonly Slot<P>[])[] | BidderError;
  /** The call's URI; default: the endpoint with `macros` filled in. */
  readonly uri?: (group: readonly Slot<P>[], context: RequestContext<T>) => string | BidderError;
  /** Values of the endpoint's `{{.Name}}`, from the group's first slot. */
  readonly macros?: (slot: Slot<P>, context: RequestContext<T>) => { readonly [name: string]: string | number | undefined };
  readonly method?: 'POST' | 'GET';
  /** `'json+accept'` (default), `'json'`, `'none'`, or all of them; empty values are left out. */
  readonly headers?: 'json+accept' | 'json' | 'none' | ((group: readonly Slot<P>[], context: RequestContext<T>) => Headers);
  /** Changes the request of one call (`imp` is the group's already). */
  readonly request?: (group: readonly Slot<P>[], context: RequestContext<T>) => RequestPatch | BidderError | undefined;
  /** The whole body where it is no OpenRTB request; `undefined`: none. */
  readonly body?: (group: readonly Slot<P>[], context: RequestContext<T>) => object | string | BidderError | undefined;
  readonly status?: StatusPolicy;
  readonly response?: ResponseSpec<T>;
  /** Way out: makes the calls from the slots. */
  readonly calls?: (slots: readonly Slot<P>[], context: RequestContext<T>) => MadeRequests;
  /** Way out: reads an answer whose status was judged `'ok'`. */
  readonly parse?: (context: AnswerContext<T>) => MadeBids;
  readonly timeoutNotice?: (sent: Call, builder: Builder) => Call | undefined;
}

export interface BidderSpec<S extends ZodType, P, T> extends FactSpec, TrafficSpec<P, T> {
  readonly code: string;
  /** What publishers put into `imp.ext.srv.bidder.<code>`; also the source of `/bidders/params`. */
  readonly params: S;
  /** The alias the Java variant files the bidder under: there the codes change places. */
  readonly javaCode?: string;
  /** Facts that differ in the Java variant; `aliasOf`: the bidder it is an alias of there. */
  readonly java?: JavaSpec;
  /** Codes that are this bidder under another name, with the facts that differ (`java`: only in the Java variant). */
  readonly aliases?: { readonly [code: string]: AliasSpec };
}
