/** The OpenRTB request of a video request. */

import type { VideoDialect } from '#src/dialect/contract/video.ts';
import { copyJson, mergePatch } from '#src/json/merge.ts';
import type { Ext, RequestSrv, TargetingExt } from '#src/openrtb/ext.ts';
import { mediumGranularity } from '#src/openrtb/granularity.ts';
import type { Services } from '../../services.ts';
import type { VideoRequest } from './request.ts';

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

/** Durations are included if bids may be rounded up to them. */
function durations({ podconfig }: VideoRequest, { rounds }: VideoDialect): number[] | undefined {
  const { requireexactduration: isExact, durationrangesec } = podconfig ?? {};
  return rounds(isExact) && durationrangesec ? [...durationrangesec] : undefined;
}

/** `ext.srv` of the auction: VAST is cached, every bidder has keys. The account's price granularity does not apply. */
export function videoExtension(request: VideoRequest, dialect: VideoDialect): RequestSrv {
  const targeting = given({
    pricegranularity: dialect.granularity(request.pricegranularity) ?? mediumGranularity(),
    includebidderkeys: true,
    includebrandcategory: brandCategory(request),
    durationrangesec: durations(request, dialect),
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
  const {
    config,
    defaultRequest,
    random,
    dialect: { video },
  } = services;
  const { device, user, regs, bcat, badv, test, tmax } = request;
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
    tmax: tmax || video.tmax(config),
    cur: video.cur(config),
    ext: { srv: videoExtension(request, video) },
  });
  return defaultRequest ? (mergePatch(copyJson(defaultRequest), body) as Ext) : body;
}
