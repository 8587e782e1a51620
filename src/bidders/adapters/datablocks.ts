import { z } from 'zod';
import { defineBidder } from '../kit/define.ts';
import { groupBy } from '../kit/fan-out.ts';
import { bySourceTraffic, checkSource } from './families/by-source.ts';

export default defineBidder({
  code: 'datablocks',
  endpoint: 'http://pbserver.dblks.net/openrtb2?sid={{.SourceId}}',
  maintainer: 'prebid@datablocks.net',
  capabilities: { app: ['banner', 'native', 'video'], site: ['banner', 'native', 'video'] },
  sync: {
    redirect: {
      url: 'https://sync.v5prebid.datablocks.net/s2ssync?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&r={{.RedirectURL}}',
      userMacro: '${uid}',
    },
  },
  params: z.object({ sourceId: z.int().min(1) }),

  ...bySourceTraffic('sourceId'),
  imp: ({ params }) => checkSource(params.sourceId),
  fanout: (imps) => groupBy(imps, ({ params }) => params.sourceId),
  macros: ({ params }) => ({ SourceId: params.sourceId }),
});
