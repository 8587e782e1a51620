import { z } from 'zod';
import { badInput, badServer, generic } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { perImp } from '../kit/fan-out.ts';
import { byMtype } from '../kit/media-type.ts';
import { javaTypeNotFetched } from '../kit/messages.ts';
import { floorInDollars } from '../kit/money.ts';
import { withFirstSize } from '../kit/objects.ts';
import { status } from '../kit/status.ts';
import { notConverted } from './families/floors.ts';

export default defineBidder({
  code: 'adview',
  endpoint: 'https://bid.adview.com/agent/thirdAdxService/{{.AccountID}}',
  maintainer: 'partner@adview.com',
  vendorId: 1022,
  capabilities: { app: ['banner', 'native', 'video'] },
  compression: 'gzip',
  modifyingVastXmlAllowed: true,
  params: z.object({ placementId: z.string().min(1), accountId: z.string().min(1) }),

  floor: floorInDollars,

  badParams: (cause, _, step) => badInput(`invalid ${step === 'ext' ? 'imp.ext' : 'bidderExt.Bidder'}, ${cause}`),
  imp: ({ imp: { banner }, params: { placementId = '' } }) => ({
    tagid: placementId,
    ...(banner && { banner: withFirstSize(banner, 'always') }),
  }),
  fanout: perImp,
  macros: ({ params: { accountId } }) => ({ AccountID: accountId }),
  headers: 'none',
  request: () => ({ cur: ['USD'] }),
  status: status.s4,
  response: {
    currency: { fixed: 'USD' },
    mediaType: byMtype(['banner', 'video', 'native'], ({ impid, mtype = 0 }) =>
      generic(`Unable to fetch mediaType in impID: ${impid}, mType: ${mtype}`),
    ),
  },
  java: {
    floor: { to: 'USD', error: notConverted },
    badParams: () => badInput('invalid imp.ext'),
    response: { mediaType: byMtype(['banner', 'video', 'native'], (bid) => badServer(javaTypeNotFetched(bid))) },
  },
});
