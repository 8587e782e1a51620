/** The fields of a bidder's file. All except `code`, `maintainer`, `capabilities`, `params` and `response` have a default. */

import type { ZodType } from 'zod';
import type { ImpExt } from '#src/openrtb/ext.ts';
import type { BidRequest, DeepReadonly, Imp } from '#src/openrtb/ortb.ts';
import type { BidderError, Builder, Call, MadeBids, MadeRequests, RequestInfo, SharedRequest } from '../bidder.ts';
import type { InfoSpec } from './bidder-info.ts';
import type { Costs } from './cost.ts';
import type { Patch } from './objects.ts';
import type { Reader } from './reader.ts';
import type { ResponseContext, ResponseSpec, StatusPolicy } from './response-spec.ts';

export type SharedImp = DeepReadonly<Imp>;

export type ImpPatch = Patch<Imp>;
export type RequestPatch = Patch<BidRequest>;

/** An imp as it will be sent, with its decoded params. */
export interface ImpWithParams<P> {
  readonly imp: SharedImp;
  readonly params: P;
  /** `imp.ext` as received. */
  readonly ext: DeepReadonly<ImpExt>;
  /** Position in the request. */
  readonly index: number;
}

/** The imps of one call. */
export type Group<P> = readonly ImpWithParams<P>[];

/** Context of every hook of the request half. Errors that drop nothing are pushed to `errors`. */
export interface RequestContext<T = unknown> {
  readonly request: SharedRequest;
  readonly info: RequestInfo;
  readonly builder: Builder;
  /** Result of `setup`. */
  readonly setup: T;
  readonly errors: BidderError[];
}

export type Headers = { readonly [name: string]: string | number | readonly (string | undefined)[] | undefined };
export type HeaderPreset = 'json+accept' | 'json' | 'none' | 'openrtb-2.5' | 'openrtb-2.6' | 'plain-json' | 'plain-json+accept';

/** Steps of an imp in order: `checkImp`, decoding of `imp.ext` and of the params in it, `floor`, `imp` and `finishImp`. */
export type ImpStep = 'check' | 'ext' | 'params' | 'floor' | 'imp';

export interface FloorSpec {
  /** Currency of the sent floors. */
  readonly to: string;
  /** Default: after `imp.ext` and params are decoded. */
  readonly at?: 'before-params';
  /** Default: bad input with the converter's message. */
  readonly error?: (from: string, cause: string, imp: SharedImp) => BidderError;
}

type ImpHook<P, T> = (item: ImpWithParams<P>, context: RequestContext<T>) => ImpPatch | BidderError | 'skip' | undefined;

/** The protocol of a bidder. `P`: params as hooks receive them. `T`: result of `setup`. */
export interface TrafficSpec<P, T> extends Hooks<NoInfer<P>, NoInfer<T>> {
  /** Runs once per adapter (parse extra info, check the endpoint …). May throw if the host's settings are invalid. */
  readonly setup?: (builder: Builder) => T;
  /**
   * `imp.ext` and the params in it must be readable (default), are read if possible (`'if-readable'`: else empty), are not
   * decoded (`'never'`: empty), or are decoded by a function (value, or the decoder's message).
   */
  readonly readParams?: 'required' | 'if-readable' | 'never' | Reader<P>;
}

/** All fields that use `P` and `T` unchanged. */
interface Hooks<P, T> {
  /** The error of a request without imps; default none. */
  readonly whenEmpty?: BidderError;
  /** Runs first: an error ends the request, a patch changes it for all following steps. */
  readonly before?: (context: RequestContext<T>) => RequestPatch | BidderError | undefined;

  /** Checks an imp before anything in it is decoded; `'skip'` drops it without an error. */
  readonly checkImp?: (imp: SharedImp, context: RequestContext<T>, index: number) => BidderError | 'skip' | undefined;
  /**
   * Whose params an imp has: its `'own'` (default); those of the `'first'` imp (only this one is decoded, its error ends the
   * request), of the `'first-readable'` one (later ones are not decoded) or of the `'last'` one; or its own over those of the
   * imps before it (`'inherited'`).
   */
  readonly paramsOf?: 'own' | 'first' | 'first-readable' | 'last' | 'inherited';
  /** Error for undecodable params; default bad input with the decoder's message. */
  readonly badParams?: (cause: string, imp: SharedImp, step: 'ext' | 'params', index: number, context: RequestContext<T>) => BidderError;
  /** Converts bid floors to one currency. */
  readonly floor?: FloorSpec;
  /** Changes an imp, or drops it with an error, or without one (`'skip'`). */
  readonly imp?: ImpHook<P, T>;
  /** A second pass, once all imps have passed the first. */
  readonly finishImp?: ImpHook<P, T>;
  /** Effect of an invalid imp; default `'drop'`. */
  readonly onBadImp?: Costs<ImpStep>;
  /** Additional error if `onBadImp` ended the request. */
  readonly abortError?: (context: RequestContext<T>, ended: readonly BidderError[]) => BidderError;
  /** When errors of dropped imps are reported; default `'always'`. */
  readonly reportImpErrors?: 'always' | 'without-calls' | 'never';
  /** Additional error if no imp is left; `noImpsOnly`: the only one. */
  readonly noImps?: (context: RequestContext<T>) => BidderError | undefined;
  readonly noImpsOnly?: boolean;
  /** Calls are made even if no imp is left. */
  readonly callWithoutImps?: boolean;

