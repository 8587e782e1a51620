import { z } from 'zod';
import { defineBidder } from '../kit/define.ts';
import { always } from '../kit/media-type.ts';
import { status } from '../kit/status.ts';
import { javaPassThrough } from './families/plain-openrtb.ts';

export default defineBidder({
  code: 'ccx',
  endpoint: 'https://delivery.clickonometrics.pl/ortb/prebid/bid',
  maintainer: 'it@clickonometrics.pl',
  vendorId: 773,
  capabilities: { site: ['banner', 'video'] },
  sync: {
    redirect: {
      url: 'https://sync.clickonometrics.pl/prebid/set-cookie?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirurl={{.RedirectURL}}',
      userMacro: '${USER_ID}',
    },
  },
  params: z.object({ placementId: z.int() }),

  readParams: 'never',
  headers: 'none',
  status: status.s3,
  response: { currency: 'response', mediaType: always('banner') },
  java: {
    ...javaPassThrough,
    aliasOf: 'generic',
    capabilities: { site: ['banner', 'video'], app: ['banner', 'video', 'native', 'audio'] },
  },
});
