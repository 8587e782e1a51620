import { z } from 'zod';
import type { SharedRequest } from '../bidder.ts';
import { badInput } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { byImp } from '../kit/media-type.ts';
import { siteOrAppPatch } from '../kit/objects.ts';
import { readerOf } from '../kit/reader.ts';
import type { Group, RequestPatch } from '../kit/spec.ts';
import { status } from '../kit/status.ts';

const ADAPTER_ID = 4;
const JAVA_ADAPTER_ID = 3;

const readGpid = readerOf(z.object({ gpid: z.string() }));

/** The request with the first publisher of its imps and the exchange's own extension. */
function requestPatch(group: Group<{ readonly publisherId?: number | undefined }>, request: SharedRequest, id: number): RequestPatch {
  const publisherId = group.find(({ params }) => params.publisherId)?.params.publisherId;
  return {
    ext: { id, version: '1.0.0' } as RequestPatch['ext'],
    ...(publisherId !== undefined &&
      siteOrAppPatch(request, ({ publisher }) => ({ publisher: { ...publisher, id: String(publisherId) } }))),
  };
}

export default defineBidder({
  code: 'undertone',
  endpoint: 'https://ads.undertone.com/rtb',
  maintainer: 'csop@undertone.com',
  vendorId: 677,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  openrtb: '2.6',
  compression: 'gzip',
  modifyingVastXmlAllowed: true,
  sync: {
    iframe: {
      url: 'https://cdn.undertone.com/js/usersync.html?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
      userMacro: '$UID',
    },
  },
  params: z.object({ placementId: z.int().min(1), publisherId: z.int().min(1) }),

  checkImp: (imp) => {
    const found = readGpid(imp.ext);
    return 'error' in found ? badInput(`Invalid impid=${imp.id}: ${found.error}`) : undefined;
  },
  badParams: (cause, { id }) => badInput(`Invalid impid=${id}: ${cause}`),
  imp: ({ params: { placementId = 0 }, ext: { gpid } }) => ({ tagid: String(placementId), ext: gpid ? { gpid } : undefined }),
  headers: 'none',
  request: (group, { request }) => requestPatch(group, request, ADAPTER_ID),
  status: status.s3,
  response: { currency: 'response', mediaType: byImp({ order: ['banner', 'video'] }) },
  java: {
    before: ({ request: { site, app } }) => (site || app ? undefined : badInput('invalid bidRequest: no App/Site objects')),
    imp: ({ imp: { banner, video }, params: { placementId = 0 }, ext: { gpid } }) =>
      (banner || video) && placementId ? { tagid: String(placementId), ext: gpid ? { gpid } : undefined } : 'skip',
    noImps: () => badInput('invalid bidRequest: no valid imps'),
    fanout: (imps) => (imps.some(({ params }) => params.publisherId) ? [imps] : badInput('invalid bidRequest: no publisher-id')),
    request: (group, { request }) => requestPatch(group, request, JAVA_ADAPTER_ID),
    response: { mediaType: byImp({ order: ['banner', 'video'], noImp: () => 'banner' }) },
  },
});
