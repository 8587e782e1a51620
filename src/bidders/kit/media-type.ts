/** Rules that decide a bid's media type. Combined with `firstOf`; if none of them can decide, the last one's error counts. */
import { z } from 'zod';
import { isObject } from '#src/json/merge.ts';
import { string } from '#src/json/values.ts';
import { type BidderError, MEDIA_TYPES, type MediaType } from '../bidder.ts';
import { generic, isError } from '../errors.ts';
import { sentRequest } from './bids.ts';
import { field } from './decode.ts';
import { badBidType } from './messages.ts';
import { readerOf } from './reader.ts';
import type { ResponseContext, SharedBid, TypeRule } from './response-spec.ts';
import type { SharedImp } from './spec.ts';

type Otherwise = (bid: SharedBid) => BidderError | MediaType | '' | undefined;

/** A rule that needs no position, and can be called by other rules. */
type Rule = (bid: SharedBid, context: ResponseContext) => ReturnType<TypeRule>;

const nothing: Otherwise = () => undefined;

/** `bid.mtype` 1 banner, 2 video, 3 audio, 4 native, as far as the bidder supports them. */
export const byMtype = (types: readonly MediaType[] = MEDIA_TYPES, otherwise: Otherwise = nothing): Rule => {
  return (bid) => {
    const type = MEDIA_TYPES[(bid.mtype ?? 0) - 1];
    return type && types.includes(type) ? type : otherwise(bid);
  };
};

/** The `mtype` of a bid of this type. */
export const mtypeOf = (type: MediaType): number => MEDIA_TYPES.indexOf(type) + 1;

/** `bid.ext.srv.type`. */
export const byExtType = (otherwise: Otherwise = nothing): Rule => {
  return (bid) => toMediaType(extType(bid)) ?? otherwise(bid);
};

const readTyped = readerOf(z.object({ srv: z.object({ type: z.string() }) }));

export interface ByReadExtType {
  /** The supported types; default all. */
  readonly types?: readonly MediaType[];
  /** `bid.ext` is malformed (`cause`: the decoder's message), or has no `srv` in it (no `cause`). */
  readonly missing: (bid: SharedBid, cause: string | undefined) => ReturnType<Otherwise>;
  /** The type is none of `types` (also empty); default an error of class other, `invalid BidType: …`. */
  readonly unknown?: (bid: SharedBid, type: string) => ReturnType<Otherwise>;
}

/** `bid.ext.srv.type` of an `ext` that must be readable: unlike `byExtType`, a missing `srv` differs from a missing type. */
export const byReadExtType = ({ types = MEDIA_TYPES, missing, unknown = (_, type) => generic(badBidType(type)) }: ByReadExtType): Rule => {
  return (bid) => {
    const found = readTyped(bid.ext);
    if ('error' in found) return missing(bid, found.error);
    if (!found.value.srv) return missing(bid, undefined);
    const { type = '' } = found.value.srv;
    return types.find((one) => one === type) ?? unknown(bid, type);
  };
};

/** The string in `bid.ext.srv.type`, `''` if absent. */
export const extType = (bid: SharedBid): string => extString(bid, 'srv.type');

/** The string in a field of `bid.ext`, by its path (`mf.media_type`, names in any case); `''` if there is none. */
export function extString({ ext }: SharedBid, path: string): string {
  let found: unknown = ext;
  for (const name of path.split('.')) found = isObject(found) ? field(found, name) : undefined;
  return string(found);
}

export interface ByExtField {
  /** The media type of each value; default the four media types by their names. */
  readonly types?: { readonly [value: string]: MediaType };
  /** No field of that path holds one of the values. */
  readonly otherwise?: (bid: SharedBid, value: string) => ReturnType<Otherwise>;
}

const NAMES: { readonly [name: string]: MediaType } = Object.fromEntries(MEDIA_TYPES.map((type) => [type, type]));

/** For `otherwise`: the value unchanged, also empty or unknown (the auction drops a bid of unknown type). */
export const unchecked = (_: SharedBid, value: string): MediaType | '' => value as MediaType | '';

/** A string in a field of `bid.ext`, by its path: `byExtField('mediaType')`. */
export const byExtField = (path: string, { types = NAMES, otherwise = nothing }: ByExtField = {}): Rule => {
  return (bid) => {
    const value = extString(bid, path);
    return (Object.hasOwn(types, value) ? types[value] : undefined) ?? otherwise(bid, value);
  };
};

/** The media type of that name; undefined: there is none. */
export const toMediaType = (type: string): MediaType | undefined => MEDIA_TYPES.find((one) => one === type);

export interface ByImp {
  /** The first of these types that the imp has; default banner, video, native, audio. */
  readonly order?: readonly MediaType[];
  /** Use the imps as sent instead of as received. */
  readonly in?: 'sent';
  /** Which of several imps with the id counts; default the first; `'all'`: the types of all of them together. */
  readonly match?: 'first' | 'last' | 'all';
  /** The imp has more than one of the types; default the first of them. */
  readonly several?: (bid: SharedBid, imp: SharedImp) => ReturnType<Otherwise>;
  /** No imp has the bid's `impid`; default `otherwise`. */
  readonly noImp?: Otherwise;
  /** The imp has none of the types; default `otherwise`. */
  readonly noType?: (bid: SharedBid, imp: SharedImp) => ReturnType<Otherwise>;
  readonly otherwise?: Otherwise;
}

const DEFAULT_ORDER: readonly MediaType[] = ['banner', 'video', 'native', 'audio'];

/** The media type of the bid's imp. */
export const byImp = ({
  order = DEFAULT_ORDER,
  in: where,
  match,
  several,
  otherwise = nothing,
  noImp = otherwise,
  noType = otherwise,
}: ByImp = {}): Rule => {
  return (bid, { request, call }) => {
    const { imp: imps } = (where === 'sent' ? sentRequest(call) : undefined) ?? request;
    const found = imps.filter(({ id }) => id === bid.impid);
    const imp = match === 'last' ? found.at(-1) : found[0];
    if (!imp) return noImp(bid);
    const [type, other] = (match === 'all' ? found : [imp]).flatMap((one) => order.filter((format) => one[format]));
    return other && several ? several(bid, imp) : (type ?? noType(bid, imp));
  };
};

/** A rule for bidders of one media type. */
export const always = (type: MediaType): Rule => {
  return () => type;
};

/** The result of the first rule that decides, else of the last one. */
export const firstOf = (...rules: readonly TypeRule[]): TypeRule => {
  return (bid, context, position) => {
    let last: ReturnType<TypeRule>;
    for (const rule of rules) {
      last = rule(bid, context, position);
      if (last !== undefined && !isError(last)) return last;
    }
    return last;
  };
};
