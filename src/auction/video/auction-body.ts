/** The OpenRTB request of a video call (amp-and-video.md section 10). */
import type { Ext, RequestSrv, TargetingExt } from '#src/wire/ext.ts';
import { copyJson, mergePatch } from '#src/wire/merge.ts';
import type { Services } from '../services.ts';
import type { VideoRequest } from './request.ts';

type Variant = Services['config']['variant'];

/** A video call brings no id of its own: all have this one on hosts that make none. */
const ID = 'bid_id';

/** The members that have a value. */
const given = (members: Ext): Ext => Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));

const filled = (list: readonly string[] | undefined): readonly string[] | undefined => (list && list.length > 0 ? list : undefined);

/** Categories are always told, unless the request says nothing of them. */
function brandCategory({ includebrandcategory: wanted }: VideoRequest): TargetingExt['includebrandcategory'] {
  if (!wanted) return { withcategory: false };
  const { primaryadserver, publisher, translatecategories } = wanted;
  return given({ primaryadserver, publisher: publisher || undefined, withcategory: true, translatecategories });
}

function granularity({ pricegranularity: wanted }: VideoRequest, variant: Variant): TargetingExt['pricegranularity'] {
  const isWhole = typeof wanted !== 'object' || wanted.precision !== undefined;
  return variant === 'go' || isWhole ? wanted : undefined;
}

/** Lengths are told where bids may be rounded up to them: not exact (Go variant), or explicitly so (Java variant). */
function durations({ podconfig }: VideoRequest, variant: Variant): number[] | undefined {
  const { requireexactduration: isExact, durationrangesec } = podconfig ?? {};
  const rounds = variant === 'java' ? isExact === false : !isExact;
  return rounds && durationrangesec ? [...durationrangesec] : undefined;
}

/** `ext.srv` of the auction: VAST goes to the cache, every bidder gets keys. */
export function videoExtension(request: VideoRequest, variant: Variant): RequestSrv {
  const targeting = given({
    pricegranularity: granularity(request, variant),
    includebidderkeys: true,
    includebrandcategory: brandCategory(request),
    durationrangesec: durations(request, variant),
    appendbiddernames: request.appendbiddernames === true ? true : undefined,
  });
  return given({ cache: { vastxml: {} }, targeting, supportdeals: request.supportdeals });
}

/** Site or app, with the request's content in place of its own. */
function inventory({ site, app, content }: VideoRequest): Ext {
  const over = content ? { content } : {};
  return given({ site: site && { ...site, ...over }, app: app && { ...app, ...over } });
}

/**
 * The body the auction starts with, over the host's default request.
 * @param isDebug the caller asked for the debug log
 */
export function toAuctionBody(request: VideoRequest, imp: readonly Ext[], isDebug: boolean, services: Services): Ext {
  const { config, defaultRequest, random } = services;
  const { device, user, regs, bcat, badv, test, tmax } = request;
  const isJava = config.variant === 'java';
  const body = given({
    id: config.generate_request_id ? random.uuid() : ID,
    imp,
    ...inventory(request),
    device,
    user,
    regs,
    bcat: filled(bcat),
    badv: filled(badv),
    test: isDebug ? 1 : test,
    tmax: tmax || (isJava ? undefined : config.video.default_tmax_ms),
    cur: isJava ? [config.ad_server_currency] : undefined,
    ext: { srv: videoExtension(request, config.variant) },
  });
  return defaultRequest ? (mergePatch(copyJson(defaultRequest), body) as Ext) : body;
}
