import { z } from 'zod';
import { badServer } from '../errors.ts';
import { seatBidRequired } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { always } from '../kit/media-type.ts';
import { contactManager, statusPolicy } from '../kit/status.ts';
import { badRequest } from './families/first-bid.ts';
import { javaPassThrough } from './families/plain-openrtb.ts';

const decide = statusPolicy({
  messages: { 400: badRequest },
  other: contactManager,
});

export default defineBidder({
  code: 'infytv',
  endpoint: 'https://nxs.infy.tv/pbs/openrtb',
  maintainer: 'tech+hb@infy.tv',
  capabilities: { app: ['video'], site: ['video'] },
  params: z.object({ publisherId: z.string(), placementId: z.string().optional() }),

  readParams: 'never',
  headers: 'none',
  status: (response) => (response.status === 503 ? 'no-bid' : decide(response)),
  response: {
    unreadable: (cause) => badServer(`Bad response, ${cause}`),
    check: seatBidRequired('Empty seatbid'),
    currency: 'response',
    mediaType: always('video'),
  },
  java: { ...javaPassThrough, aliasOf: 'generic' },
});
