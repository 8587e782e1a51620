import { z } from 'zod';
import { badInput } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { groupBy } from '../kit/fan-out.ts';
import { statusPolicy } from '../kit/status.ts';
import { isHost } from '../kit/url.ts';
import { bySourceTraffic, checkSource } from './families/by-source.ts';

export default defineBidder({
  code: 'zeroclickfraud',
  endpoint: 'http://{{.Host}}/openrtb2?sid={{.SourceId}}',
  maintainer: 'support@datablocks.net',
  capabilities: { app: ['banner', 'native', 'video'], site: ['banner', 'native', 'video'] },
  sync: {
    iframe: {
      url: 'https://s.0cf.io/sync?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&r={{.RedirectURL}}',
      userMacro: '${uid}',
    },
  },
  params: z.object({ sourceId: z.int().min(1), host: z.string().regex(/^[a-zA-Z0-9.-]+(:[0-9]+)?$/) }),

  ...bySourceTraffic('host or sourceId'),
  imp: ({ params: { sourceId, host = '' } }) => checkSource(sourceId) ?? (isHost(host) ? undefined : badInput('Invalid/Missing Host')),
  fanout: (imps) => groupBy(imps, ({ params: { sourceId, host } }) => `${sourceId} ${host}`),
  macros: ({ params: { sourceId, host } }) => ({ SourceId: sourceId, Host: host }),
  status: statusPolicy({ messages: { 400: 'ERR, bad input %d' }, other: 'ERR, response with status %d' }),
  java: {
    ...bySourceTraffic('host or sourceId').java,
    imp: ({ params: { sourceId, host } }) => checkSource(sourceId) ?? (host?.trim() ? undefined : badInput('Invalid/Missing Host')),
  },
});
