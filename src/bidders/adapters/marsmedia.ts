import { z } from 'zod';
import { queryEscape } from '#src/lang/percent.ts';
import type { BidderError } from '../bidder.ts';
import { badInput, badServer } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { deviceHeaders, OPENRTB_25 } from '../kit/headers.ts';
import { byImp } from '../kit/media-type.ts';
import { asNumber, noBidderExt, noImpression } from '../kit/messages.ts';
import { withFirstSize } from '../kit/objects.ts';
import { idOrString } from '../kit/params.ts';
import { readerOf } from '../kit/reader.ts';
import type { ImpPatch, SharedImp } from '../kit/spec.ts';
import { statusPolicy, unexpectedStatus } from '../kit/status.ts';

const readParams = readerOf(z.object({ zoneId: z.union([z.number(), z.string()]) }));

const NO_MEDIA = 'No valid impression in the bid request';

/** The banner with the size of its first format; an error if it has no size at all. */
function sized(banner: SharedImp['banner']): ImpPatch | BidderError | undefined {
  if (!banner) return undefined;
  if (banner.format?.length) return { banner: withFirstSize(banner, 'always') };
  return banner.w !== undefined && banner.h !== undefined ? undefined : badInput('No valid banner format in the bid request');
}

export default defineBidder({
  code: 'marsmedia',
  endpoint: 'https://bid306.rtbsrv.com/bidder/?bid=f3xtet',
  maintainer: 'prebid@mars.media',
  vendorId: 776,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: {
    redirect: {
      url: 'https://dmp.rtbsrv.com/dmp/profiles/cm?p_id=179&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
      userMacro: '${UUID}',
    },
  },
  params: z.object({ zoneId: idOrString().optional() }),

  whenEmpty: badInput(noImpression),
  readParams,
  paramsOf: 'first',
  badParams: (_, __, step) => badInput(step === 'ext' ? noBidderExt : 'ext.bidder.zoneId not provided'),
  onBadImp: 'abort',
  imp: ({ imp: { banner }, params: { zoneId = '' }, index }) =>
    index === 0 && zoneId === '' ? badInput('zoneId is empty') : sized(banner),
  request: ({ length }, { request: { imp } }) =>
    length > 0 && imp.some(({ banner, video }) => banner || video) ? { at: 1 } : badInput(NO_MEDIA),
  uri: ([first], { builder }) => `${builder.endpoint}&zone=${first?.params.zoneId ?? ''}`,
  headers: (_, { request: { device } }) => ({ ...OPENRTB_25, ...deviceHeaders(device, { ip: 'ip', language: true, dnt: true }) }),
  status: statusPolicy({ messages: { 400: 'Unexpected status code: 400. ' }, other: unexpectedStatus }),
  response: {
    unreadable: (cause) => badServer(`Bad server response: ${asNumber(cause)}. `),
    readBids: 'first-seatbid',
    currency: { fixed: 'USD' },
    mediaType: byImp({ order: ['video'], otherwise: () => 'banner' }),
  },
  java: {
    uri: ([first], { builder: { endpoint } }) =>
      `${endpoint}${endpoint.includes('?') ? '&' : '?'}zone=${queryEscape(String(first?.params.zoneId ?? ''))}`,
    badParams: () => badInput(noBidderExt),
    imp: ({ imp: { banner, video }, params: { zoneId = '' }, index }) => {
      if (index === 0 && zoneId === '') return badInput('ZoneId is empty');
      return banner || video ? sized(banner) : 'skip';
    },
    noImps: () => badInput(NO_MEDIA),
  },
});
