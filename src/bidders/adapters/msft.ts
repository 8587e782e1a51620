import { isObject } from '#src/json/merge.ts';
import type { BidderError } from '../bidder.ts';
import { badInput, badServer, generic, isError } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { chunks } from '../kit/fan-out.ts';
import { has, where } from '../kit/params.ts';
import type { SharedBid, SharedResponse } from '../kit/response-spec.ts';
import { withQuery } from '../kit/url.ts';
import { appnexusResponse, byAdType } from './families/appnexus-response.ts';
import { badExt, isGpidReadable, memberOf, params, readParams, toImp } from './msft/imp.ts';
import { extError, isJavaAmp, sourcesOf, toRequest } from './msft/request.ts';

const toType = byAdType((adType) => generic(`unrecognized bid_ad_type in response: ${adType}`));

const javaByAdType = byAdType((adType) => badServer(`Unsupported bid ad type: ${adType}`));
const javaType = (bid: SharedBid) => (isObject(bid.ext?.['appnexus']) ? javaByAdType(bid) : badServer('Missing Microsoft bid extension'));

/** The Java variant rejects a response of which no bid is left. */
function noValidBid({ seatbid = [] }: SharedResponse, errors: BidderError[]): BidderError | undefined {
  const types = seatbid.flatMap(({ bid }) => bid.map(javaType));
  if (!types.every(isError)) return undefined;
  errors.push(...types);
  return badServer('No valid bids found in response');
}

export default defineBidder({
  code: 'msft',
  endpoint: 'http://ib.adnxs.com/openrtb2',
  maintainer: 'prebid@microsoft.com',
  vendorId: 32,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  openrtb: '2.6',
  platformId: '5',
  sync: { key: 'adnxs', redirect: { url: 'https://ib.adnxs.com/getuid?{{.RedirectURL}}', userMacro: '$UID' } },
  params: where(params, { oneOf: [has('placement_id'), has('inv_code', 'member')] }),

  setup: sourcesOf,
  checkImp: ({ id, ext }) => (isGpidReadable(ext) ? undefined : badExt(id)),
  readParams,
  badParams: (_, { id }) => badExt(id),
  imp: toImp,
  onBadImp: { imp: 'abort-so-far' },
  fanout: (imps, { request }) => extError(request) ?? chunks(imps, 10),
  uri: (_, { request, builder }) => {
    const member = memberOf(request);
    return member ? withQuery(builder.endpoint, { member_id: member }) : builder.endpoint;
  },
  headers: 'openrtb-2.6',
  request: (_, context) =>
    toRequest(context, {
      wantsCategories: isObject(context.request.ext?.srv?.targeting?.includebrandcategory),
      isAmp: context.info.endpoint === 'amp' ? 1 : undefined,
    }),
  response: { ...appnexusResponse, mediaType: toType },
  java: {
    badParams: (cause) => badInput(`Failed to deserialize Microsoft imp extension: ${cause}`),
    request: (_, context) =>
      toRequest(context, {
        wantsCategories: (context.request.ext?.srv?.targeting?.includebrandcategory ?? undefined) !== undefined,
        isAmp: isJavaAmp(context) ? 1 : 0,
      }),
    response: { check: (body, { errors }) => noValidBid(body, errors), mediaType: javaType },
  },
});