  /** Groups of imps, one call each; default one group. May turn one imp into several. An error ends the request. */
  readonly fanout?: (imps: Group<P>, context: RequestContext<T>) => readonly Group<P>[] | BidderError;
  /** The call's URI; default: the endpoint with `macros` replaced. */
  readonly uri?: (group: Group<P>, context: RequestContext<T>) => string | BidderError;
  /** Values of the endpoint's `{{.Name}}` or `{Name}`, from the group's first imp. */
  readonly macros?: (
    item: ImpWithParams<P>,
    context: RequestContext<T>,
  ) => { readonly [name: string]: string | number | undefined } | BidderError;
  /** How values of `macros` are escaped; default `'none'` (Java variant: all percent-encoded). */
  readonly escapeMacros?: 'none' | 'path' | 'query';
  readonly method?: 'POST' | 'GET';
  /** A preset (default `'json+accept'`) or all headers; a list is one header line a value. */
  readonly headers?: HeaderPreset | ((group: Group<P>, context: RequestContext<T>) => Headers);
  /** Whether headers with an empty value are sent; default `'drop'`. */
  readonly emptyHeaders?: 'drop' | 'send';
  /** Changes the request of one call (`imp` already holds the group's). An error drops this call. */
  readonly request?: (group: Group<P>, context: RequestContext<T>) => RequestPatch | BidderError | undefined;
  /** The complete body if it is not an OpenRTB request; `undefined`: none. */
  readonly body?: (group: Group<P>, context: RequestContext<T>) => object | string | BidderError | undefined;
  /** Last change of the OpenRTB body, for fields OpenRTB lacks. */
  readonly editBody?: (body: SharedRequest, group: Group<P>, context: RequestContext<T>) => object | string | BidderError;
  /** Ids of the imps of a call: those `'sent'` in it (default), all of the `'request'`, or others. */
  readonly impIds?: 'sent' | 'request' | ((group: Group<P>, context: RequestContext<T>) => readonly string[]);

  readonly status?: StatusPolicy;
  /** Status of a response with bids, if it is not 200; `status` accepts it. */
  readonly okStatus?: number;
  readonly response?: ResponseSpec<T>;
  /** Escape hatch: makes the calls from the imps. */
  readonly calls?: (imps: Group<P>, context: RequestContext<T>) => MadeRequests;
  /** Escape hatch: parses a response with status `'ok'`. */
  readonly parse?: (context: ResponseContext<T>) => MadeBids;
  /** The call that reports a timeout to the bidder. */
  readonly timeoutNotice?: (call: Call, builder: Builder) => Call | undefined;
  /** Differences in the Java variant, merged over the rest once per adapter (`response` field by field; `undefined` removes). */
  readonly java?: JavaSpec<P, T>;
}

type Optional<O> = { readonly [K in keyof O]?: O[K] | undefined };

/** Names and params of a bidder in the Java variant. */
export interface JavaNames {
  /** The bidder it is an alias of. */
  readonly aliasOf?: string;
  /** Aliases that the other variant does not have. */
  readonly aliases?: { readonly [code: string]: Partial<InfoSpec> };
  /** The schema of its params. */
  readonly params?: ZodType;
}

export type JavaSpec<P, T> = Optional<InfoSpec> &
  JavaNames &
  Optional<Omit<TrafficSpec<P, T>, 'java' | 'response'>> & {
    readonly response?: Optional<ResponseSpec<T>>;
  };

export type AliasSpec = Partial<InfoSpec> & { readonly java?: Partial<InfoSpec> };

export interface BidderSpec<S extends ZodType, P, T> extends InfoSpec, TrafficSpec<P, T> {
  readonly code: string;
  /** The schema of `imp.ext.srv.bidder.<code>`; also the source of `/bidders/params`. */
  readonly params: S;
  /** The alias the Java variant uses as the bidder's code: there the two codes are swapped. */
  readonly javaCode?: string;
  /** Codes of this bidder under other names, with the info that differs (`java`: only in the Java variant). */
  readonly aliases?: { readonly [code: string]: AliasSpec };
}
