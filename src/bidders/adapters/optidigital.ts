import { z } from 'zod';
import { badServer } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { always } from '../kit/media-type.ts';
import { badServerResponse } from '../kit/messages.ts';

export default defineBidder({
  code: 'optidigital',
  endpoint: 'https://pbs.optidigital.com/bidder/openrtb2',
  maintainer: 'prebid@optidigital.com',
  vendorId: 915,
  capabilities: { app: ['banner'], site: ['banner'], dooh: ['banner'] },
  openrtb: '2.6',
  compression: 'gzip',
  sync: {
    iframe: {
      url: 'https://scripts.opti-digital.com/js/presyncs2s.html?endpoint=optidigital&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redir={{.RedirectURL}}',
      userMacro: '$UID',
    },
  },
  params: z.object({
    publisherId: z.string().min(2),
    placementId: z.string().min(1),
    divId: z.string().optional(),
    pageTemplate: z.string().optional(),
  }),

  readParams: 'never',
  headers: 'none',
  response: { unreadable: () => badServer(badServerResponse), currency: 'response', mediaType: always('banner') },
});
