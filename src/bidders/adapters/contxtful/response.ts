/** Responses: a list of bids of the exchange's own form. */
import { z } from 'zod';
import type { Ext } from '#src/openrtb/ext.ts';
import type { BidderError, MadeBids, MediaType, SharedRequest, TypedBid } from '../../bidder.ts';
import { badServer, generic } from '../../errors.ts';
import { impOf } from '../../kit/bids.ts';
import { parseList } from '../../kit/decode.ts';
import { filled } from '../../kit/objects.ts';
import { type Lenient, readerOf } from '../../kit/reader.ts';
import type { ResponseContext } from '../../kit/response-spec.ts';

const entry = z.object({
  requestId: z.string(),
  cpm: z.number(),
  currency: z.string(),
  width: z.int(),
  height: z.int(),
  creativeId: z.string(),
  adm: z.string(),
  mediaType: z.string(),
  nurl: z.string(),
  burl: z.string(),
  lurl: z.string(),
  ext: z.record(z.string(), z.unknown()),
});
const readEntry = readerOf(entry);
type Entry = Lenient<z.input<typeof entry>>;

export interface ResponseRules {
  /** An empty list is a result without bids. */
  readonly allowsNone?: boolean;
  /** Bids for nothing are valid. */
  readonly allowsAny?: boolean;
  /** Subject of the errors of one bid. */
  readonly subject?: (bid: Entry) => string;
  /** Bids have their own currencies; else the last one applies to all. */
  readonly ownCurrency?: boolean;
}

/** A `parse` hook. */
export const responseReader =
  ({ allowsNone = false, allowsAny = false, subject = () => 'bid', ownCurrency = false }: ResponseRules = {}) =>
  ({ request, response }: ResponseContext): MadeBids => {
    const entries = readEntries(response.body);
    if (!entries || (entries.length === 0 && !allowsNone)) {
      return { errors: [generic('failed to parse response as Contxtful relay or Prebid.js format')] };
    }
    const bids: TypedBid[] = [];
    const errors: BidderError[] = [];
    let currency = 'USD';
    for (const one of entries) {
      if (!one.requestId || !(one.cpm || allowsAny)) continue;
      if (!one.mediaType) errors.push(badServer(`${subject(one)} has no ad media type`));
      else if (!one.adm) errors.push(badServer(`${subject(one)} has no ad markup`));
      else {
        const bid = toBid(one, one.requestId, request);
        bids.push(ownCurrency ? { ...bid, currency: one.currency || undefined } : bid);
        if (!ownCurrency) currency = one.currency || currency;
      }
    }
    return { result: { currency, bids }, errors };
  };

function readEntries(body: string): readonly Entry[] | undefined {
  const found = parseList(body);
  if ('error' in found) return undefined;
  const entries = found.value.map(readEntry);
  return entries.some((one) => 'error' in one) ? undefined : entries.flatMap((one) => ('value' in one ? one.value : []));
}

function toBid(one: Entry, impid: string, request: SharedRequest): TypedBid {
  const { cpm: price = 0, adm, width: w, height: h, creativeId: crid, nurl, burl, lurl, ext } = one;
  const bid = { id: `contxtful-${impid}`, impid, price, ...filled({ adm, w, h, crid, nurl, burl, lurl }), ...(ext && { ext: ext as Ext }) };
  return { type: typeOf(impid, request), bid };
}

/** By the imp, whatever the bid says. */
function typeOf(impid: string, request: SharedRequest): MediaType {
  const imp = impOf(request, impid);
  if (imp?.video) return 'video';
  return imp?.native ? 'native' : 'banner';
}
