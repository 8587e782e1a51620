import { z } from 'zod';
import { type BidderError, MEDIA_TYPES } from '../bidder.ts';
import { badInput, badServer, generic, isFault } from '../errors.ts';
import { impOf } from '../kit/bids.ts';
import { asObject } from '../kit/decode.ts';
import { defineBidder } from '../kit/define.ts';
import { formatsOf, perImp } from '../kit/fan-out.ts';
import { readerOf } from '../kit/reader.ts';
import type { BidPatch, ImpPatch, SharedBid, SharedImp, TypeRule } from '../kit/spec.ts';

const readBidExt = readerOf(z.object({ Improvedigital: z.object({ line_item_id: z.int(), buying_type: z.string() }) }));

const readPublisher = readerOf(z.object({ publisherId: z.int() }));

/** A part of the path; nothing where the params name no publisher. */
function publisherPath(bidder: unknown): string {
  const found = readPublisher(bidder);
  return typeof found !== 'string' && found.publisherId ? `${found.publisherId}/` : '';
}

/** Where the server looks for the mark of rewarded imps. */
function markRewarded(imp: SharedImp, isJava: boolean): ImpPatch | BidderError | undefined {
  const fault = isJava ? badInput : generic;
  const ext = asObject(imp.ext);
  if (typeof ext === 'string') return fault(ext);
  const srv = asObject(ext['srv'] ?? null);
  if (typeof srv === 'string') return fault(srv);
  return srv['is_rewarded_inventory'] === 1 ? { ext: { ...ext, is_rewarded_inventory: true } } : undefined;
}

const toType: TypeRule = ({ impid, mtype = 0 }, { request, builder }) => {
  const imp = impOf(request, impid);
  if (!imp) return badServer(`Failed to find impression for ID: "${impid}"`);
  if (mtype !== 0) return MEDIA_TYPES[mtype - 1] ?? badServer(`Unsupported MType ${mtype} for impression with ID: "${impid}"`);
  const [type, other] = formatsOf(imp, MEDIA_TYPES);
  if (other) {
    const needed = builder.dialect === 'java' ? 'non-null mtype' : 'non-zero MType';
    return badServer(`Bid must have ${needed} for multi format impression with ID: "${impid}"`);
  }
  return type ?? badServer(`Could not determine MType from impression with ID: "${impid}"`);
};

/** A bid of a deal carries the deal's line item. */
function toDeal({ ext }: SharedBid, isJava: boolean): BidPatch | BidderError | undefined {
  if (ext === undefined) return undefined;
  const found = readBidExt(ext);
  if (typeof found === 'string') return generic(found);
  const { line_item_id: lineItem = 0, buying_type: buyingType = '' } = found.Improvedigital ?? {};
  return lineItem !== 0 && (isJava ? /^(?:classic|deal)$/ : /classic|deal/).test(buyingType) ? { dealid: String(lineItem) } : undefined;
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
  imp: ({ imp }, { builder }) => markRewarded(imp, builder.dialect === 'java'),
  // In the Java variant one bad imp costs the others.
  fanout: (slots, { builder, errors }) => (builder.dialect === 'java' && errors.length > 0 ? [] : perImp(slots)),
  uri: ([slot], { builder }) => builder.endpoint.replaceAll('{PublisherId}', publisherPath(slot?.ext.bidder)),
  headers: 'json',
  response: {
    currency: ({ cur = '' }) => cur,
    check: ({ seatbid = [] }) =>
      seatbid.length > 1 ? badServer(`Unexpected SeatBid! Must be only one but have: ${seatbid.length}`) : undefined,
    noBid: ({ seatbid: [only] = [] }) => (only?.bid.length ?? 0) === 0,
    mediaType: toType,
    onBadBid: 'fail',
    bid: (bid, type, { builder }) => {
      const isJava = builder.dialect === 'java';
      const patch = toDeal(bid, isJava);
      // The Java variant tells the type it found.
      return isJava && !isFault(patch) ? { ...patch, mtype: MEDIA_TYPES.indexOf(type || 'banner') + 1 } : patch;
    },
  },
});
