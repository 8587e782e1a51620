import { z } from 'zod';
import type { BidderError, MediaType } from '../bidder.ts';
import { badInput, badServer, generic, isError } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { perImp } from '../kit/fan-out.ts';
import { PLAIN_JSON } from '../kit/headers.ts';
import { where } from '../kit/params.ts';
import { readerOf } from '../kit/reader.ts';
import type { SharedBid } from '../kit/response-spec.ts';
import type { ImpPatch, ImpWithParams, SharedImp } from '../kit/spec.ts';
import { status } from '../kit/status.ts';

const UNRECOGNIZED = 'unrecognized adtype in response';
const TYPES = new Map<number, MediaType>([
  [1, 'banner'],
  [2, 'banner'],
  [5, 'native'],
  [7, 'video'],
  [8, 'video'],
]);

const readBidExt = readerOf(z.object({ pangle: z.object({ adtype: z.int() }) }));

type ImpExtension = ImpWithParams<unknown>['ext'];

/** The exchange's number for the imp's format; undefined if unsupported. */
function adTypeOf({ banner, video, native, instl }: SharedImp, { srv }: ImpExtension): number | undefined {
  if (video && srv?.is_rewarded_inventory === 1) return 7;
  if (video && instl === 1) return 8;
  if (banner) return instl === 1 ? 2 : 1;
  return native?.request ? 5 : undefined;
}

interface Ids {
  readonly appid?: string | undefined;
  readonly placementid?: string | undefined;
}

function extOf(ext: ImpExtension, adtype: number, ids: Ids | undefined): NonNullable<ImpPatch['ext']> {
  const { srv, bidder, ae, networkids } = ext as ImpExtension & { ae?: unknown; networkids?: { appid?: unknown; placementid?: unknown } };
  const given = networkids && { appid: networkids.appid, placementid: networkids.placementid };
  const own = { bidder, ...(ae ? { ae } : {}), adtype, is_prebid: true, networkids: ids ?? given };
  return { ...(srv && { srv }), ...own } as NonNullable<ImpPatch['ext']>;
}

function toExt({ imp, params: { appid = '', placementid = '' }, ext }: ImpWithParams<Ids>): NonNullable<ImpPatch['ext']> | BidderError {
  const adtype = adTypeOf(imp, ext);
  if (adtype === undefined) return badInput('not a supported adtype');
  if ((appid === '') !== (placementid === '')) return badInput('only one of appid or placementid is provided');
  return extOf(ext, adtype, appid === '' ? undefined : { appid, placementid });
}

function typeOf(ext: SharedBid['ext'], error: (message: string) => BidderError): MediaType | BidderError {
  const found = readBidExt(ext);
  if ('error' in found) return error('invalid bid ext');
  if (found.value.pangle?.adtype === undefined) return error('missing pangleExt/adtype in bid ext');
  return TYPES.get(found.value.pangle.adtype) ?? error(UNRECOGNIZED);
}

export default defineBidder({
  code: 'pangle',
  maintainer: 'pangle_dsp@bytedance.com',
  capabilities: { app: ['banner', 'video', 'native'] },
  disabled: true,
  modifyingVastXmlAllowed: true,
  params: where(
    z.object({
      token: z.string().regex(/.+/),
      appid: z
        .string()
        .regex(/[0-9]+/)
        .optional(),
      placementid: z
        .string()
        .regex(/[0-9]+/)
        .optional(),
    }),
    { dependencies: { placementid: ['appid'], appid: ['placementid'] } },
  ),

  badParams: (cause, _, step) => generic(`failed unmarshalling ${step === 'ext' ? 'imp ext' : 'bidder imp ext'} (err)${cause}`),
  imp: (item) => {
    const ext = toExt(item);
    return isError(ext) ? ext : { ext: { srv: null, ...ext } as ImpPatch['ext'] };
  },
  fanout: perImp,
  headers: ([first]) => ({ TOKEN: first?.params.token, ...PLAIN_JSON }),
  status: status.s3,
  response: {
    currency: 'response',
    mediaType: ({ ext }) => typeOf(ext, generic),
  },
  java: {
    badParams: (cause) => badInput(`failed unmarshalling imp ext (err)${cause}`),
    // Absent fields are never null there.
    imp: (item) => {
      const ext = toExt(item);
      return isError(ext) ? ext : { ext };
    },
    response: {
      mediaType: ({ ext }, { errors }) => {
        const type = typeOf(ext, badServer);
        if (!isError(type) || type.message !== UNRECOGNIZED) return type;
        errors.push(type);
        return '';
      },
    },
  },
});
