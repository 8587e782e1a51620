import { z } from 'zod';
import { badServer } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { teqblazeTraffic, typeByImp, withPlacement } from './families/teqblaze.ts';

export default defineBidder({
  code: 'logan',
  endpoint: 'http://USeast2.logan.ai/pserver',
  maintainer: 'support@logan.ai',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    redirect: {
      url: 'https://ssp-cookie.logan.ai/pserver?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redir={{.RedirectURL}}',
      userMacro: '[UID]',
    },
  },
  params: z.object({ placementId: z.string().min(1) }),

  ...teqblazeTraffic({
    imp: ({ params }) => withPlacement(params.placementId),
    onBadImp: 'drop-silently',
    java: { response: { mediaType: typeByImp((impId) => badServer(`Failed to find impression '${impId}'`), 'sent') } },
  }),
});
