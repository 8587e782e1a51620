/** Attributes of the server's bids outside OpenRTB. */
import { z } from 'zod';
import type { BidderError, TypedBid } from '../../bidder.ts';
import { generic } from '../../errors.ts';
import { parseObject } from '../../kit/decode.ts';
import { fieldString } from '../../kit/json.ts';
import { readerOf } from '../../kit/reader.ts';
import type { BidPatch, ResponseSpec, SharedBid } from '../../kit/response-spec.ts';

const readBidExt = readerOf(
  z.object({
    marketplace: z.string(),
    prebiddealpriority: z.int(),
    ibv: z.boolean(),
    video: z.object({ duration: z.int() }),
  }),
);

type ReadExt = (bid: SharedBid) => ReturnType<typeof readBidExt>;

export const readExt: ReadExt = ({ ext }) => readBidExt(ext);

/** The Java variant accepts a bid without `ext`. */
export const readExtIfAny: ReadExt = ({ ext }) => readBidExt(ext ?? null);

export const bidHooks = (read: ReadExt, badNative: (adm: string) => BidderError): Pick<ResponseSpec<undefined>, 'bid' | 'extras'> => ({
  bid: (bid, type, { errors }) => toBid(bid, type, errors, { found: read(bid), badNative }),
  extras: (bid, type) => toExtras(read(bid), type),
});

/** Errors of a bid's `ext` or native markup are reported without dropping it. */
function toBid(
  bid: SharedBid,
  type: string,
  errors: BidderError[],
  { found, badNative }: { readonly found: ReturnType<ReadExt>; readonly badNative: (adm: string) => BidderError },
): BidPatch {
  const { cat = [], adm = '' } = bid;
  if ('error' in found) errors.push(generic(found.error));
  const patch = cat.length > 1 ? { cat: cat.slice(0, 1) } : {};
  if (type !== 'native') return patch;
  if ('value' in parseObject(adm)) return { ...patch, adm: fieldString(adm, 'native') ?? adm };
  errors.push(badNative(adm));
  return patch;
}

function toExtras(found: ReturnType<ReadExt>, type: string): Omit<TypedBid, 'bid' | 'type'> {
  if ('error' in found) return { video: { duration: 0, primary_category: '' } };
  const { marketplace, prebiddealpriority = 0, video, ibv } = found.value;
  return {
    seat: marketplace || undefined,
    dealPriority: Math.max(0, prebiddealpriority),
    video: { duration: video?.duration ?? 0, primary_category: '' },
    meta: { mediaType: ibv ? 'video' : type },
  };
}
