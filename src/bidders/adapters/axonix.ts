import { z } from 'zod';
import { badInput } from '../errors.ts';
import { auctionPrice } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { byImp } from '../kit/media-type.ts';
import { onlyOk } from '../kit/status.ts';

export default defineBidder({
  code: 'axonix',
  endpoint: 'https://openrtb-us-east-1.axonix.com/supply/prebid-server/{{.AccountID}}',
  maintainer: 'support.axonix@emodoinc.com',
  vendorId: 678,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  modifyingVastXmlAllowed: true,
  sync: { redirect: { url: 'https://openrtb-us-east-1.axonix.com/syn?redirect={{.RedirectURL}}', userMacro: 'xxEMODO_IDxx' } },
  params: z.object({ supplyId: z.string().min(1) }),

  paramsOf: 'first',
  macros: ({ params: { supplyId } }) => ({ AccountID: supplyId }),
  escapeMacros: 'path',
  headers: 'plain-json',
  status: onlyOk('Unexpected status code: %d.'),
  response: {
    currency: 'response',
    mediaType: byImp({ order: ['native', 'video', 'banner'], otherwise: () => 'banner' }),
    bid: auctionPrice('nurl', 'adm'),
  },
  java: {
    endpoint: 'https://openrtb-us-east-1.axonix.com/supply/prebid-server/{SupplyId}',
    macros: ({ params: { supplyId } }) => ({ SupplyId: supplyId }),
    badParams: () => badInput('Imp.ext could not be parsed'),
  },
});
