/** The request as a stored-request call to another auction server. */
import { z } from 'zod';
import { isObject } from '#src/json/merge.ts';
import { object } from '#src/json/values.ts';
import type { RequestExt } from '#src/openrtb/ext.ts';
import type { DeepReadonly } from '#src/openrtb/ortb.ts';
import type { BidderError } from '../../bidder.ts';
import { badInput, isError } from '../../errors.ts';
import { without } from '../../kit/objects.ts';
import { readerOf, type ValueOf } from '../../kit/reader.ts';
import type { ImpPatch, RequestPatch, SharedImp } from '../../kit/spec.ts';

type Ext = DeepReadonly<RequestExt> | undefined;

const MAX_HOPS = 5;
const DEFAULT_TMAX = 1000;

const readExt = readerOf(
  z.object({
    relevant: z.object({ count: z.int(), adapterType: z.string() }),
    srv: z.object({ storedrequest: z.object({ id: z.string() }), debug: z.boolean() }),
  }),
);
type OwnExt = ValueOf<typeof readExt>;

/** The fields of `request.ext` that matter here; an error if they are malformed, or if the request went round too often. */
export function ownExt(ext: Ext): OwnExt | BidderError {
  const own = readExt(ext ?? null);
  if ('error' in own) return failed(`failed to unmarshal ext, ${JSON.stringify(ext)}`);
  return (own.value.relevant?.count ?? 0) >= MAX_HOPS ? failed('too many requests') : own.value;
}

const failed = (cause: string): BidderError => badInput(`failed to create bidRequest, error: ${cause}`);

/**
 * `relevant` and `srv` of the sent `request.ext`: the hop is counted, and the account is the stored request.
 * @param debug whether an absent debug flag is sent as false
 */
export function nestedExt(ext: Ext, accountId: string, debug: 'always' | 'if-given'): NonNullable<RequestPatch['ext']> | BidderError {
  const own = ownExt(ext);
  if (isError(own)) return own;
  const srv = ext?.srv ?? {};
  return {
    relevant: { ...object(ext?.['relevant']), count: (own.relevant?.count ?? 0) + 1, adapterType: 'server' },
    srv: {
      ...without(srv, 'cache', 'targeting', 'aliases'),
      storedrequest: { ...srv.storedrequest, id: accountId },
      ...(debug === 'always' || own.srv?.debug !== undefined ? { debug: own.srv?.debug ?? false } : {}),
    },
  };
}

/** The imp with its placement as the stored request. */
export const nestedImp = ({ banner, video, native, audio }: SharedImp, placementId: string): ImpPatch => ({
  banner: withoutRelevant(banner),
  video: withoutRelevant(video),
  native: withoutRelevant(native),
  audio: withoutRelevant(audio),
  ext: { srv: { storedrequest: { id: placementId } } },
});

const withoutRelevant = <F extends { readonly ext?: object | undefined }>(format: F | undefined): F | undefined =>
  isObject(format?.ext) ? { ...format, ext: without(format.ext, 'relevant') } : format;

/** The time limit (ms) less the buffer, but not less than the buffer, and not more than the limit. */
export function tmaxWithout(buffer: number, tmax = 0): number {
  const limit = tmax > 0 ? tmax : DEFAULT_TMAX;
  return Math.min(Math.max(limit - buffer, buffer), limit);
}
