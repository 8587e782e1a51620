import { z } from 'zod';
import { badServer } from '../errors.ts';
import { seatBidRequired } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { byExtField, unchecked } from '../kit/media-type.ts';
import { readerOf } from '../kit/reader.ts';
import { contactManager, statusPolicy } from '../kit/status.ts';
import { badRequest } from './families/first-bid.ts';

const readBidExt = readerOf(z.object({ mediaType: z.string() }));
const namedType = byExtField('mediaType', { otherwise: unchecked });

const decide = statusPolicy({
  messages: { 400: badRequest },
  other: contactManager,
});

export default defineBidder({
  code: 'e_volution',
  endpoint: 'http://service.e-volution.ai/pbserver',
  maintainer: 'admin@e-volution.ai',
  vendorId: 957,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    redirect: {
      url: 'https://sync.e-volution.ai/pbserver?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&ccpa={{.USPrivacy}}&redirect={{.RedirectURL}}',
      userMacro: '[UID]',
    },
    iframe: {
      url: 'https://sync.e-volution.ai/pbserverIframe?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&ccpa={{.USPrivacy}}&pbserverUrl={{.RedirectURL}}',
      userMacro: '[UID]',
    },
  },
  params: z.object({ key: z.string() }),

  readParams: 'never',
  status: (response) => (response.status === 503 ? 'no-bid' : decide(response)),
  response: {
    unreadable: (cause) => badServer(`Bad response, ${cause}`),
    check: seatBidRequired('Empty seatbid'),
    readBids: 'first-seatbid',
    currency: { fixed: 'USD' },
    mediaType: (bid, context) => ('error' in readBidExt(bid.ext) ? 'banner' : namedType(bid, context)),
  },
  java: { response: { mediaType: byExtField('mediaType', { otherwise: () => 'banner' }) } },
});
