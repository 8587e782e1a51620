/** Responses of the exchange's own form: decisions, each for one imp. */
import { z } from 'zod';
import type { BidderError, MadeBids, TypedBid } from '../../bidder.ts';
import { badServer, isError } from '../../errors.ts';
import { paramsIn } from '../../kit/imp-params.ts';
import { filled } from '../../kit/objects.ts';
import { type Lenient, readerOf, readJson } from '../../kit/reader.ts';
import type { ResponseContext } from '../../kit/response-spec.ts';
import type { SharedImp } from '../../kit/spec.ts';
import { type Errors, paramsError, readParams } from './params.ts';

const own = z.object({ cpm: z.number(), creative: z.string(), requestId: z.string() });
const decision = z.object({
  adId: z.int(),
  creativeId: z.int(),
  contents: z.array(z.object({ data: z.object({ width: z.int(), customData: z.record(z.string(), z.unknown()) }) })),
  // Under either of the two keys of extension objects.
  srv: own,
  prebid: own,
});
const readResponse = readerOf(z.object({ decisions: z.object({ inline: z.array(decision) }) }));
type Decision = Lenient<z.input<typeof decision>>;

/** Heights of markup that names none, in px. */
const HEIGHT = 2400;
const COMPACT_HEIGHT = 600;

/** A `parse` hook. */
export const responseReader =
  (errors: Errors) =>
  ({ request, response }: ResponseContext): MadeBids => {
    const found = readJson(response.body, readResponse);
    if ('error' in found) return { errors: [badServer(found.error)] };
    const decisions = found.value.decisions?.inline ?? [];
    const bids: TypedBid[] = [];
    for (const imp of request.imp) {
      const isCompact = startsCompact(imp, errors);
      if (isError(isCompact)) return { errors: [isCompact] };
      for (const one of decisions) {
        const { requestId = '' } = one.srv ?? one.prebid ?? {};
        if (requestId === imp.id) bids.push(toBid(one, imp.id, isCompact));
      }
    }
    return { result: { currency: 'USD', bids }, errors: [] };
  };

function startsCompact(imp: SharedImp, errors: Errors): boolean | BidderError {
  const params = paramsIn(imp, readParams);
  return 'error' in params ? paramsError(imp, params.error, errors) : (params.value.options?.startCompact ?? false);
}

function toBid({ adId = 0, creativeId = 0, contents = [], srv, prebid }: Decision, impid: string, isCompact: boolean): TypedBid {
  const { cpm: price = 0, creative: adm = '' } = srv ?? prebid ?? {};
  const { data } = contents[0] ?? {};
  const height = data?.customData?.[isCompact ? 'compactHeight' : 'standardHeight'];
  const h = typeof height === 'number' ? Math.trunc(height) : isCompact ? COMPACT_HEIGHT : HEIGHT;
  const size = data ? filled({ w: data.width, h }) : {};
  return { type: 'banner', bid: { id: String(adId), impid, price, adm, crid: String(creativeId), ...size } };
}
