import { z } from 'zod';
import { seatBidRequired } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { ALL_IMPS, pidAndEnvTraffic, typeByExt } from './families/pid-and-env.ts';

export default defineBidder({
  code: 'bematterfull',
  endpoint: 'http://prebid-srv.mtflll-system.live/?pid={{.SourceId}}&host={{.Host}}',
  maintainer: 'adops@bematterfull.com',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  params: z.object({ env: z.string().min(1), pid: z.string().min(1) }),

  ...pidAndEnvTraffic('Bematterfull', { mediaType: typeByExt, unavailable: 'Bematterfull' }),
  java: {
    ...ALL_IMPS,
    status: undefined,
    response: { check: seatBidRequired(), onBadBid: 'drop-silently' },
  },
});
