import { z } from 'zod';
import { badInput, badServer } from '../errors.ts';
import { noSeatBid } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { deviceHeaders, OPENRTB_25 } from '../kit/headers.ts';
import { byImp } from '../kit/media-type.ts';
import { badExtension, badServerResponse, noExtension } from '../kit/messages.ts';
import { contactManager, statusPolicy } from '../kit/status.ts';
import { teqblazeSync } from './families/teqblaze-sync.ts';

const ownStatus = statusPolicy({
  messages: { 400: 'Unexpected status code: [ %d ]' },
  other: contactManager,
});

export default defineBidder({
  code: 'krushmedia',
  endpoint: 'http://ads4.krushmedia.com/?c=rtb&m=req&key={{.AccountID}}',
  maintainer: 'adapter@krushmedia.com',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: teqblazeSync('https://cs.krushmedia.com', 'ccpa'),
  params: z.object({ key: z.string() }),

  whenEmpty: badInput('Missing Imp Object'),
  paramsOf: 'first',
  badParams: (_, __, step) => badInput(step === 'ext' ? noExtension : badExtension),
  imp: ({ index }) => (index > 0 ? undefined : { ext: undefined }),
  macros: ({ params: { key } }) => ({ AccountID: key }),
  headers: (_, { request: { device } }) => ({ ...OPENRTB_25, ...deviceHeaders(device, { ip: 'ip', language: true, dnt: true }) }),
  status: (response) => (response.status === 503 ? 'no-bid' : ownStatus(response)),
  response: {
    unreadable: () => badServer(badServerResponse),
    noBid: noSeatBid,
    readBids: 'first-seatbid',
    currency: { fixed: 'USD' },
    mediaType: byImp({ order: ['video', 'native'], otherwise: () => 'banner' }),
  },
  java: {
    badParams: () => badInput('Error while unmarshalling bidder extension'),
    headers: (_, { request: { device } }) => ({
      ...OPENRTB_25,
      ...deviceHeaders(device, { ip: 'ip, ipv6', language: true, dnt: true }),
    }),
  },
});
