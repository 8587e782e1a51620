import { z } from 'zod';
import { aborting, badInput, badServer, generic } from '../errors.ts';
import { standardMessage } from '../kit/decode.ts';
import { defineBidder } from '../kit/define.ts';
import { byImp, byMtype } from '../kit/media-type.ts';
import { statusPolicy } from '../kit/status.ts';
import { isHost } from '../kit/url.ts';

export default defineBidder({
  code: 'tradplus',
  endpoint: 'https://{{.ZoneID}}adx.tradplusad.com/{{.AccountID}}/pserver',
  maintainer: 'tpxcontact@tradplus.com',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'native', 'video'] },
  params: z.object({
    accountId: z.string().min(1),
    zoneId: z
      .string()
      .regex(/^[a-zA-Z0-9.-]*$/)
      .optional(),
  }),

  paramsOf: 'first',
  badParams: (cause, _, step) => badInput(`Error parsing ${step === 'ext' ? 'tradplusExt' : 'bidderExt'} - ${cause}`),
  imp: ({ params: { zoneId }, index }) => (index > 0 || !zoneId || isHost(zoneId) ? undefined : aborting(badInput('Invalid ZoneID'))),
  macros: ({ params: { zoneId, accountId } }) => ({ ZoneID: zoneId, AccountID: accountId }),
  headers: 'json',
  status: statusPolicy({ other: 'Unexpected status code: %d.', badInput: 'all' }),
  response: {
    unreadable: (cause) => generic(standardMessage(cause)),
    currency: { fixed: 'USD' },
    mediaType: byMtype(['banner', 'video', 'native'], ({ impid }) =>
      generic(`unrecognized bid type in response from tradplus for bid ${impid}`),
    ),
  },
  java: {
    capabilities: { app: ['banner', 'video', 'native'], site: [] },
    imp: ({ params: { accountId } }) => (accountId?.trim() ? { ext: undefined } : aborting(badInput('Invalid/Missing AccountID'))),
    headers: 'openrtb-2.5',
    response: {
      mediaType: byImp({
        order: ['video', 'native', 'banner'],
        otherwise: ({ impid }) => badServer(`Invalid bid imp ID #${impid} does not match any imp IDs from the original bid request`),
      }),
      onBadBid: 'abort',
    },
  },
});
