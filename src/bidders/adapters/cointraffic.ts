import { z } from 'zod';
import { noSeatBid } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { always } from '../kit/media-type.ts';

export default defineBidder({
  code: 'cointraffic',
  endpoint: 'https://apps.adsgravity.io/pbs/v1/request',
  maintainer: 'tech@cointraffic.io',
  capabilities: { app: ['banner'], site: ['banner'] },
  params: z.object({ placementId: z.string().min(1) }),

  readParams: 'never',
  headers: 'openrtb-2.5',
  response: { noBid: noSeatBid, mediaType: always('banner') },
});
