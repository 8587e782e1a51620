import { z } from 'zod';
import { badInput, badServer, generic } from '../errors.ts';
import { seatBidRequired } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { perImp } from '../kit/fan-out.ts';
import { deviceHeaders, OPENRTB_25 } from '../kit/headers.ts';
import { byMtype } from '../kit/media-type.ts';
import { typeNotFetched } from '../kit/messages.ts';
import { statusPolicy, unexpectedStatus } from '../kit/status.ts';

const HOSTS = new Set(['eu', 'us', 'apac', 'global']);

export default defineBidder({
  code: 'silvermob',
  endpoint: 'http://{{.Host}}.silvermob.com/marketplace/api/dsp/bid/{{.ZoneID}}',
  maintainer: 'support@silvermob.com',
  capabilities: { app: ['banner', 'video', 'native'] },
  params: z.object({ zoneid: z.string(), host: z.string() }),

  badParams: (cause, _, step) => badInput(`error unmarshaling imp.ext${step === 'ext' ? '' : '.bidder'}: ${cause}`),
  imp: ({ params: { host = '' } }) => (HOSTS.has(host) ? undefined : badInput(`invalid host ${host}`)),
  fanout: perImp,
  macros: ({ params: { host, zoneid } }) => ({ Host: host, ZoneID: zoneid }),
  headers: (_, { request: { device } }) => ({ ...OPENRTB_25, ...deviceHeaders(device) }),
  status: statusPolicy({
    messages: { 400: 'Bad Request status code: %d. Run with request.debug = 1 for more info' },
    other: unexpectedStatus,
    otherError: generic,
  }),
  response: {
    unreadable: (cause) => badServer(`Error unmarshaling server Response: ${cause}`),
    check: seatBidRequired(),
    currency: { fixed: 'USD' },
    mediaType: byMtype(['banner', 'video', 'native'], ({ impid }) => generic(`Unable to fetch mediaType for imp: ${impid}`)),
  },
  java: {
    badParams: (cause) => badInput(`error unmarshalling imp.ext.bidder: ${cause}`),
    imp: ({ params: { host, zoneid } }) => {
      if (!host) return badInput('host is a required silvermob ext.imp param');
      if (!zoneid) return badInput('zoneId is a required silvermob ext.imp param');
      return HOSTS.has(host) ? undefined : badInput(`Invalid host: ${host}`);
    },
    response: {
      unreadable: (cause) => badServer(`Error unmarshalling server Response: ${cause}`),
      mediaType: byMtype(['banner', 'video', 'native'], ({ id, impid, mtype }) =>
        badServer(mtype === undefined ? `Missing MType for bid: ${id}` : typeNotFetched(impid)),
      ),
      onBadBid: 'abort',
    },
  },
});
