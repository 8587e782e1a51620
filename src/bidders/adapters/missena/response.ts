/** Responses in the server's own form: one bid. */
import { z } from 'zod';
import type { MadeBids } from '../../bidder.ts';
import { badServer } from '../../errors.ts';
import { parseObject } from '../../kit/decode.ts';
import { readerOf } from '../../kit/reader.ts';
import type { ResponseContext } from '../../kit/response-spec.ts';

const readBody = readerOf(z.object({ requestId: z.string(), cpm: z.number(), currency: z.string(), ad: z.string() }));

/** Always one banner bid, for the first imp of the request. */
export function readResponse({ request, response }: ResponseContext): MadeBids {
  const body = parseObject(response.body);
  const found = typeof body === 'string' ? body : readBody(body);
  if (typeof found === 'string') return { errors: [badServer(found)] };
  const { cpm = 0, ad, requestId, currency = '' } = found;
  const bid = { id: request.id, impid: request.imp[0]?.id ?? '', price: cpm, adm: ad, crid: requestId };
  return { result: { currency, bids: [{ bid, type: 'banner' }] }, errors: [] };
}
