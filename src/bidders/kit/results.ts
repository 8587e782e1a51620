/** The response half of every adapter: status → decode → check → per bid: type, changes, what goes beside it. */
import type { Answer, BidderError, Builder, Call, MadeBids, SharedRequest, TypedBid } from '../bidder.ts';
import { badServer, isFault } from '../errors.ts';
import { decodeAnswer } from './answer.ts';
import type { AnswerContext, ResponseSpec, SharedBid, SharedResponse, SharedSeatBid, TrafficSpec } from './spec.ts';
import { status } from './status.ts';

export type MakeBids = (request: SharedRequest, sent: Call, answer: Answer) => MadeBids;

const NO_BID: MadeBids = { errors: [] };

export function bidMaker<P, T>(spec: TrafficSpec<P, T>, builder: Builder, setup: T): MakeBids {
  const judge = spec.status ?? status.s1;
  return (request, sent, answer) => {
    const verdict = judge(answer);
    if (verdict === 'no-bid') return NO_BID;
    if (verdict === 'empty') return { result: { currency: 'USD', bids: [] }, errors: [] };
    if (verdict !== 'ok') return { errors: [verdict] };
    const context: AnswerContext<T> = { request, sent, answer, builder, setup, errors: [] };
    if (spec.parse) {
      const made = spec.parse(context);
      return { result: made.result, errors: [...context.errors, ...made.errors] };
    }
    return spec.response ? readAnswer(spec.response, context) : NO_BID;
  };
}

function readAnswer<T>(spec: ResponseSpec<T>, arrived: AnswerContext<T>): MadeBids {
  const isJava = arrived.builder.dialect === 'java';
  const body = decodeAnswer(arrived.answer.body, isJava);
  if (typeof body === 'string') return { errors: [spec.unreadable ? spec.unreadable(body) : badServer(body)] };
  const context = { ...arrived, body };
  const refused = spec.check?.(body, context);
  if (refused) return { errors: [...context.errors, refused] };
  if (spec.noBid?.(body)) return { errors: context.errors };

  const bids: TypedBid[] = [];
  for (const seatBid of body.seatbid ?? []) {
    for (const bid of seatBid.bid) {
      const made = typedBid(spec, bid, seatBid, context);
      if (!isFault(made)) {
        if (made) bids.push(made);
      } else if (spec.onBadBid === 'fail') return { errors: [made] };
      else context.errors.push(made);
    }
  }
  const auctionConfigs = body.ext ? spec.auctionConfigs?.(body.ext, context) : undefined;
  if (isFault(auctionConfigs)) return { errors: [...context.errors, auctionConfigs] };
  return { result: { currency: currencyOf(spec, body, isJava), bids, auctionConfigs }, errors: context.errors };
}

/** The Java variant takes every answer's word for its currency; only bidders of another one than dollars are known better. */
function currencyOf<T>({ currency }: ResponseSpec<T>, body: SharedResponse, isJava: boolean): string {
  const fixed = typeof currency === 'object' && !(isJava && currency.fixed === 'USD') ? currency.fixed : undefined;
  return (typeof currency === 'function' ? currency(body) : fixed) ?? (body.cur || 'USD');
}

/** The bid as the auction wants it; an error or nothing where it is dropped. */
function typedBid<T>(
  spec: ResponseSpec<T>,
  bid: SharedBid,
  seatBid: SharedSeatBid,
  context: AnswerContext<T>,
): TypedBid | BidderError | undefined {
  const type = spec.mediaType(bid, context);
  if (type === undefined || isFault(type)) return type;
  const patch = spec.bid?.(bid, type, context, seatBid);
  if (patch === 'skip') return undefined;
  if (isFault(patch)) return patch;
  const final = patch ? { ...bid, ...patch } : bid;
  const beside = spec.beside?.(final, type, context, seatBid);
  const made = { bid: final, type, ...beside };
  return beside?.video && context.builder.dialect === 'java' ? { ...made, video: toldVideo(made) } : made;
}

/** In the Java variant only video bids have video facts, and only where there are some. */
const toldVideo = ({ type, video }: TypedBid): TypedBid['video'] =>
  type === 'video' && (video?.duration || video?.primary_category) ? video : undefined;
