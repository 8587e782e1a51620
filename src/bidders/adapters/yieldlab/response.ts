/** Responses in the server's own format: a list of ads, one per slot. */

import { z } from 'zod';
import type { Result } from '#src/lang/result.ts';
import type { BidderError, MadeBids, SharedRequest, TypedBid } from '../../bidder.ts';
import { badServer, generic, isError } from '../../errors.ts';
import { parseList } from '../../kit/decode.ts';
import { quoted } from '../../kit/messages.ts';
import { filled } from '../../kit/objects.ts';
import { readerOf, type ValueOf } from '../../kit/reader.ts';
import type { ResponseContext } from '../../kit/response-spec.ts';
import { encodeQuery } from '../../kit/url.ts';
import { dsaOfBid, privacyOf } from './privacy.ts';
import { cacheBuster } from './request.ts';
import { type AdSlot, slotsOf } from './slots.ts';

const readAd = readerOf(
  z.object({
    id: z.int(),
    price: z.int(),
    advertiser: z.string(),
    adsize: z.string(),
    pid: z.int(),
    pvid: z.string(),
    dsa: dsaOfBid,
  }),
);
type Ad = ValueOf<typeof readAd>;

const DAY = 86_400_000;

/** One undecodable ad invalidates the complete response. */
export function readResponse(context: ResponseContext): MadeBids {
  const ads = readAds(context.response.body);
  if ('error' in ads) return { errors: [badServer(`failed to parse bids response from yieldlab: ${ads.error}`)] };
  const slots = slotsOf(context.request);
  const bids: TypedBid[] = [];
  for (const ad of ads.value) {
    const bid = toBid(ad, slots, context);
    if (isError(bid)) return { errors: [bid] };
    if (bid) bids.push(bid);
  }
  return { result: { currency: 'EUR', bids }, errors: [] };
}

function readAds(body: string): Result<readonly Ad[]> {
  const list = parseList(body);
  if ('error' in list) return list;
  const ads: Ad[] = [];
  for (const one of list.value) {
    const ad = readAd(one);
    if ('error' in ad) return ad;
    ads.push(ad.value);
  }
  return { value: ads };
}

/** The ad as a bid; undefined if no imp can show it. */
function toBid(ad: Ad, slots: readonly AdSlot[], { request, builder }: ResponseContext): TypedBid | BidderError | undefined {
  const size = toSize(ad.adsize ?? '');
  if ('error' in size) return generic(`failed to parse yieldlab adsize: ${size.error}`);
  const { price = 0, advertiser = '', pid = 0, dsa } = ad;
  const id = String(ad.id ?? 0);
  const own = slots.filter(({ adslotId }) => adslotId === id);
  const [first] = own;
  if (!first) return generic(`failed to find yieldlab request for adslotID ${id}. This is most likely a programming issue`);
  const imp = own.findLast((slot) => slot.imp.video || slot.imp.banner)?.imp;
  if (!imp) return undefined;
  const now = builder.env.now();
  const url = sourceUrl(ad, first, request, now);
  const bid = {
    id,
    impid: imp.id,
    price: price / 100,
    crid: `${id}${pid}${isoWeek(now)}`,
    dealid: String(pid),
    adomain: [advertiser],
    ...size.value,
    ...(dsa && { ext: { dsa: written(dsa) } }),
  };
  if (imp.video) return { type: 'video', bid: { ...bid, nurl: url, adm: vastOf(id, url) } };
  return { type: 'banner', bid: { ...bid, adm: `<script src="${url}"></script>` } };
}

/** The ad's regulation data without empty fields; 0 is a value of `adrender`. */
const written = ({ adrender, ...fields }: NonNullable<Ad['dsa']>): object => ({
  ...filled(fields),
  ...(adrender !== undefined && { adrender }),
});

/** `300x250`; anything without two parts is not a size. */
function toSize(size: string): Result<{ w: number; h: number }> {
  const parts = size.split('x');
  if (parts.length !== 2) return { value: { w: 0, h: 0 } };
  const bad = parts.find((part) => !/^\d+$/.test(part));
  if (bad !== undefined) return { error: `strconv.ParseUint: parsing ${quoted(bad)}: invalid syntax` };
  const [w = 0, h = 0] = parts.map(Number);
  return { value: { w, h } };
}

/** URL of the ad. */
function sourceUrl({ adsize = '', pvid = '' }: Ad, slot: AdSlot, request: SharedRequest, now: number): string {
  const privacy = privacyOf(request);
  const gdpr = 'error' in privacy ? undefined : privacy.value.gdpr;
  const query = encodeQuery({
    ts: cacheBuster(now),
    id: slot.extId,
    pvid,
    ids: request.user && `ylid:${request.user.buyeruid ?? ''}`,
    ...(gdpr?.gdpr !== undefined && gdpr.gdpr_consent !== undefined && gdpr),
  });
  return `https://ad.yieldlab.net/d/${slot.adslotId}/${slot.supplyId}/${adsize}?${query}`;
}

const vastOf = (slot: string, url: string): string =>
  `<VAST version="2.0"><Ad id="${slot}"><Wrapper><AdSystem>Yieldlab</AdSystem><VASTAdTagURI><![CDATA[ ${url} ]]></VASTAdTagURI>` +
  '<Impression></Impression><Creatives></Creatives></Wrapper></Ad></VAST>';

/** ISO week number (UTC); week one contains the year's first Thursday. */
function isoWeek(now: number): number {
  const weekday = (new Date(now).getUTCDay() + 6) % 7;
  const thursday = now + (3 - weekday) * DAY;
  return 1 + Math.floor((thursday - Date.UTC(new Date(thursday).getUTCFullYear(), 0)) / (7 * DAY));
}
