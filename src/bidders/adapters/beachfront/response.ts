/** Responses: OpenRTB, or a list of ads in a form of their own, whichever endpoint was called. */

import { z } from 'zod';
import { object } from '#src/json/values.ts';
import type { Result } from '#src/lang/result.ts';
import type { BidderError, Call, HttpResponse, MadeBids, MediaType, TypedBid } from '../../bidder.ts';
import { badInput, badServer, generic } from '../../errors.ts';
import { sentRequest } from '../../kit/bids.ts';
import { field, parseList } from '../../kit/decode.ts';
import { filled } from '../../kit/objects.ts';
import { readerOf } from '../../kit/reader.ts';
import { decodeResponse } from '../../kit/response.ts';
import type { ResponseContext, SharedBid } from '../../kit/response-spec.ts';
import type { SharedImp } from '../../kit/spec.ts';

const HINT = 'Run with request.debug = 1 for more info';

const readAd = readerOf(z.object({ crid: z.string(), price: z.number(), w: z.int(), h: z.int(), slot: z.string(), adm: z.string() }));

/** A `parse` hook. */
export function readResponse({ call, response, setup }: ResponseContext<string>): MadeBids {
  if (response.status === 204) return { errors: [] };
  if (response.status !== 200) return { errors: [statusError(response, call)] };
  const [address = ''] = call.uri.split('=');
  const type = address === setup ? 'video' : 'banner';
  const body = decodeResponse(response.body);
  const [seatBid] = 'error' in body ? [] : (body.value.seatbid ?? []);
  const bids = seatBid ? { value: toBids(seatBid.bid, call, type) } : toBanners(response.body, type);
  if ('error' in bids) return { errors: [badServer(bids.error)] };
  return bids.value ? { result: { currency: 'USD', bids: bids.value }, errors: [] } : { errors: [] };
}

function statusError({ status }: HttpResponse, { uri }: Call): BidderError {
  if (status >= 500) return badServer(`server error status code ${status} from ${uri}. ${HINT}`);
  if (status >= 400) return badInput(`request error status code ${status} from ${uri}. ${HINT}`);
  return generic(`unexpected status code ${status} from ${uri}. ${HINT}`);
}

function toBanners(json: string, type: MediaType): Result<TypedBid[]> {
  const unreadable = `server response failed to unmarshal as valid rtb. ${HINT}`;
  const found = parseList(json);
  if ('error' in found) return { error: unreadable };
  const bids: TypedBid[] = [];
  for (const one of found.value) {
    const ad = readAd(one);
    if ('error' in ad) return { error: unreadable };
    const { slot = '', price = 0, adm, crid, w, h } = ad.value;
    bids.push({ type, bid: { id: `${slot}Banner`, impid: slot, price, ...filled({ adm, crid, w, h }) } });
  }
  return { value: bids };
}

/** OpenRTB bids; undefined if bids of addresses cannot be matched with the imps sent. */
function toBids(bids: readonly SharedBid[], call: Call, type: MediaType): TypedBid[] | undefined {
  const made: TypedBid[] = [];
  const imps = call.uri.endsWith('&prebidserver') ? sentImps(call) : undefined;
  for (const [index, bid] of bids.entries()) {
    const changed = imps ? asNurl(bid, imps[index]) : { ...bid, id: `${bid.impid}AdmVideo` };
    if (!changed) return undefined;
    made.push({ type, bid: changed, ...durationOf(bid) });
  }
  return made;
}

/** The Java variant wraps the request. */
const sentImps = (call: Call): readonly SharedImp[] =>
  (sentRequest(call) ?? sentRequest({ ...call, body: object(object(call.body)['request']) }))?.imp ?? [];

/** The creative's id is the third part of the address. */
function asNurl(bid: SharedBid, imp: SharedImp | undefined): SharedBid | undefined {
  const parts = bid.nurl?.split(':') ?? [''];
  if (!imp || parts.length === 2) return undefined;
  return { ...bid, id: `${imp.id}NurlVideo`, impid: imp.id, crid: parts[2], w: imp.video?.w, h: imp.video?.h };
}

function durationOf({ ext, cat = [] }: SharedBid): Pick<TypedBid, 'video'> {
  const duration = field(object(ext), 'duration');
  return typeof duration === 'number' && duration > 0 ? { video: { duration, primary_category: cat[0] ?? '' } } : {};
}
