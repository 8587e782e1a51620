import { z } from 'zod';
import { string } from '#src/json/values.ts';
import type { Banner, DeepReadonly, Format } from '#src/openrtb/ortb.ts';
import { badInput, badServer } from '../errors.ts';
import { auctionPrice } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { byImp } from '../kit/media-type.ts';
import { asNumber } from '../kit/messages.ts';
import { plainNumber } from '../kit/money.ts';
import { has, where } from '../kit/params.ts';
import { readerOf } from '../kit/reader.ts';
import { statusPolicy } from '../kit/status.ts';

const text = z.string();
const readParams = readerOf(z.object({ zone: text, pubId: z.number(), irisid: text, slot: z.number(), product: text }));

const fillPrice = auctionPrice('adm');

type SharedBanner = DeepReadonly<Banner>;

/** The format with the longest side; on a tie the last that is no smaller than the previous ones. */
function largest(formats: readonly DeepReadonly<Format>[]): { maxw: number; maxh: number } {
  let longest = 0;
  let found = { maxw: 0, maxh: 0 };
  for (const { w = 0, h = 0 } of formats) {
    const side = Math.max(w, h);
    if (side < longest || (side === longest && (w < found.maxw || h < found.maxh))) continue;
    longest = side;
    found = { maxw: w, maxh: h };
  }
  return found;
}

/** A banner without a size of its own takes its first format's; a slot gets the largest. */
function sized(banner: SharedBanner | undefined, slot: number): SharedBanner | undefined {
  const [first] = banner?.format ?? [];
  if (!banner || !first || banner.w !== undefined || banner.h !== undefined) return banner;
  const { w = 0, h = 0 } = first;
  return { ...banner, w, h, ...(slot !== 0 && { ext: { si: slot, ...largest(banner.format ?? []) } }) };
}

export default defineBidder({
  code: 'gumgum',
  endpoint: 'https://g2.gumgum.com/providers/prbds2s/bid',
  maintainer: 'prebid@gumgum.com',
  vendorId: 61,
  capabilities: { site: ['banner', 'video'] },
  openrtb: '2.6',
  gpp: true,
  sync: {
    iframe: {
      url: 'https://rtb.gumgum.com/usync/prbds2s?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&r={{.RedirectURL}}',
      userMacro: '',
    },
  },
  params: where(
    z.object({
      zone: z.string().min(8).optional(),
      pubId: z.int().optional(),
      irisid: z.string().optional(),
      slot: z.int().optional(),
      product: z.string().optional(),
    }),
    { anyOf: [has('zone'), has('pubId')] },
  ),

  readParams,
  imp: ({ imp: { banner, video, tagid, ext: old }, params: { slot = 0, irisid, product }, ext }) => ({
    tagid: string(ext.srv?.adunitcode) || tagid,
    banner: sized(banner, slot),
    video: video && irisid ? { ...video, ext: { irisid } } : video,
    ext: product ? { product } : old,
  }),
  request: (group, { request: { site } }) => {
    if (!site) return undefined;
    const zone = group.findLast(({ params }) => params.zone)?.params.zone;
    const pubId = group.findLast(({ params }) => params.pubId)?.params.pubId;
    return {
      site: {
        ...site,
        ...(zone && { id: zone }),
        ...(pubId && { publisher: { ...site.publisher, id: plainNumber(pubId) } }),
      },
    };
  },
  status: statusPolicy({ messages: { 400: 'Bad user input: HTTP status 400' }, other: 'Bad server response: HTTP status %d' }),
  response: {
    unreadable: (cause) => badServer(`Bad server response: ${asNumber(cause)}. `),
    mediaType: byImp({ order: ['banner'], noImp: () => 'video', noType: () => 'video' }),
    bid: (bid, type) => (type === 'video' ? fillPrice(bid) : undefined),
  },
  java: { noImps: () => badInput('No valid impressions') },
});
