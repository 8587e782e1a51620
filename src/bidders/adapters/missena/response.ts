/** Responses in the server's own form: one bid. */
import { z } from 'zod';
import type { MadeBids } from '../../bidder.ts';
import { badServer } from '../../errors.ts';
import { readerOf, readJson } from '../../kit/reader.ts';
import type { ResponseContext } from '../../kit/response-spec.ts';

const readBody = readerOf(z.object({ requestId: z.string(), cpm: z.number(), currency: z.string(), ad: z.string() }));

/** Always one banner bid, for the first imp of the request. */
export function readResponse({ request, response }: ResponseContext): MadeBids {
  const found = readJson(response.body, readBody);
  if ('error' in found) return { errors: [badServer(found.error)] };
  const { cpm = 0, ad, requestId, currency = '' } = found.value;
  const bid = { id: request.id, impid: request.imp[0]?.id ?? '', price: cpm, adm: ad, crid: requestId };
  return { result: { currency, bids: [{ bid, type: 'banner' }] }, errors: [] };
}
