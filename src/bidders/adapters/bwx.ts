import { z } from 'zod';
import { badServer } from '../errors.ts';
import { noSeatBid } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { missingBidderExt } from './families/missing-bidder-ext.ts';
import { ALL_IMPS, badMtype, missingMtype, mtypeWith, pidAndEnvTraffic } from './families/pid-and-env.ts';

export default defineBidder({
  code: 'bwx',
  endpoint: 'http://rtb.boldwin.live?pid={{.SourceId}}&host={{.Host}}&pbs=1',
  maintainer: 'prebid@bold-win.com',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  params: z.object({ env: z.string().min(1).optional(), pid: z.string().min(1) }),

  ...pidAndEnvTraffic('BoldwinX', { mediaType: mtypeWith(badMtype) }),
  java: {
    ...ALL_IMPS,
    badParams: missingBidderExt,
    response: {
      check: undefined,
      noBid: noSeatBid,
      mediaType: mtypeWith(
        (bid) => missingMtype(bid) ?? badServer(`Failed to parse bid mtype: ${bid.mtype} for impression id ${bid.impid}`),
      ),
      onBadBid: 'abort',
    },
  },
});
