import { z } from 'zod';
import { badInput, badServer } from '../errors.ts';
import { noSeatBid } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { byImp } from '../kit/media-type.ts';
import { impNotFound } from '../kit/messages.ts';
import { allSeatsTraffic, OR_UNAVAILABLE } from './families/first-imp.ts';

export default defineBidder({
  code: 'motorik',
  endpoint: 'http://lb-east.motorik.io/?k={{.AccountID}}&name={{.SourceId}}',
  maintainer: 'support@motorik.io',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  params: z.object({ accountId: z.string().min(1), placementId: z.string().min(1) }),

  ...allSeatsTraffic,
  badParams: (cause, _, step) => badInput(`Error parsing ${step === 'ext' ? 'motorikExt' : 'bidderExt'} - ${cause}`),
  macros: ({ params: { accountId, placementId } }) => ({ AccountID: accountId, SourceId: placementId }),
  status: OR_UNAVAILABLE,
  response: {
    ...allSeatsTraffic.response,
    mediaType: byImp({ order: ['banner', 'video', 'native'], otherwise: ({ impid }) => badInput(impNotFound(impid)) }),
    onBadBid: 'abort',
  },
  java: {
    badParams: (cause) => badInput(`Error parsing motorikExt ${cause}`),
    response: {
      check: undefined,
      noBid: noSeatBid,
      mediaType: byImp({
        order: ['banner', 'video', 'native'],
        otherwise: ({ impid }) => badServer(`Failed to find impression for ID: '${impid}'`),
      }),
    },
  },
});
