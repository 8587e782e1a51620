import { z } from 'zod';
import { defineBidder } from '../kit/define.ts';
import { always } from '../kit/media-type.ts';
import { status } from '../kit/status.ts';

export default defineBidder({
  code: 'interactiveoffers',
  endpoint: 'https://prebid-server.ioadx.com/bidRequest/?partnerId={{.AccountID}}',
  maintainer: 'dev@interactiveoffers.com',
  capabilities: { app: ['banner'], site: ['banner'] },
  params: z.object({ partnerId: z.string().optional() }),

  paramsOf: 'first',
  macros: ({ params: { partnerId } }) => ({ AccountID: partnerId }),
  status: status.s3,
  response: { currency: 'response', mediaType: always('banner') },
  java: {
    readParams: 'if-readable',
    endpoint: 'https://prebid-server.ioadx.com/bidRequest/?partnerId={PartnerId}',
    macros: ({ params: { partnerId = '' } }) => ({ PartnerId: partnerId.length > 2 ? partnerId.slice(1, -1) : partnerId }),
  },
});
