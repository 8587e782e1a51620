import { z } from 'zod';
import { badInput, badServer, generic } from '../errors.ts';
import { configsByImp } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { byMtype } from '../kit/media-type.ts';
import { filled } from '../kit/objects.ts';
import type { ImpWithParams, RequestContext, RequestPatch } from '../kit/spec.ts';
import { statusPolicy } from '../kit/status.ts';
import { bidHooks, readExt, readExtIfAny } from './pubmatic/bid.ts';
import { toImp, unsupported } from './pubmatic/imp.ts';
import { type Params, readParams } from './pubmatic/params.ts';
import { withOwnExt, wrapperOf } from './pubmatic/request-ext.ts';

/** The publisher of the first imp that names one; the wrapper completed by the imps. */
function toRequest(group: readonly ImpWithParams<Params>[], context: RequestContext): RequestPatch {
  const { site, app, ext } = context.request;
  const id = group.map(({ params }) => params.publisherId?.trim()).find(Boolean);
  const known = filled(wrapperOf(context));
  const inventory = site
    ? { site: { ...site, publisher: { ...site.publisher, id } } }
    : app && { app: { ...app, publisher: { ...app.publisher, id } } };
  return { ...inventory, ext: { ...ext, wrapper: Object.keys(known).length > 0 ? known : undefined } };
}

export default defineBidder({
  code: 'pubmatic',
  endpoint: 'https://hbopenbid.pubmatic.com/translator?source=prebid-server',
  maintainer: 'header-bidding@pubmatic.com',
  vendorId: 76,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  openrtb: '2.6',
  gpp: true,
  compression: 'gzip',
  sync: {
    iframe: {
      url: 'https://ads.pubmatic.com/AdServer/js/user_sync.html?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&predirect={{.RedirectURL}}',
      userMacro: '',
    },
    redirect: {
      url: 'https://image8.pubmatic.com/AdServer/ImgSync?p=159706&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&pu={{.RedirectURL}}',
      userMacro: '#PMUID',
    },
  },
  params: z.object({
    publisherId: z.string(),
    adSlot: z.string().optional(),
    pmzoneid: z.string().optional(),
    kadfloor: z.string().optional(),
    dctr: z.string().optional(),
    acat: z.array(z.string()).optional(),
    wrapper: z.object({ profile: z.int(), version: z.int().optional() }).optional(),
    keywords: z
      .array(z.object({ key: z.string(), value: z.array(z.string()).min(1) }))
      .min(1)
      .optional(),
  }),

  before: (context) => withOwnExt(context, true),
  readParams,
  badParams: (cause, imp) => unsupported(imp) ?? badInput(cause),
  imp: (item, context) => toImp(item, context, ''),
  request: toRequest,
  status: statusPolicy({ other: 'Unexpected status code: %d. Run with request.debug = 1 for more info', otherError: generic }),
  response: {
    mediaType: byMtype(undefined, ({ mtype = 0, impid }) => badServer(`failed to parse bid mtype (${mtype}) for impression id ${impid}`)),
    ...bidHooks(readExt, () => generic('unable to unmarshal native adm')),
    auctionConfigs: (ext) => configsByImp(ext),
  },
  java: {
    before: (context) => withOwnExt(context, false),
    imp: (item, context) => toImp(item, context, `'`),
    response: bidHooks(readExtIfAny, (adm) => badServer(`Unable to parse native adm: ${adm}`)),
  },
});
