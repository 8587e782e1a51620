import { z } from 'zod';
import { badServer } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { OPENRTB_25 } from '../kit/headers.ts';
import { byImp } from '../kit/media-type.ts';
import { statusPolicy } from '../kit/status.ts';
import { missingBidderExt } from './families/missing-bidder-ext.ts';

export default defineBidder({
  code: 'smilewanted',
  endpoint: 'https://prebid-server.smilewanted.com/go/',
  maintainer: 'tech@smilewanted.com',
  vendorId: 639,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: {
    redirect: {
      url: 'https://csync.smilewanted.com/getuid?source=prebid-server&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
      userMacro: '$UID',
    },
  },
  params: z.object({ zoneId: z.string().min(1) }),

  readParams: 'if-readable',
  paramsOf: 'first',
  uri: ([first], { builder }) => `${builder.endpoint}${first?.params.zoneId ?? ''}`,
  headers: () => ({ ...OPENRTB_25, 'Sw-Integration-Type': 'prebid_server' }),
  request: () => ({ at: 1 }),
  status: statusPolicy({
    messages: { 400: 'Unexpected status code: 400.' },
    other: 'Unexpected status code: %d. Run with request.debug = 1 for more info.',
  }),
  response: {
    unreadable: (cause) => badServer(`Bad server response: ${cause}.`),
    readBids: 'first-seatbid',
    currency: { fixed: 'USD' },
    mediaType: byImp({ order: ['video'], otherwise: () => 'banner' }),
  },
  java: {
    endpoint: 'https://prebid-server.smilewanted.com/java/{ZoneId}',
    uri: undefined,
    macros: ({ params: { zoneId } }) => ({ ZoneId: zoneId }),
    readParams: 'required',
    badParams: missingBidderExt,
  },
});
