import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { queryEscape } from '#src/lang/percent.ts';
import type { BidderError, Builder, Call, SharedRequest } from '../bidder.ts';
import { badInput, badServer } from '../errors.ts';
import { impOf, sentRequest } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { perImp } from '../kit/fan-out.ts';
import { JSON_ACCEPT } from '../kit/headers.ts';
import { without } from '../kit/objects.ts';
import { readerOf, readJson } from '../kit/reader.ts';
import type { BidPatch, SharedBid, StatusPolicy } from '../kit/response-spec.ts';
import type { Group, RequestContext, RequestPatch } from '../kit/spec.ts';
import { type Ids, kindOf, readIds, toImp, toJavaImp } from './audienceNetwork/imp.ts';

const readMarkup = readerOf(z.object({ bid_id: z.string() }));

/** The host's account must be configured for signing. */
function checkAccount({ platformId, appSecret }: Builder): void {
  if (platformId === '') throw new Error('PartnerID is not configured. Did you set adapters.facebook.platform_id in the app config?');
  if (appSecret === '') throw new Error('AppSecret is not configured. Did you set adapters.facebook.app_secret in the app config?');
}

/** The request is sent under this id, signed with the host's secret. */
function toRequest(id: string, [item]: Group<Ids>, { request: { app, user }, builder }: RequestContext<void>): RequestPatch {
  const signature = createHmac('sha256', builder.appSecret).update(id).digest('hex');
  return {
    id,
    ext: { platformid: builder.platformId, authentication_id: signature },
    app: app && { ...app, publisher: { id: item?.params.publisherId } },
    user: user?.ext ? { ...user, ext: without(user.ext, 'consented_providers_settings') } : user,
  };
}

const statusOf: StatusPolicy = ({ status, headers }) => {
  if (status === 200) return 'ok';
  const message = headers['x-fb-an-errors']?.[0] ?? '';
  return status === 204 ? 'no-bid' : badInput(`Unexpected status code ${status} with error message '${message}'`);
};

/** The exchange's bid id is in its markup. */
function toBid({ id, adm = '', impid }: SharedBid, request: SharedRequest, noImp: string): BidPatch | BidderError {
  if (adm === '') return badServer(`Bid ${id} missing 'adm'`);
  const markup = readJson(adm, readMarkup);
  if ('error' in markup) return badServer(markup.error);
  const { bid_id: bidId = '' } = markup.value;
  if (bidId === '') return badServer(`bid ${id} missing 'bid_id' in 'adm'`);
  return impOf(request, impid) ? { adid: bidId, crid: bidId } : badServer(noImp);
}

function timeoutNotice(call: Call, { platformId }: Builder): Call | undefined {
  const request = sentRequest(call);
  const publisherId = request?.app?.publisher?.id;
  if (!request || !publisherId) return undefined;
  const [partner, app, auction] = [platformId, publisherId, request.id].map(queryEscape);
  const uri = `https://www.facebook.com/audiencenetwork/nurl/?partner=${partner}&app=${app}&auction=${auction}&ortb_loss_code=2`;
  return { method: 'GET', uri, headers: {}, impIds: call.impIds };
}

export default defineBidder({
  code: 'audienceNetwork',
  endpoint: 'https://an.facebook.com/placementbid.ortb',
  maintainer: 'none',
  capabilities: { app: ['banner', 'video', 'native'] },
  disabled: true,
  params: z.object({ placementId: z.string() }),

  setup: checkAccount,
  before: ({ request }) => {
    if (request.imp.length === 0) return badInput('No impressions provided');
    if (!request.user?.buyeruid) return badInput("Missing bidder token in 'user.buyeruid'");
    return request.site ? badInput('Site impressions are not supported.') : undefined;
  },
  readParams: readIds,
  imp: toImp,
  fanout: perImp,
  headers: (_, { request }) => ({ ...JSON_ACCEPT, 'X-Fb-Pool-Routing-Token': request.user?.buyeruid }),
  request: (group, context) => toRequest(group[0]?.imp.id ?? '', group, context),
  status: statusOf,
  response: {
    mediaType: ({ impid }, { request }) => {
      const imp = impOf(request, impid);
      return (imp && kindOf(imp)) ?? '';
    },
    bid: (bid, _type, { request }) => toBid(bid, request, `bid ${bid.id} 'impid' ${bid.impid} does not match any imp in the bid request`),
  },
  timeoutNotice,
  java: {
    imp: toJavaImp,
    request: (group, context) => toRequest(context.request.id, group, context),
    response: {
      bid: (bid, _type, { request }) =>
        toBid(bid, request, `Invalid bid imp ID ${bid.impid} does not match any imp IDs from the original bid request`),
    },
  },
});
