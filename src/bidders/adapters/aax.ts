import { z } from 'zod';
import type { BidderError } from '../bidder.ts';
import { badServer, generic } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { byExtField, byImp, firstOf } from '../kit/media-type.ts';
import type { TypeRule } from '../kit/response-spec.ts';
import { javaSource, sourceTraffic } from './families/medianet.ts';

const TYPES = ['banner', 'native', 'video'] as const;

/** The type named by the bid, otherwise the only type of its imp. */
function typeOf(message: string, makeError: (message: string) => BidderError): TypeRule {
  const failed = ({ impid }: { readonly impid: string }): BidderError => makeError(`${message}${impid}`);
  const types = { banner: 'banner', native: 'native', video: 'video' } as const;
  return firstOf(byExtField('adCodeType', { types }), byImp({ order: TYPES, match: 'all', several: failed, otherwise: failed }));
}

const endpoint = 'https://prebid.aaxads.com/rtb/pb/aax-prebid';

export default defineBidder({
  code: 'aax',
  endpoint,
  maintainer: 'product@aax.media',
  vendorId: 720,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  modifyingVastXmlAllowed: true,
  extraInfo: 'https://aax.golang.pbs.com',
  sync: {
    redirect: {
      url: 'https://c.aaxads.com/aacxc.php?fv=1&wbsh=psa&ryvlg=setstatuscode&bidder=aax&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
      userMacro: '<vsid>',
    },
  },
  params: z.object({ cid: z.string().min(1), crid: z.string().min(1) }),

  ...sourceTraffic,
  response: { currency: () => 'USD', mediaType: typeOf('unable to fetch mediaType in multi-format: ', generic) },
  java: {
    ...javaSource(endpoint),
    response: { mediaType: typeOf('Unable to fetch mediaType in multi-format: ', badServer) },
  },
});
