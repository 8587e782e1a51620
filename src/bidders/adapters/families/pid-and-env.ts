/** Exchanges with one call per imp, to a URL with the publisher and the environment in the imp's params. */
import type { BidderError, MediaType } from '../../bidder.ts';
import { badInput, badServer, generic } from '../../errors.ts';
import { seatBidRequired } from '../../kit/bids.ts';
import { perImp } from '../../kit/fan-out.ts';
import { byMtype, byReadExtType } from '../../kit/media-type.ts';
import type { SharedBid, TypeRule } from '../../kit/response-spec.ts';
import type { TrafficSpec } from '../../kit/spec.ts';
import { statusPolicy, unexpectedStatus } from '../../kit/status.ts';

interface Params {
  readonly env?: string | undefined;
  readonly pid?: string | undefined;
}

interface Rules {
  readonly mediaType: TypeRule;
  /** The name in the message for status 503; without one 503 is treated like other statuses. */
  readonly unavailable?: string;
}

/** `name`: the exchange in the messages for undecodable params. */
export const pidAndEnvTraffic = (name: string, { mediaType, unavailable }: Rules) =>
  ({
    badParams: (cause, _, step) => badInput(`Failed to deserialize ${step === 'ext' ? 'bidder impression' : name} extension: ${cause}`),
    fanout: perImp,
    macros: ({ params: { pid, env } }) => ({ SourceId: pid, Host: env }),
    status: statusPolicy({
      messages: unavailable ? { 503: `Bidder ${unavailable} is unavailable. Please contact the bidder support.` } : {},
      badInput: unavailable ? [400, 503] : [400],
      other: unexpectedStatus,
    }),
    response: { check: seatBidRequired('Array SeatBid cannot be empty'), currency: { fixed: 'USD' }, mediaType },
  }) satisfies TrafficSpec<Params, undefined>;

/** For exchanges whose calls include all imps in the Java variant. */
export const ALL_IMPS = {
  request: (_, { request }) => ({ imp: request.imp }),
  impIds: 'request',
} satisfies TrafficSpec<Params, undefined>;

/** `bid.ext.srv.type`; messages name the bid by its index in the seatbid. */
export const typeByExt: TypeRule = (bid, context, { index }) => {
  const unknown = (type: string): BidderError =>
    badServer(`Bid[${index}].Ext.Prebid.Type expects one of the following values: 'banner', 'native', 'video', 'audio', got '${type}'`);
  return byReadExtType({
    missing: (_, cause) => (cause === undefined ? unknown('') : badServer(`Failed to parse Bid[${index}].Ext: ${cause}`)),
    unknown: (_, type) => unknown(type),
  })(bid, context);
};

/** `bid.mtype` 1 banner, 2 video, 4 native. */
export const mtypeWith = (error: (bid: SharedBid) => BidderError | MediaType): TypeRule => byMtype(['banner', 'video', 'native'], error);

export const badMtype = ({ impid, mtype = 0 }: SharedBid): BidderError =>
  generic(`failed to parse bid mtype (${mtype}) for impression id "${impid}"`);

/** The Java variant's error for a bid without `mtype`. */
export const missingMtype = ({ id, mtype }: SharedBid): BidderError | undefined =>
  mtype === undefined ? badServer(`Missing MType for bid: ${id}`) : undefined;
