import { z } from 'zod';
import { badServer, generic } from '../errors.ts';
import { noFirstBid } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { perImp } from '../kit/fan-out.ts';
import { byImp, byMtype } from '../kit/media-type.ts';

export default defineBidder({
  code: 'loopme',
  endpoint: 'http://prebid.loopmertb.com',
  maintainer: 'prebid@loopme.com',
  vendorId: 109,
  capabilities: { app: ['banner', 'video', 'native', 'audio'], site: ['banner', 'video', 'native', 'audio'] },
  geoscope: ['global'],
  params: z.object({ publisherId: z.string().min(1), bundleId: z.string().min(1).optional(), placementId: z.string().min(1).optional() }),

  readParams: 'never',
  fanout: perImp,
  response: {
    unreadable: (cause) => generic(cause),
    noBid: noFirstBid,
    mediaType: byMtype(['banner', 'video', 'audio', 'native'], ({ mtype = 0 }) => badServer(`Unsupported MType ${mtype}`)),
    whenNoBids: 'errors',
  },
  java: { fanout: undefined, response: { mediaType: byImp({ order: ['banner', 'video', 'audio', 'native'], noImp: () => 'banner' }) } },
});
