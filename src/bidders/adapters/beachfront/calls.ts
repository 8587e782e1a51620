/** All banner imps in one call, each video imp in a call of its own. An imp of both types is in both. */
import type { BidderError, Call, MadeRequests, SharedRequest } from '../../bidder.ts';
import { generic } from '../../errors.ts';
import { deviceHeaders, JSON_ACCEPT, toHeaders } from '../../kit/headers.ts';
import type { Group, RequestContext, SharedImp } from '../../kit/spec.ts';
import { bannerBody } from './banner.ts';
import type { Rules } from './rules.ts';
import { type Slot, slotsOf } from './slots.ts';
import { isNurl, videoRequest } from './video.ts';

function hasSize({ banner }: SharedImp): boolean {
  const [first] = banner?.format ?? [];
  return Boolean(first?.w && first.h);
}

/** A `calls` hook; `setup` is the endpoint of video calls. */
export const callMaker =
  (rules: Rules) =>
  (_: Group<unknown>, { request, info, builder, setup }: RequestContext<string>): MadeRequests => {
    const banners = request.imp.filter(hasSize);
    const videos = request.imp.filter(({ video }) => video);
    if (banners.length + videos.length === 0) return { calls: [], errors: [generic('no valid impressions were found in the request')] };
    const errors: BidderError[] = [];
    const context = { rules, info, errors };
    const bannerSlots = slotsOf(banners, 'banner', context);
    const videoSlots = slotsOf(videos, 'video', context);
    const inOrder = [...videoSlots.filter((slot) => !isNurl(slot)), ...videoSlots.filter(isNurl)];
    const bannerCall: Call = {
      method: 'POST',
      uri: builder.endpoint,
      headers: headersOf(request, rules.cookieOnBanner),
      body: bannerBody(bannerSlots, banners[0], request, rules),
      impIds: bannerSlots.map(({ imp }) => imp.id),
    };
    const videoCalls = inOrder.map((slot) => videoCall(slot, request, { endpoint: setup, rules }));
    return { calls: bannerSlots.length > 0 ? [bannerCall, ...videoCalls] : videoCalls, errors };
  };

function videoCall(slot: Slot, request: SharedRequest, { endpoint, rules }: { readonly endpoint: string; readonly rules: Rules }): Call {
  const { imp, appId, params } = slot;
  const videoResponseType = params.videoResponseType || 'adm';
  return {
    method: 'POST',
    uri: `${endpoint}=${appId}${isNurl(slot) ? '&prebidserver' : ''}`,
    headers: headersOf(request, true),
    body: rules.videoBody(videoRequest(slot, request, rules), { appId, videoResponseType, isNurl: isNurl(slot) }),
    impIds: [imp.id],
  };
}

function headersOf({ device, user }: SharedRequest, withCookie: boolean): Call['headers'] {
  return toHeaders({
    ...JSON_ACCEPT,
    ...deviceHeaders(device, { ip: 'none', language: true, dnt: true }),
    Cookie: withCookie && user?.buyeruid ? `__io_cid=${user.buyeruid}` : undefined,
  });
}
