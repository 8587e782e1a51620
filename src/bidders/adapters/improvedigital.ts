import { z } from 'zod';
import { type BidderError, MEDIA_TYPES, type MediaType, type SharedRequest } from '../bidder.ts';
import { badInput, badServer, generic, isError } from '../errors.ts';
import { impOf } from '../kit/bids.ts';
import { asObject } from '../kit/decode.ts';
import { defineBidder } from '../kit/define.ts';
import { formatsOf, perImp } from '../kit/fan-out.ts';
import { readerOf } from '../kit/reader.ts';
import type { BidPatch, SharedBid } from '../kit/response-spec.ts';
import type { ImpPatch, SharedImp } from '../kit/spec.ts';

const readBidExt = readerOf(z.object({ Improvedigital: z.object({ line_item_id: z.int(), buying_type: z.string() }) }));

const readPublisher = readerOf(z.object({ publisherId: z.int() }));

/** Publisher part of the path; empty if the params name no publisher. */
function publisherPath(bidder: unknown): string {
  const found = readPublisher(bidder);
  return 'value' in found && found.value.publisherId ? `${found.value.publisherId}/` : '';
}

/** Marks rewarded imps in the field the server reads. */
function markRewarded(imp: SharedImp, error: (message: string) => BidderError): ImpPatch | BidderError | undefined {
  const ext = asObject(imp.ext);
  if ('error' in ext) return error(ext.error);
  const srv = asObject(ext.value['srv'] ?? null);
  if ('error' in srv) return error(srv.error);
  return srv.value['is_rewarded_inventory'] === 1 ? { ext: { ...ext.value, is_rewarded_inventory: true } } : undefined;
}

function toType({ impid, mtype = 0 }: SharedBid, request: SharedRequest, needed: string): MediaType | BidderError {
  const imp = impOf(request, impid);
  if (!imp) return badServer(`Failed to find impression for ID: "${impid}"`);
  if (mtype !== 0) return MEDIA_TYPES[mtype - 1] ?? badServer(`Unsupported MType ${mtype} for impression with ID: "${impid}"`);
  const [type, other] = formatsOf(imp, MEDIA_TYPES);
  if (other) return badServer(`Bid must have ${needed} for multi format impression with ID: "${impid}"`);
  return type ?? badServer(`Could not determine MType from impression with ID: "${impid}"`);
}

/** A deal bid includes the deal's line item. */
function toDeal({ ext }: SharedBid, dealTypes: RegExp): BidPatch | BidderError | undefined {
  if (ext === undefined) return undefined;
  const found = readBidExt(ext);
  if ('error' in found) return generic(found.error);
  const { line_item_id: lineItem = 0, buying_type: buyingType = '' } = found.value.Improvedigital ?? {};
  return lineItem !== 0 && dealTypes.test(buyingType) ? { dealid: String(lineItem) } : undefined;
}

export default defineBidder({
  code: 'improvedigital',
  endpoint: 'https://ad.360yield.com/{PublisherId}pbs',
  maintainer: 'hb@azerion.com',
  vendorId: 253,
  capabilities: { app: ['banner', 'video', 'audio', 'native'], site: ['banner', 'video', 'audio', 'native'] },
  compression: 'gzip',
  sync: {
    iframe: {
      url: 'https://ad.360yield.com/user_sync?rt=html&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&r={{.RedirectURL}}',
      userMacro: '{PUB_USER_ID}',
    },
    redirect: {
      url: 'https://ad.360yield.com/server_match?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&r={{.RedirectURL}}',
      userMacro: '{PUB_USER_ID}',
    },
  },
  params: z.object({
    placementId: z.int().min(1),
    publisherId: z.int().min(1).optional(),
    keyValues: z.record(z.string(), z.unknown()).optional(),
    size: z.object({ w: z.int(), h: z.int() }).optional(),
  }),

  readParams: 'never',
  imp: ({ imp }) => markRewarded(imp, generic),
  fanout: perImp,
  uri: ([item], { builder }) => builder.endpoint.replaceAll('{PublisherId}', publisherPath(item?.ext.bidder)),
  headers: 'json',
  response: {
    currency: 'response',
    check: ({ seatbid = [] }) =>
      seatbid.length > 1 ? badServer(`Unexpected SeatBid! Must be only one but have: ${seatbid.length}`) : undefined,
    noBid: ({ seatbid: [only] = [] }) => (only?.bid.length ?? 0) === 0,
    mediaType: (bid, { request }) => toType(bid, request, 'non-zero MType'),
    onBadBid: 'abort',
    bid: (bid) => toDeal(bid, /classic|deal/),
  },
  java: {
    endpoint: 'https://ad.360yield.com/{PathPrefix}/pbs',
    uri: ([item], { builder }) => builder.endpoint.replace('{PathPrefix}/', () => publisherPath(item?.ext.bidder)),
    imp: ({ imp }) => markRewarded(imp, badInput),
    onBadImp: 'abort-all',
    response: {
      mediaType: (bid, { request }) => toType(bid, request, 'non-null mtype'),
      bid: (bid, type) => {
        const patch = toDeal(bid, /^(?:classic|deal)$/);
        return isError(patch) ? patch : { ...patch, mtype: MEDIA_TYPES.indexOf(type || 'banner') + 1 };
      },
    },
  },
});
