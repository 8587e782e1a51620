/** Exchanges whose URL has the supply id of the first imp, and whose bids have an `mtype` of any media type. */
import { badInput, badServer } from '../../errors.ts';
import { noSeatBid } from '../../kit/bids.ts';
import { byMtype } from '../../kit/media-type.ts';
import type { TrafficSpec } from '../../kit/spec.ts';
import { firstImpTraffic, javaNoBidderExt } from './first-imp.ts';

interface Params {
  readonly supply_id?: string | undefined;
}

export const supplyTraffic = {
  ...firstImpTraffic,
  macros: ({ params }) => ({ SupplyId: params.supply_id }),
  headers: 'none',
  response: {
    ...firstImpTraffic.response,
    currency: 'response',
    mediaType: byMtype(undefined, ({ impid }) => badInput(`Could not define media type for impression: ${impid}`)),
  },
  java: {
    badParams: javaNoBidderExt,
    imp: undefined,
    response: {
      check: undefined,
      noBid: noSeatBid,
      mediaType: byMtype(undefined, ({ mtype }) => badServer(`Unsupported mType ${mtype ?? null}`)),
      onBadBid: 'abort',
    },
  },
} satisfies TrafficSpec<Params, undefined>;
