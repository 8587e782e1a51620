import { z } from 'zod';
import { badInput, badServer, generic } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { byMtype } from '../kit/media-type.ts';
import { javaTypeNotFetched, mtypeUnsupported } from '../kit/messages.ts';
import { allSeatsTraffic, OR_UNAVAILABLE } from './families/first-imp.ts';

export default defineBidder({
  code: 'intenze',
  endpoint: 'http://lb-east.intenze.co/?pass={{.AccountID}}',
  maintainer: 'connect@intenze.co',
  javaCode: 'gothamads',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  params: z.object({ accountId: z.string().min(1) }),

  ...allSeatsTraffic,
  badParams: (cause) => badInput(cause),
  macros: ({ params }) => ({ AccountID: params.accountId }),
  status: OR_UNAVAILABLE,
  response: {
    ...allSeatsTraffic.response,
    mediaType: byMtype(['banner', 'video', 'native'], ({ mtype }) => generic(mtypeUnsupported(mtype))),
    onBadBid: 'abort',
  },
  java: {
    aliases: { gothamads: {} },
    status: undefined,
    response: { mediaType: byMtype(['banner', 'video', 'native'], (bid) => badServer(javaTypeNotFetched(bid))) },
  },
});
