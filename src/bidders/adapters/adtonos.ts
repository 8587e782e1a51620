import { z } from 'zod';
import { badInput, badServer } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { byImp, byMtype, firstOf } from '../kit/media-type.ts';
import { badImpAt } from './families/imp-index.ts';

export default defineBidder({
  code: 'adtonos',
  endpoint: 'https://exchange.adtonos.com/bid/{{.PublisherID}}',
  maintainer: 'support@adtonos.com',
  vendorId: 682,
  capabilities: { app: ['audio', 'video'], site: ['audio'], dooh: ['audio'] },
  geoscope: ['global'],
  modifyingVastXmlAllowed: true,
  sync: { redirect: { url: 'https://play.adtonos.com/redir?to={{.RedirectURL}}', userMacro: '@UUID@' } },
  params: z.object({ supplierId: z.string() }),

  paramsOf: 'first',
  badParams: badImpAt('Infomation'),
  macros: ({ params: { supplierId } }) => ({ PublisherID: supplierId }),
  response: {
    currency: 'response',
    mediaType: firstOf(
      byMtype(),
      byImp({
        order: ['audio', 'video'],
        noType: ({ impid }) => badInput(`Unsupported bidtype for bid: "${impid}"`),
        noImp: ({ impid }) => badInput(`Failed to find impression: "${impid}"`),
      }),
    ),
  },
  java: {
    badParams: (cause) => badInput(`Invalid imp.ext.bidder for impression index 0. Error Infomation: ${cause}`),
    response: {
      mediaType: firstOf(
        byMtype(),
        byImp({
          order: ['audio', 'video'],
          noType: ({ id }) => badServer(`Unsupported bidtype for bid: ${id}`),
          noImp: ({ impid }) => badServer(`Failed to find impression: ${impid}`),
        }),
      ),
    },
  },
});
