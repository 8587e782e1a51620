import { z } from 'zod';
import type { SharedRequest } from '../bidder.ts';
import { badInput, generic } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { perImp } from '../kit/fan-out.ts';
import { deviceHeaders, JSON_ACCEPT } from '../kit/headers.ts';
import { byMtype } from '../kit/media-type.ts';
import { typeNotFetched } from '../kit/messages.ts';

const headersOf = (device: SharedRequest['device'], ip: 'ip or ipv6' | 'ip, ipv6') => ({
  ...JSON_ACCEPT,
  'X-Openrtb-Version': '2.5',
  Host: 'rtb.beardfleet.com',
  ...deviceHeaders(device, { ip }),
  Ip: device?.ip,
});

export default defineBidder({
  code: 'boldwin_rapid',
  endpoint: 'https://rtb.beardfleet.com/auction/bid?pid={{.PublisherID}}&tid={{.PlacementID}}',
  maintainer: 'info@bold-win.com',
  capabilities: { app: ['banner', 'video', 'native'] },
  params: z.object({ pid: z.string().min(1), tid: z.string().min(1) }),

  onBadImp: 'abort',
  fanout: perImp,
  macros: ({ params: { pid, tid } }) => ({ PublisherID: pid, PlacementID: tid }),
  headers: (_, { request: { device } }) => headersOf(device, 'ip or ipv6'),
  response: {
    mediaType: byMtype(['banner', 'video', 'native'], ({ impid }) => generic(typeNotFetched(impid))),
    onBadBid: 'abort',
  },
  java: {
    badParams: (cause) => badInput(`Error parsing imp.ext: ${cause}`),
    onBadImp: 'drop',
    headers: (_, { request: { device } }) => headersOf(device, 'ip, ipv6'),
  },
});
