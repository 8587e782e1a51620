/** The HTTP body as text: decompressed, never longer than the host allows (auction-request.md 2.2 and 2.3). */
import { gunzipSync, inflateSync } from 'node:zlib';
import type { Refusal } from '#src/wire/refusal.ts';
import { invalid } from '#src/wire/refusal.ts';
import type { Auction, Incoming } from '../auction.ts';
import type { Services } from '../services.ts';

type Host = Services['config'];
type Packing = 'none' | 'gzip' | 'deflate';

/** Puts the body's text into `auction.intake.text`, or refuses what is packed in a way the host does not take, broken or too big. */
export function readBody(auction: Auction, { config }: Services): void {
  const { incoming, intake } = auction;
  const packing = packingOf(incoming, config);
  if (typeof packing === 'object') auction.refusal = packing;
  else {
    const bytes = unpack(incoming.body, packing, config.max_request_size);
    if (Buffer.isBuffer(bytes)) intake.text = bytes.toString('utf8');
    else auction.refusal = bytes;
  }
}

/** By the header; without one by the query, which the browser client uses to stay clear of preflights (decisions row 38). */
function packingOf({ headers, query }: Incoming, { compression, rules }: Host): Packing | Refusal {
  const header = headers['content-encoding'] ?? '';
  const asked = query['gzip'] === '1' || query['gzip'] === 'true';
  if (header === '' && !asked) return 'none';
  const named = header === '' ? 'gzip' : header.toLowerCase();
  const taken = compression.request.enable_gzip && (named === 'gzip' || (named === 'deflate' && rules.acceptDeflate));
  return taken ? named : invalid(`Content-Encoding of type ${header || named} is not supported`);
}

function unpack(body: Buffer, packing: Packing, limit: number): Buffer | Refusal {
  const tooLarge: Refusal = { kind: 'tooLarge', messages: [`request size exceeded max size of ${limit} bytes.`] };
  if (packing === 'none') return body.length > limit ? tooLarge : body;
  try {
    // The limit also stops unpacking: a small bomb never becomes large.
    const unpacked = (packing === 'gzip' ? gunzipSync : inflateSync)(body, { maxOutputLength: limit + 1 });
    return unpacked.length > limit ? tooLarge : unpacked;
  } catch (cause) {
    const fault = cause as NodeJS.ErrnoException;
    return fault.code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge : { ...invalid(`Invalid body: ${fault.message}`), isBare: true };
  }
}
