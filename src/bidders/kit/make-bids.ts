/** The response half of every adapter: status → decode → check → per bid: check, type, changes, extras. */
import { number, object, string } from '#src/json/values.ts';
import type { BidderError, Call, HttpResponse, MadeBids, MediaType, SharedRequest, TypedBid } from '../bidder.ts';
import { badServer, isError } from '../errors.ts';
import { Costing } from './cost.ts';
import type { KitDialect, KitInstance } from './kit-dialect.ts';
import { decodeResponse } from './response.ts';
import type { BidPosition, BidStep, ResponseContext, ResponseSpec, SharedBid, SharedResponse } from './response-spec.ts';
import type { TrafficSpec } from './spec.ts';
import { status } from './status.ts';

export type MakeBids = (request: SharedRequest, call: Call, response: HttpResponse) => MadeBids;

const NO_BID: MadeBids = { errors: [] };

/** The `makeBids` of an adapter with this spec. */
export function bidMaker<P, T>(spec: TrafficSpec<P, T>, { builder, setup, dialect }: KitInstance<T>): MakeBids {
  const decide = spec.status ?? status.s1;
  return (request, call, response) => {
    const decision = decide(response);
    if (decision === 'no-bid') return NO_BID;
    if (decision === 'empty') return { result: { currency: 'USD', bids: [] }, errors: [] };
    if (decision !== 'ok') return { errors: [decision] };
    const context: ResponseContext<T> = { request, call, response, builder, setup, errors: [] };
    if (spec.parse) {
      const made = spec.parse(context);
      return { result: made.result, errors: [...context.errors, ...made.errors] };
    }
    return spec.response ? readResponse(spec.response, context, dialect) : NO_BID;
  };
}

function readResponse<T>(spec: ResponseSpec<T>, arrived: ResponseContext<T>, dialect: KitDialect): MadeBids {
  const decoded = decodeResponse(arrived.response.body, dialect.coercesResponses);
  if ('error' in decoded) return { errors: [spec.unreadable ? spec.unreadable(decoded.error) : badServer(decoded.error)] };
  const body = decoded.value;
  const context = { ...arrived, body };
  const { errors } = context;
  const error = spec.check?.(body, context);
  if (error) return { errors: [...errors, error] };
  if (spec.noBid?.(body)) return { errors };

  const costing = new Costing<BidStep>(spec.onBadBid, errors);
  const bids = readBids(spec, body, context, costing);
  const ended = costing.end();
  if (ended) return { errors: ended };
  if (bids.length === 0 && spec.whenNoBids === 'nothing') return NO_BID;
  if (bids.length === 0 && spec.whenNoBids === 'errors') return { errors };
  if (bids.length === 0 && isError(spec.whenNoBids)) return { errors: [...errors, spec.whenNoBids] };
  const auctionConfigs = body.ext ? spec.auctionConfigs?.(body.ext, context) : undefined;
  if (isError(auctionConfigs)) return { errors: [...errors, auctionConfigs] };
  const typed = dialect.retainsOwnSrv ? bids.map(withOwnSrv) : bids;
  return { result: { currency: currencyOf(spec, context, dialect), bids: typed, auctionConfigs }, errors };
}

function readBids<T>(spec: ResponseSpec<T>, body: SharedResponse, context: ResponseContext<T>, costing: Costing<BidStep>): TypedBid[] {
  const bids: TypedBid[] = [];
  const { seatbid = [] } = body;
  const seats = spec.readBids === undefined || spec.readBids === 'all' ? seatbid.length : Math.min(1, seatbid.length);
  for (let seatIndex = 0; seatIndex < seats; seatIndex++) {
    const seatBid = seatbid[seatIndex] ?? { bid: [] };
    const count = spec.readBids === 'first-bid' ? Math.min(1, seatBid.bid.length) : seatBid.bid.length;
    for (let index = 0; index < count && !costing.ended; index++) {
      const made = toTypedBid(spec, seatBid.bid[index] as SharedBid, context, { seatBid, seatIndex, index }, costing);
      if (made) bids.push(made);
    }
  }
  return bids;
}

/** The bid for the auction; undefined if it is dropped. */
function toTypedBid<T>(
  spec: ResponseSpec<T>,
  bid: SharedBid,
  context: ResponseContext<T>,
  position: BidPosition,
  costing: Costing<BidStep>,
): TypedBid | undefined {
  const checked = spec.checkBid?.(bid, context, position);
  if (checked === 'skip' || (checked && !costing.retains(checked, 'check'))) return undefined;
  const decided = spec.mediaType(bid, context, position);
  const type = isError(decided) ? retainedType(decided, costing) : decided;
  if (type === undefined) return undefined;
  const patch = spec.bid?.(bid, type, context, position);
  if (patch === 'skip' || (isError(patch) && !costing.retains(patch, 'bid'))) return undefined;
  const final = patch && !isError(patch) ? { ...bid, ...patch } : bid;
  return { bid: final, type, ...spec.extras?.(final, type, context, position) };
}

/** A bid retained without a known type has none. */
const retainedType = (error: BidderError, costing: Costing<BidStep>): MediaType | '' | undefined =>
  costing.retains(error, 'type') ? '' : undefined;

/** The currency of a response without currencies of single bids; USD if neither spec nor response names one. */
function currencyOf<T>(
  { currency }: ResponseSpec<T>,
  context: ResponseContext<T> & { readonly body: SharedResponse },
  { ignoresFixedUsd }: KitDialect,
): string {
  const { body } = context;
  if (currency === 'response') return body.cur ?? '';
  const fixed = typeof currency === 'object' && !(ignoresFixedUsd && currency.fixed === 'USD') ? currency.fixed : undefined;
  return (typeof currency === 'function' ? currency(body, context) : fixed) ?? (body.cur || 'USD');
}

/**
 * Only video bids have video data of the adapter, and only if it is not empty. Where the adapter has no video data or no meta, those in the
 * bid's own `ext.srv` remain.
 */
function withOwnSrv(made: TypedBid): TypedBid {
  const { type, video, meta, bid } = made;
  const named = type === 'video' && (video?.duration || video?.primary_category) ? video : ownVideo(bid.ext);
  return { ...made, video: named, meta: meta && Object.keys(meta).length > 0 ? meta : undefined };
}

function ownVideo(ext: SharedBid['ext']): TypedBid['video'] {
  const { duration, primary_category } = object(object(object(ext)['srv'])['video']);
  if (typeof duration !== 'number' && typeof primary_category !== 'string') return undefined;
  return { duration: number(duration), primary_category: string(primary_category) };
}
