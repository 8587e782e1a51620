import { z } from 'zod';
import type { BidderError } from '../bidder.ts';
import { badServer, generic, isError } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { readerOf } from '../kit/reader.ts';
import type { SharedBid, TypeRule } from '../kit/response-spec.ts';
import { statusPolicy, unexpectedStatus } from '../kit/status.ts';
import { tripleliftFloor, tripleliftSync } from './families/triplelift.ts';

const readBidExt = readerOf(z.object({ triplelift_pb: z.object({ format: z.int() }) }));

/** `format` of in-stream and in-banner video. */
const VIDEO_FORMATS: readonly number[] = [11, 12, 17];

const toType =
  (unreadable: (cause: string, bid: SharedBid) => BidderError): TypeRule =>
  (bid) => {
    const found = readBidExt(bid.ext);
    if ('error' in found) return unreadable(found.error, bid);
    return VIDEO_FORMATS.includes(found.value.triplelift_pb?.format ?? 0) ? 'video' : 'banner';
  };

const noFormat = generic('neither Banner nor Video object specified');

export default defineBidder({
  code: 'triplelift',
  endpoint: 'https://tlx.3lift.com/s2s/auction?sra=1&supplier_id=20',
  maintainer: 'prebid@triplelift.com',
  vendorId: 28,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  openrtb: '2.6',
  gpp: true,
  compression: 'gzip',
  sync: tripleliftSync,
  params: z.object({ inventoryCode: z.string(), floor: z.number().optional() }),

  imp: ({ imp, params }, { info }) => {
    if (!imp.banner && !imp.video) return noFormat;
    const floor = tripleliftFloor(imp, params.floor, info);
    return isError(floor) ? floor : { tagid: params.inventoryCode, ...floor };
  },
  noImps: () => generic('No valid impressions for triplelift'),
  status: statusPolicy({ other: unexpectedStatus, otherError: generic }),
  response: {
    currency: { fixed: 'USD' },
    mediaType: toType(generic),
  },
  java: {
    // Floors keep their currency.
    imp: ({ imp, params }) =>
      imp.banner || imp.video ? { tagid: params.inventoryCode, bidfloor: params.floor ?? imp.bidfloor } : noFormat,
    response: {
      // A malformed bid also drops the later ones of its seat.
      checkBid: (_, __, { seatBid, index }) =>
        seatBid.bid.slice(0, index).some(({ ext }) => 'error' in readBidExt(ext)) ? 'skip' : undefined,
      mediaType: toType((_, { id }) => badServer(`Empty ext in bid ${id}`)),
    },
  },
});
