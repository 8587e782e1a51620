import { z } from 'zod';
import { defineBidder } from '../kit/define.ts';
import { teqblazeTraffic } from './families/teqblaze.ts';

export default defineBidder({
  code: 'beyondmedia',
  endpoint: 'http://backend.andbeyond.media/pserver',
  maintainer: 'sysengg@andbeyond.media',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    redirect: {
      url: 'https://cookies.andbeyond.media/pbserver?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&ccpa={{.USPrivacy}}&redir={{.RedirectURL}}',
      userMacro: '[UID]',
    },
  },
  params: z.object({ placementId: z.string().min(1) }),

  ...teqblazeTraffic({ java: { aliases: { andbeyondmedia: {} } } }),
});
