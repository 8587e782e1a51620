/** Responses in the exchange's own form: one ad of one location. */
import { z } from 'zod';
import type { BidderError, MadeBids } from '../../bidder.ts';
import { badServer } from '../../errors.ts';
import { paramsIn } from '../../kit/imp-params.ts';
import { filled } from '../../kit/objects.ts';
import { readerOf, readJson } from '../../kit/reader.ts';
import type { ResponseContext } from '../../kit/response-spec.ts';
import { type StripBody, toMarkup } from './markup.ts';
import { checkId, currencyOf } from './request.ts';

const readParams = readerOf(z.object({ id: z.string() }));
const readAd = readerOf(
  z.object({
    locationid: z.string(),
    dealid: z.string(),
    ad: z.string(),
    beacon: z.string(),
    vastxml: z.string(),
    cpm: z.number(),
    creativeid: z.string(),
    w: z.int(),
    h: z.int(),
    results: z.array(z.unknown()),
  }),
);

export interface ResponseRules {
  readonly strip: StripBody;
  /** A response without results. */
  readonly noResults?: BidderError;
}

/** A `parse` hook: the ad is a bid for the first imp of its location. */
export const responseReader =
  ({ strip, noResults }: ResponseRules) =>
  ({ request, response }: ResponseContext): MadeBids => {
    const found = readJson(response.body, readAd);
    if ('error' in found) return { errors: [badServer(found.error)] };
    const ad = found.value;
    if (!ad.results?.length) return { errors: noResults ? [noResults] : [] };
    const { locationid = '', cpm = 0, creativeid, dealid, w, h } = ad;
    for (const { id: impid, ...imp } of request.imp) {
      const params = paramsIn({ id: impid, ...imp }, readParams);
      const message = 'error' in params ? params.error : checkId(params.value.id)?.message;
      if (message !== undefined) return { errors: [badServer(message)] };
      if ('error' in params || params.value.id !== locationid) continue;
      const bid = { id: locationid, impid, price: cpm, adm: toMarkup(ad, impid, strip), ...filled({ crid: creativeid, dealid, w, h }) };
      return { result: { currency: currencyOf(request), bids: [{ type: 'banner', bid }] }, errors: [] };
    }
    return { errors: [] };
  };
