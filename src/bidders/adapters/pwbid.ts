import { z } from 'zod';
import type { BidderError } from '../bidder.ts';
import { badServer } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { byImp } from '../kit/media-type.ts';
import type { SharedBid } from '../kit/response-spec.ts';

const notPresent = ({ impid }: SharedBid): BidderError => badServer(`The impression with ID ${impid} is not present into the request`);

export default defineBidder({
  code: 'pwbid',
  endpoint: 'https://bidder.east2.pubwise.io/bid/pubwisedirect',
  maintainer: 'info@pubwise.io',
  vendorId: 842,
  capabilities: { app: ['banner', 'native', 'video'], site: ['banner', 'native', 'video'] },
  params: z.object({ siteId: z.string(), bidFloor: z.number().optional(), isTest: z.boolean().optional() }),

  readParams: 'never',
  headers: 'none',
  response: {
    currency: { fixed: 'USD' },
    mediaType: byImp({ order: ['banner', 'native', 'video'], otherwise: notPresent }),
  },
  java: {
    response: { mediaType: byImp({ order: ['banner', 'video', 'native'], otherwise: notPresent }), onBadBid: 'abort' },
  },
});
