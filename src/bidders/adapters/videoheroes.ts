import { z } from 'zod';
import { noSeatBid } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { byImp } from '../kit/media-type.ts';
import { braveTraffic } from './families/brave.ts';
export default defineBidder({
  code: 'videoheroes',
  endpoint: 'http://point.contextualadv.com/?t=3&partner={{.PublisherID}}',
  maintainer: 'support@videoheroes.tv',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  params: z.object({ placementId: z.string() }),

  ...braveTraffic,
  java: {
    badParams: undefined,
    status: undefined,
    response: {
      check: undefined,
      noBid: noSeatBid,
      readBids: 'all',
      mediaType: byImp({ order: ['banner', 'video', 'native'], otherwise: () => 'banner' }),
    },
  },
});
