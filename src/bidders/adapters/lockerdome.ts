import { z } from 'zod';
import { badInput, generic } from '../errors.ts';
import { noSeatBid } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { always } from '../kit/media-type.ts';

const EMPTY = 'ext.bidder.adUnitId is empty.';

export default defineBidder({
  code: 'lockerdome',
  endpoint: 'https://lockerdome.com/ladbid/prebidserver/openrtb2',
  maintainer: 'bidding@lockerdome.com',
  capabilities: { app: ['banner'], site: ['banner'] },
  geoscope: ['USA'],
  params: z.object({ adUnitId: z.string() }),

  whenEmpty: badInput('No valid impressions in the bid request.'),
  checkImp: ({ banner }) => (banner ? undefined : badInput('LockerDome does not currently support non-banner types.')),
  badParams: (_, __, step) => badInput(step === 'ext' ? 'ext was not provided.' : 'ext.bidder.adUnitId was not provided.'),
  imp: ({ params }) => (params.adUnitId ? undefined : badInput(EMPTY)),
  reportImpErrors: 'without-calls',
  noImps: () => badInput('No valid or supported impressions in the bid request.'),
  headers: 'openrtb-2.5',
  response: {
    unreadable: (cause) => generic(`Error unmarshaling LockerDome bid response - ${cause}`),
    noBid: noSeatBid,
    currency: { fixed: 'USD' },
    mediaType: always('banner'),
  },
  java: {
    badParams: undefined,
    imp: ({ params }) => (params.adUnitId?.trim() ? undefined : badInput(EMPTY)),
    reportImpErrors: 'always',
  },
});
