/** The single GET request for all slots. */
import { queryEscape } from '#src/lang/percent.ts';
import type { BidderError, SharedRequest } from '../../bidder.ts';
import { generic } from '../../errors.ts';
import type { Headers, RequestContext } from '../../kit/spec.ts';
import { readSourceExt } from '../../kit/supply-chain.ts';
import { encodeQuery, pathEscape, type Query, withQuery } from '../../kit/url.ts';
import { dsaQuery, privacyOf } from './privacy.ts';
import { type AdSlot, slotsOf } from './slots.ts';

/** Seconds since 1970, so that caches never return a response. */
export const cacheBuster = (now: number): number => Math.floor(now / 1000);

/** Puts the slots at the end of the endpoint's path. */
export function atPathEnd(endpoint: string, ids: string): string {
  const [, path = '', query = ''] = /^([^?]*?)\/?(\?.*)?$/s.exec(endpoint) ?? [];
  return `${path}/${ids}${query}`;
}

/** Puts them where a host of the Java variant has their macro. */
export const atMacro = (endpoint: string, ids: string): string => endpoint.replace('{AdSlotId}', () => ids);

export function toUri({ request, builder }: RequestContext, withSlots: typeof atMacro): string | BidderError {
  const privacy = privacyOf(request);
  if ('error' in privacy) return generic(privacy.error);
  const slots = slotsOf(request);
  const ids = slots.map(({ adslotId }) => pathEscape(adslotId)).join(',');
  return withQuery(withSlots(builder.endpoint, ids), {
    content: 'json',
    pvid: 'true',
    ts: cacheBuster(builder.env.now()),
    t: encodeQuery(Object.assign({}, ...slots.map(({ targeting }) => targeting))),
    sizes: sizesOf(slots),
    ids: request.user?.buyeruid ? `ylid:${request.user.buyeruid}` : undefined,
    ...deviceQuery(request),
    ...privacy.value.gdpr,
    schain: chainOf(request),
    ...dsaQuery(privacy.value.dsa),
  });
}

function deviceQuery({ device, app }: SharedRequest): Query {
  return {
    ...(device && {
      yl_rtb_ifa: device.ifa ?? '',
      yl_rtb_devicetype: device.devicetype ?? 0,
      yl_rtb_connectiontype: device.connectiontype,
    }),
    ...(device?.geo && { lat: device.geo.lat ?? 0, lon: device.geo.lon ?? 0 }),
    ...(app && { pubappname: app.name ?? '', pubbundlename: app.bundle ?? '' }),
  };
}

/** `slot:WxH|WxH` of the banner-only slots. */
function sizesOf(slots: readonly AdSlot[]): string | undefined {
  const sizes: string[] = [];
  for (const { imp, adslotId } of slots) {
    if (!imp.banner || imp.video || imp.audio || imp.native) continue;
    const formats = imp.banner.format?.map(({ w = 0, h = 0 }) => `${w}x${h}`) ?? [];
    sizes.push(`${adslotId}:${formats.join('|')}`);
  }
  return sizes.length > 0 ? sizes.join(',') : undefined;
}

/** The supply chain as `version,complete!node!node`. */
function chainOf({ source }: SharedRequest): string | undefined {
  const ext = readSourceExt(source?.ext ?? null);
  if ('error' in ext || !ext.value.schain?.nodes?.length) return undefined;
  const { ver = '', complete = 0, nodes } = ext.value.schain;
  const written = nodes.map(({ asi = '', sid = '', hp, rid = '', name = '', domain = '', ext: own }) => {
    const free = own === undefined ? '' : JSON.stringify(own);
    return `!${queryEscape(asi)},${queryEscape(sid)},${hp ?? ''},${[rid, name, domain, free].map(queryEscape).join(',')}`;
  });
  return `${ver},${complete}${written.join('')}`;
}

export const toHeaders = ({ site, device, user }: SharedRequest): Headers => ({
  Accept: 'application/json',
  Referer: site?.page,
  'User-Agent': device?.ua,
  'X-Forwarded-For': device?.ip,
  Cookie: user && `id=${user.buyeruid ?? ''}`,
});
