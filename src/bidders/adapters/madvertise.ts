import { z } from 'zod';
import type { BidderError, SharedRequest } from '../bidder.ts';
import { badInput } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { deviceHeaders, OPENRTB_25 } from '../kit/headers.ts';
import { readerOf } from '../kit/reader.ts';
import { onlyOk, unexpectedStatus } from '../kit/status.ts';
import { missingBidderExt } from './families/missing-bidder-ext.ts';

/** Creative attributes of video ads (OpenRTB list 5.3). */
const VIDEO_ATTRIBUTES = new Set([6, 7, 16]);
const MIN_ZONE_BYTES = 7;

const readZone = readerOf(z.object({ bidder: z.object({ zoneId: z.string() }) }));

/** The error of a zone that is too short or differs from that of the first imp. */
function zoneError(impId: string, zone: string, { imp: [first] }: SharedRequest): BidderError | undefined {
  if (Buffer.byteLength(zone) < MIN_ZONE_BYTES) return badInput(`The minLength of zone ID is ${MIN_ZONE_BYTES}; ImpID=${impId}`);
  const found = readZone(first?.ext);
  const common = 'error' in found ? undefined : found.value.bidder?.zoneId;
  return zone === common ? undefined : badInput('There must be only one zone ID');
}

export default defineBidder({
  code: 'madvertise',
  endpoint: 'https://mobile.mng-ads.com/bidrequest{{.ZoneID}}',
  maintainer: 'hb@azerion.com',
  vendorId: 153,
  capabilities: { app: ['banner', 'video'], site: ['banner'] },
  params: z.object({ zoneId: z.string().min(7) }),

  onBadImp: 'abort',
  badParams: (cause, { id }) => badInput(`${cause}; ImpID=${id}`),
  imp: ({ imp: { id }, params: { zoneId = '' } }, { request }) => {
    if (zoneId === '') return badInput(`ext.bidder.zoneId not provided; ImpID=${id}`);
    return zoneError(id, zoneId, request);
  },
  macros: ({ params: { zoneId } }) => ({ ZoneID: zoneId }),
  headers: (_, { request: { device } }) => ({ ...OPENRTB_25, ...deviceHeaders(device, { ip: 'ip' }) }),
  status: onlyOk(unexpectedStatus),
  response: {
    currency: 'response',
    mediaType: ({ attr = [] }) => (attr.some((one) => VIDEO_ATTRIBUTES.has(one)) ? 'video' : 'banner'),
  },
  java: {
    badParams: missingBidderExt,
    imp: ({ imp: { id }, params: { zoneId = '' } }, { request }) => zoneError(id, zoneId, request),
  },
});
