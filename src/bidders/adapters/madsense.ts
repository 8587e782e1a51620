import { z } from 'zod';
import { queryEscape } from '#src/lang/percent.ts';
import type { BidderError, MediaType, SharedRequest } from '../bidder.ts';
import { badInput, badServer } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { deviceHeaders, OPENRTB_26 } from '../kit/headers.ts';
import { extOf } from '../kit/imp-params.ts';
import { byMtype } from '../kit/media-type.ts';
import { badServerResponse } from '../kit/messages.ts';
import { readerOf } from '../kit/reader.ts';
import type { SharedBid } from '../kit/response-spec.ts';
import type { Headers, RequestContext, SharedImp } from '../kit/spec.ts';

const readCompany = readerOf(z.object({ company_id: z.string() }));

/** The company of an imp, or the decoding error of its params. */
function companyOf(imp: SharedImp | undefined): string | BidderError {
  const ext = extOf(imp);
  if ('error' in ext) return badInput(`Error while decoding imp.Ext, err: ${ext.error}`);
  const found = readCompany(ext.value.bidder);
  return 'error' in found ? badInput(`Error while decoding bidderExt.Bidder, err: ${found.error}`) : (found.value.company_id ?? '');
}

/** The endpoint with the company of a call's imp. */
function uriOf(imp: SharedImp | undefined, { request: { test }, builder: { endpoint } }: RequestContext): string | BidderError {
  const company = companyOf(imp);
  if (typeof company !== 'string') return company;
  return `${endpoint}?company_id=${test === 1 ? 'test' : queryEscape(company)}`;
}

const headersOf = (device: SharedRequest['device'], site: SharedRequest['site'], ip: 'ipv6 or ip' | 'ip, ipv6'): Headers => ({
  ...OPENRTB_26,
  ...deviceHeaders(device, { ip }),
  Origin: site?.domain,
  Referer: site?.ref,
});

const videoOf = ({ dur = 0, cat = [] }: SharedBid, type: MediaType | '') =>
  type === 'video' ? { video: { duration: Math.max(dur, 0), primary_category: cat[0] ?? '' } } : undefined;

export default defineBidder({
  code: 'madsense',
  endpoint: 'https://ads.madsense.io/pbs',
  maintainer: 'prebid@madsense.io',
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  params: z.object({ company_id: z.string().min(1) }),

  readParams: 'never',
  imp: ({ imp: { banner, video } }) => (banner || video ? undefined : 'skip'),
  fanout: (imps) => {
    const banners = imps.filter(({ imp }) => imp.banner);
    const videos = imps.filter(({ imp }) => !imp.banner);
    return [...banners.map((item) => [item]), ...(videos.length > 0 ? [videos] : [])];
  },
  uri: ([first], context) => uriOf(first?.imp, context),
  headers: (_, { request: { device, site } }) => headersOf(device, site, 'ipv6 or ip'),
  response: {
    unreadable: () => badServer(badServerResponse),
    currency: { fixed: 'USD' },
    mediaType: byMtype(['banner', 'video'], ({ mtype = 0 }) => badServer(`MType ${mtype} not supported`)),
    extras: videoOf,
  },
  java: {
    before: ({
      request: {
        imp: [first],
      },
    }) => (typeof companyOf(first) === 'object' ? badInput('Error parsing imp.ext parameters') : undefined),
    uri: (_, context) => uriOf(context.request.imp[0], context),
    headers: (_, { request: { device, site } }) => headersOf(device, site, 'ip, ipv6'),
    response: {
      mediaType: byMtype(['banner', 'video'], ({ impid, mtype }) =>
        badServer(`Unsupported bid mediaType: ${mtype ?? null} for impression: ${impid}`),
      ),
    },
  },
});
