/** Responses of the exchange's own form: ads by space. */
import { z } from 'zod';
import type { MadeBids, TypedBid } from '../../bidder.ts';
import { badServer } from '../../errors.ts';
import { toNumber } from '../../kit/decode.ts';
import { filled } from '../../kit/objects.ts';
import { readerOf, readJson } from '../../kit/reader.ts';
import type { ResponseContext } from '../../kit/response-spec.ts';
import { BANNER, type SpaceRules, spacesOf } from './spaces.ts';

const ad = z.object({
  i: z.string(),
  id: z.string(),
  pr: z.string(),
  adm: z.string(),
  crid: z.string(),
  adom: z.string(),
  w: z.int(),
  h: z.int(),
});
const readResponse = readerOf(z.object({ sp: z.array(z.object({ k: z.string(), a: z.array(ad) })) }));

/** A `parse` hook. A space that is not of the request has bids without an imp. */
export const responseReader =
  (rules: SpaceRules, domainsOf: (domain: string) => string[]) =>
  ({ request, response }: ResponseContext): MadeBids => {
    const found = readJson(response.body, readResponse);
    if ('error' in found) return { errors: [badServer(`Error unmarshaling HB response: ${found.error}`)] };
    const imps = new Map(spacesOf(request, rules).map(({ name, impId }) => [name, impId]));
    const type = rules.kindOf(request) === BANNER ? 'banner' : 'video';
    const bids: TypedBid[] = [];
    for (const { k = '', a: ads = [] } of found.value.sp ?? []) {
      for (const { i = '', id, pr = '', adm, crid, adom = '', w, h } of ads) {
        const price = toNumber(pr);
        if (price === undefined) continue;
        const bid = { id: i, impid: imps.get(k) ?? '', price, ...filled({ adid: id, adm, crid, w, h, adomain: domainsOf(adom) }) };
        bids.push({ type, bid });
      }
    }
    return { result: { currency: 'USD', bids }, errors: [] };
  };
