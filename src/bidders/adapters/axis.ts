import { z } from 'zod';
import { badServer } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { impNotFound } from '../kit/messages.ts';
import { filled } from '../kit/objects.ts';
import { teqblazeTraffic, typeByImp } from './families/teqblaze.ts';

export default defineBidder({
  code: 'axis',
  endpoint: 'http://prebid.axis-marketplace.com/pbserver',
  maintainer: 'help@axis-marketplace.com',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    redirect: {
      url: 'https://cs.axis-marketplace.com/pbserver?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&ccpa={{.USPrivacy}}&redir={{.RedirectURL}}',
      userMacro: '[UID]',
    },
  },
  params: z.object({ integration: z.string().min(6).max(6), token: z.string().min(6).max(6) }),

  ...teqblazeTraffic({
    imp: ({ params: { integration, token } }) => ({ ext: { bidder: filled({ integration, token }) } }),
    onBadImp: 'drop-silently',
    java: {
      vendorId: 1197,
      imp: undefined,
      response: { mediaType: typeByImp((impId) => badServer(impNotFound(impId)), 'sent'), onBadBid: 'drop' },
    },
  }),
});
