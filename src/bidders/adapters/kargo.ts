import { z } from 'zod';
import { defineBidder } from '../kit/define.ts';
import { has, where } from '../kit/params.ts';
import { readerOf } from '../kit/reader.ts';
import { onlyOk, unexpectedStatus } from '../kit/status.ts';

const readBidExt = readerOf(z.object({ mediaType: z.string() }));

export default defineBidder({
  code: 'kargo',
  endpoint: 'https://krk2.kargo.com/api/v1/openrtb',
  maintainer: 'kraken@kargo.com',
  vendorId: 972,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  openrtb: '2.6',
  gpp: true,
  compression: 'gzip',
  modifyingVastXmlAllowed: true,
  sync: {
    redirect: {
      url: 'https://crb.kargo.com/api/v1/dsync/PrebidServer?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&r={{.RedirectURL}}',
      userMacro: '$UID',
    },
  },
  params: where(z.object({ placementId: z.string().optional(), adSlotID: z.string().optional() }), {
    oneOf: [has('placementId'), has('adSlotID')],
  }),

  readParams: 'never',
  headers: 'none',
  status: onlyOk(`${unexpectedStatus}.`),
  response: {
    currency: 'response',
    mediaType: ({ ext }) => {
      const found = readBidExt(ext);
      const type = 'error' in found ? '' : found.value.mediaType;
      return type === 'video' || type === 'native' ? type : 'banner';
    },
  },
  java: { capabilities: { app: [], site: ['banner', 'video', 'native'] } },
});
