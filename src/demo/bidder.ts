/** The demo host's bidder definition: plain OpenRTB; `behaviour` makes it bid, pass, respond slowly or return garbage. */
import { z } from 'zod';
import { badServer } from '#src/bidders/errors.ts';
import { defineBidder } from '#src/bidders/kit/define.ts';
import { byMtype } from '#src/bidders/kit/media-type.ts';

const all = ['banner', 'video', 'audio', 'native'] as const;

export const demoBidder = defineBidder({
  code: 'demo',
  maintainer: '',
  capabilities: { site: all, app: all, dooh: all },
  openrtb: '2.6',
  gpp: true,
  modifyingVastXmlAllowed: true,
  params: z.object({
    behaviour: z.enum(['bid', 'no-bid', 'slow', 'broken']).optional(),
    /** CPM in USD; the bidder's own choice if absent. */
    price: z.number().min(0).optional(),
  }),
  readParams: 'never',
  response: { mediaType: byMtype(undefined, ({ mtype = 0 }) => badServer(`Unsupported MType ${mtype}`)) },
});
