import { z } from 'zod';
import { isObject } from '#src/json/merge.ts';
import type { Result } from '#src/lang/result.ts';
import type { RequestInfo } from '../bidder.ts';
import { badInput, badServer, generic } from '../errors.ts';
import { oneSeatBid } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { perImp } from '../kit/fan-out.ts';
import { byMtype } from '../kit/media-type.ts';
import { mtypeUnsupported } from '../kit/messages.ts';
import { converted } from '../kit/money.ts';
import type { ImpPatch, SharedImp } from '../kit/spec.ts';

/** The floor in dollars, also a negative one; or the converter's message. A floor without a currency is in dollars. */
function inDollars({ bidfloor = 0, bidfloorcur = '' }: SharedImp, info: RequestInfo): Result<ImpPatch> {
  if (bidfloor === 0 || bidfloorcur === '') return { value: { bidfloorcur: 'USD' } };
  if (bidfloorcur === 'USD') return { value: {} };
  const amount = converted(info, bidfloor, bidfloorcur, 'USD');
  return 'error' in amount ? amount : { value: { bidfloor: amount.value, bidfloorcur: 'USD' } };
}

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
  checkImp: (imp, { info }) => {
    const floor = inDollars(imp, info);
    return 'error' in floor ? generic(floor.error) : undefined;
  },
  imp: ({ imp }, { info }) => {
    const floor = inDollars(imp, info);
    return 'error' in floor ? badInput(floor.error) : floor.value;
  },
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
    checkImp: undefined,
    response: {
      check: ({ seatbid = [] }) => (seatbid.length === 1 ? undefined : badServer('Invalid SeatBids count')),
      mediaType: byMtype(['banner', 'video'], ({ mtype }) => badServer(mtypeUnsupported(mtype))),
    },
  },
});
