import { z } from 'zod';
import { isObject } from '#src/json/merge.ts';
import { badInput, badServer, generic } from '../errors.ts';
import { oneSeatBid } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { perImp } from '../kit/fan-out.ts';
import { byMtype } from '../kit/media-type.ts';
import { mtypeUnsupported } from '../kit/messages.ts';

export default defineBidder({
  code: 'displayio',
  endpoint: 'https://prebid.display.io/?publisher={{.PublisherID}}',
  maintainer: 'contact@display.io',
  capabilities: { app: ['banner', 'video', 'audio', 'native'], site: ['banner', 'video', 'audio', 'native'] },
  compression: 'gzip',
  geoscope: ['global'],
  modifyingVastXmlAllowed: true,
  params: z.object({ publisherId: z.string(), inventoryId: z.string(), placementId: z.string() }),

  badParams: (cause, { ext }, step) =>
    step === 'ext' && (ext === undefined || ext === null) ? generic('impression extensions required') : badInput(cause),
  floor: { to: 'USD', at: 'before-params', error: (_, cause) => generic(cause) },
  imp: ({ imp }) => (!imp.bidfloorcur || !imp.bidfloor ? { bidfloorcur: 'USD' } : undefined),
  fanout: perImp,
  macros: ({ params: { publisherId } }) => ({ PublisherID: publisherId }),
  headers: 'openrtb-2.5',
  request: ([first], { request: { ext } }) => {
    const { placementId = '', inventoryId = '' } = first?.params ?? {};
    return { ext: { ...(isObject(ext) ? ext : {}), displayio: { placementId, inventoryId } } };
  },
  response: {
    unreadable: (cause) => badServer(`Bad server response: ${cause}`),
    check: oneSeatBid,
    currency: { fixed: 'USD' },
    mediaType: byMtype(undefined, ({ mtype }) => badServer(mtypeUnsupported(mtype))),
  },
  java: {
    capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
    floor: { to: 'USD', error: (_, cause) => badInput(cause) },
    response: {
      check: ({ seatbid = [] }) => (seatbid.length === 1 ? undefined : badServer('Invalid SeatBids count')),
      mediaType: byMtype(['banner', 'video'], ({ mtype }) => badServer(mtypeUnsupported(mtype))),
    },
  },
});
