/** The OpenRTB request of a video request. */

import { copyJson, mergePatch } from '#src/json/merge.ts';
import type { Ext, RequestSrv, TargetingExt } from '#src/openrtb/ext.ts';
import type { Services } from '../../services.ts';
import type { VideoRequest } from './request.ts';

type Variant = Services['config']['variant'];

/** A video request has no id of its own: all have this one on hosts that generate none. */
const ID = 'bid_id';

/** The fields that have a value. */
const given = (fields: Ext): Ext => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const filled = (list: readonly string[] | undefined): readonly string[] | undefined => (list && list.length > 0 ? list : undefined);

/** Categories are always included unless the request disables them. */
function brandCategory({ includebrandcategory: wanted }: VideoRequest): TargetingExt['includebrandcategory'] {
  if (!wanted) return { withcategory: false };
  const { primaryadserver, publisher, translatecategories } = wanted;
  return given({ primaryadserver, publisher: publisher || undefined, withcategory: true, translatecategories });
}

function granularity({ pricegranularity: wanted }: VideoRequest, variant: Variant): TargetingExt['pricegranularity'] {
  const isInteger = typeof wanted !== 'object' || wanted.precision !== undefined;
  return variant === 'go' || isInteger ? wanted : undefined;
}

/** Durations are sent if bids may be rounded up to them: not exact (Go variant), or explicitly so (Java variant). */
function durations({ podconfig }: VideoRequest, variant: Variant): number[] | undefined {
  const { requireexactduration: isExact, durationrangesec } = podconfig ?? {};
  const rounds = variant === 'java' ? isExact === false : !isExact;
  return rounds && durationrangesec ? [...durationrangesec] : undefined;
}

/** `ext.srv` of the auction: VAST is cached, every bidder has keys. */
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

/** Site or app, with its content replaced by the request's. */
function inventory({ site, app, content }: VideoRequest): Ext {
  const over = content ? { content } : {};
  return given({ site: site && { ...site, ...over }, app: app && { ...app, ...over } });
}

/**
 * The auction's initial body, merged over the host's default request.
 * @param isDebug the caller requested the debug log
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
