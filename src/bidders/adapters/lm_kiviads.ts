import { z } from 'zod';
import { badServer } from '../errors.ts';
import { noSeatBid } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { byReadExtType } from '../kit/media-type.ts';
import { missingBidderExt } from './families/missing-bidder-ext.ts';
import { pidAndEnvTraffic, typeByExt } from './families/pid-and-env.ts';

export default defineBidder({
  code: 'lm_kiviads',
  endpoint: 'http://pbs.kiviads.live/?pid={{.SourceId}}&host={{.Host}}',
  maintainer: 'prebid@kiviads.com',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  params: z.object({ env: z.string().min(1), pid: z.string().min(1) }),

  ...pidAndEnvTraffic('LmKiviads', { mediaType: typeByExt, unavailable: 'LmKiviads' }),
  java: {
    aliases: { lmkiviads: {} },
    status: undefined,
    badParams: missingBidderExt,
    response: {
      check: undefined,
      noBid: noSeatBid,
      mediaType: byReadExtType({
        missing: () => badServer(`Path to bid.ext.prebid.type doesn't specified`),
        unknown: (_, type) =>
          badServer(
            type === ''
              ? `Path to bid.ext.prebid.type doesn't specified`
              : `Type expects one of the following values: 'banner', 'native', 'video', 'audio' but got ${type}`,
          ),
      }),
    },
  },
});
