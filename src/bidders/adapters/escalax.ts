import { z } from 'zod';
import { badInput, badServer } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { byMtype } from '../kit/media-type.ts';
import { mtypeUnsupported } from '../kit/messages.ts';
import { allSeatsTraffic, sourceAndAccount } from './families/first-imp.ts';

export default defineBidder({
  code: 'escalax',
  endpoint: 'http://bidder_us.escalax.io/?partner={{.SourceId}}&token={{.AccountID}}&type=pbs',
  maintainer: 'connect@escalax.io',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  compression: 'gzip',
  geoscope: ['global'],
  modifyingVastXmlAllowed: true,
  params: z.object({ accountId: z.string().min(1), sourceId: z.string().min(1) }),

  ...allSeatsTraffic,
  badParams: (cause, _, step) => badInput(`Error parsing ${step === 'ext' ? 'escalaxExt' : 'bidderExt'} - ${cause}`),
  macros: sourceAndAccount,
  response: {
    ...allSeatsTraffic.response,
    mediaType: byMtype(['banner', 'video', 'native'], ({ mtype }) => badInput(mtypeUnsupported(mtype))),
    onBadBid: 'abort',
  },
  java: {
    response: {
      unreadable: undefined,
      mediaType: byMtype(['banner', 'video', 'native'], ({ mtype }) => badServer(`unsupported MType ${mtype ?? null}`)),
    },
  },
});
