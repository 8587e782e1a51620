import { z } from 'zod';
import type { BidderError } from '../bidder.ts';
import { badInput, generic } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { groupBy } from '../kit/fan-out.ts';
import { without } from '../kit/objects.ts';
import { has, where } from '../kit/params.ts';
import { type Lenient, readerOf } from '../kit/reader.ts';
import type { ImpPatch, ImpWithParams, RequestContext, RequestPatch, SharedImp } from '../kit/spec.ts';

const params = z.object({ productId: z.string().optional(), siteId: z.string().optional(), zoneId: z.string().optional() });
type Params = Lenient<z.input<typeof params>>;

const readRequestExt = readerOf(z.object({ ttx: z.object({ caller: z.array(z.object({ name: z.string(), version: z.string() })) }) }));
const readBidExt = readerOf(z.object({ ttx: z.object({ mediaType: z.string() }) }));

const hasFormat = ({ banner, video }: SharedImp): boolean => banner !== undefined || video !== undefined;
const noFormat = ({ id }: SharedImp) => badInput(`Imp ID ${id} must have at least one of [Banner, Video] defined`);

/** Adds this server to the callers in the request's `ext`, of which only `more` stays. */
function withCaller({ request, errors }: RequestContext, name: string, more?: RequestPatch['ext']): RequestPatch {
  const ext = readRequestExt(request.ext ?? null);
  if ('error' in ext) {
    errors.push(generic(ext.error));
    return { ext: undefined };
  }
  return { ext: { ...more, ttx: { caller: [...(ext.value.ttx?.caller ?? []), { name, version: 'n/a' }] } } };
}

const isComplete = ({ w, h, protocols, mimes, playbackmethod }: NonNullable<SharedImp['video']>): boolean =>
  Boolean(w && h && protocols && mimes && playbackmethod);

/** Instream video always has a start delay. */
function toImp({ imp, params: { productId: prod = '', siteId, zoneId } }: ImpWithParams<Params>, startdelay = 0): ImpPatch | BidderError {
  if (!hasFormat(imp)) return noFormat(imp);
  const ext = { ttx: { prod, zoneid: zoneId || siteId || undefined } };
  const { video } = imp;
  if (!video) return { ext };
  if (!isComplete(video)) return badInput('One or more invalid or missing video field(s) w, h, protocols, mimes, playbackmethod');
  return { ext, video: prod === 'instream' ? { ...video, startdelay } : video };
}

export default defineBidder({
  code: '33across',
  endpoint: 'https://ssc.33across.com/api/v1/s2s',
  maintainer: 'headerbidding@33across.com',
  vendorId: 58,
  capabilities: { site: ['banner', 'video'] },
  geoscope: ['!EEA'],
  sync: {
    iframe: {
      url: 'https://ssc-cms.33across.com/ps/?m=xch&rt=html&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&ru={{.RedirectURL}}&id=zzz000000000002zzz',
      userMacro: '33XUSERID33X',
    },
  },
  javaCode: 'thirtythreeacross',
  aliases: {
    thirtythreeacross: { vendorId: 58 },
    ttx: { vendorId: 58 },
  },
  params: where(params, { anyOf: [has('productId', 'siteId'), has('productId', 'zoneId')] }),

  before: (context) => withCaller(context, 'Prebid-Server'),
  badParams: (cause, imp) => (hasFormat(imp) ? badInput(cause) : noFormat(imp)),
  imp: (item) => toImp(item, item.imp.video?.startdelay),
  fanout: (imps) => groupBy(imps, ({ params: { productId = '', siteId = '', zoneId } }) => productId + (zoneId || siteId)),
  headers: 'json',
  response: {
    currency: { fixed: 'USD' },
    mediaType: ({ ext }) => {
      const found = readBidExt(ext);
      return 'value' in found && found.value.ttx?.mediaType === 'video' ? 'video' : 'banner';
    },
  },
  java: {
    before: (context) => withCaller(context, 'Prebid-Server-Java', without(context.request.ext, 'srv')),
    imp: (item) => toImp(item),
  },
});
