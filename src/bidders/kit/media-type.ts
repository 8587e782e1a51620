/** Rules that tell a bid's media type. Put together with `firstOf`; what none of them can tell is the last one's error. */
import { isObject } from '#src/wire/merge.ts';
import { type BidderError, MEDIA_TYPES, type MediaType } from '../bidder.ts';
import { isFault } from '../errors.ts';
import { impOf, sentRequest } from './bids.ts';
import { member, text } from './decode.ts';
import type { SharedBid, SharedImp, TypeRule } from './spec.ts';

type Otherwise = (bid: SharedBid) => BidderError | MediaType | '' | undefined;

const nothing: Otherwise = () => undefined;

/** `bid.mtype` 1 banner, 2 video, 3 audio, 4 native, as far as the bidder uses them. */
export const byMtype = (types: readonly MediaType[] = MEDIA_TYPES, otherwise: Otherwise = nothing): TypeRule => {
  return (bid) => {
    const type = MEDIA_TYPES[(bid.mtype ?? 0) - 1];
    return type && types.includes(type) ? type : otherwise(bid);
  };
};

/** `bid.ext.srv.type`. */
export const byExtType = (otherwise: Otherwise = nothing): TypeRule => {
  return (bid) => toMediaType(extType(bid)) ?? otherwise(bid);
};

/** The text in `bid.ext.srv.type`, `''` where there is none. */
export function extType(bid: SharedBid): string {
  const srv = isObject(bid.ext) ? member(bid.ext, 'srv') : undefined;
  return isObject(srv) ? text(member(srv, 'type')) : '';
}

export const toMediaType = (type: string): MediaType | undefined => MEDIA_TYPES.find((one) => one === type);

export interface ByImp {
  /** The first of these the imp has; default banner, video, native, audio. */
  readonly order?: readonly MediaType[];
  /** Look at the imps as they were sent instead of as they came. */
  readonly in?: 'sent';
  /** No imp has the bid's `impid`; default as `noType`. */
  readonly noImp?: Otherwise;
  /** The imp has none of the types. */
  readonly noType?: (bid: SharedBid, imp: SharedImp) => ReturnType<Otherwise>;
}

const USUAL: readonly MediaType[] = ['banner', 'video', 'native', 'audio'];

/** The media type of the imp the bid is for. */
export const byImp = ({ order = USUAL, in: where, noImp = nothing, noType = nothing }: ByImp = {}): TypeRule => {
  return (bid, { request, sent }) => {
    const imp = impOf((where === 'sent' ? sentRequest(sent) : undefined) ?? request, bid.impid);
    if (!imp) return noImp(bid);
    return order.find((type) => imp[type]) ?? noType(bid, imp);
  };
};

export const always = (type: MediaType): TypeRule => {
  return () => type;
};

/** The first rule that can tell; the last answer of those that cannot. */
export const firstOf = (...rules: readonly TypeRule[]): TypeRule => {
  return (bid, context) => {
    let last: ReturnType<TypeRule>;
    for (const rule of rules) {
      last = rule(bid, context);
      if (last !== undefined && !isFault(last)) return last;
    }
    return last;
  };
};
