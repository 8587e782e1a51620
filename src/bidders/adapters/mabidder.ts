import { z } from 'zod';
import type { MadeBids, MediaType, TypedBid } from '../bidder.ts';
import { badServer } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { badServerResponse } from '../kit/messages.ts';
import { filled } from '../kit/objects.ts';
import { type Lenient, readerOf, readJson } from '../kit/reader.ts';
import type { ResponseContext } from '../kit/response-spec.ts';

const entry = z.object({
  requestId: z.string(),
  currency: z.string(),
  width: z.int(),
  height: z.int(),
  creativeId: z.string(),
  dealId: z.string(),
  ad: z.string(),
  mediaType: z.string(),
  meta: z.object({ advertiserDomains: z.array(z.string()) }),
  cpm: z.number(),
});
const readResponse = readerOf(z.object({ Responses: z.array(entry) }));

type Entry = Lenient<z.infer<typeof entry>>;

function toBid({ requestId = '', width, height, creativeId, dealId, ad, meta, cpm = 0 }: Entry, type: MediaType | ''): TypedBid {
  const bid = {
    id: requestId,
    impid: requestId,
    // The exchange uses single-precision prices.
    price: Math.fround(cpm),
    adm: ad,
    adomain: meta?.advertiserDomains,
    crid: creativeId,
    dealid: dealId,
    w: width,
    h: height,
  };
  return { bid: { ...filled(bid), id: requestId, impid: requestId, price: bid.price }, type };
}

/** The response is a list of entries in the exchange's own format; the last currency applies to all. */
function toResult({ response }: ResponseContext): MadeBids {
  const found = readJson(response.body, readResponse);
  if ('error' in found) return { errors: [badServer(found.error)] };
  const entries = found.value.Responses ?? [];
  const currency = entries.findLast((one) => one.currency)?.currency ?? 'USD';
  return { result: { currency, bids: entries.map((one) => toBid(one, (one.mediaType ?? '') as MediaType | '')) }, errors: [] };
}

/** All bids are banners, each in its own currency. */
function toJavaResult({ response }: ResponseContext): MadeBids {
  const found = readJson(response.body, readResponse);
  if ('error' in found) return { errors: [badServer(badServerResponse)] };
  const { Responses: entries = [] } = found.value;
  const bids = entries.map((one) => ({ ...toBid(one, 'banner'), currency: one.currency || undefined }));
  return { result: { currency: 'USD', bids }, errors: [] };
}

export default defineBidder({
  code: 'mabidder',
  endpoint: 'https://prebid.ecdrsvc.com/pbs',
  maintainer: 'lmprebidadapter@loblaw.ca',
  capabilities: { app: ['banner'], site: ['banner'] },
  compression: 'gzip',
  geoscope: ['CAN'],
  params: z.object({ ppid: z.string() }),

  readParams: 'never',
  headers: 'none',
  parse: toResult,
  java: { parse: toJavaResult },
});
