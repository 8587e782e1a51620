/** The HTTP body as text: decompressed, limited to the host's max size. */
import { gunzipSync } from 'node:zlib';
import { inflate } from '#src/lang/inflate.ts';
import type { Auction, Incoming } from '../auction.ts';
import type { AuctionRejection } from '../rejection.ts';
import { invalid } from '../rejection.ts';
import type { Services } from '../services.ts';

type Host = Services['config'];
type Dialect = Pick<Services['dialect']['validate'], 'corruptBody'>;
type Encoding = 'none' | 'gzip' | 'deflate';

const NO_BYTES = Buffer.alloc(0);

/** Content codings by name (RFC 9110, 8.4.1). */
const CODINGS: ReadonlyMap<string, Encoding> = new Map([
  ['deflate', 'deflate'],
  ['x-gzip', 'gzip'],
  ['identity', 'none'],
]);

/**
 * Puts the body's text into `auction.input.body`, or rejects a body that is too big, corrupt or in an unsupported encoding. The bytes are
 * released: an auction that waits for bidders holds its request once, parsed.
 */
export function readBody(auction: Auction, { config, dialect }: Services): void {
  const { incoming } = auction;
  const encoding = encodingOf(incoming, config);
  if (typeof encoding === 'object') auction.rejection = encoding;
  else {
    const bytes = decompress(incoming.body, encoding, config.max_request_size, dialect.validate);
    if (Buffer.isBuffer(bytes)) setBody(auction, bytes.toString('utf8'), bytes.length);
    else auction.rejection = bytes;
  }
  auction.incoming = { ...incoming, body: NO_BYTES };
}

/** @param length of the text in UTF-8 */
export function setBody({ input }: Auction, body: string, length: number): void {
  input.body = body;
  input.bodyBytes = length;
}

/** The body's text for its parser, released unless events of the auction show it. */
export function releaseBody({ input, endpoint }: Auction, { bus }: Services): string {
  const { body } = input;
  // Analytics report the caller's request of a video auction.
  const isShown = bus.hasSubscribers('bodies') || (endpoint === 'video' && bus.hasSubscribers('auction'));
  if (!isShown) input.body = '';
  return body;
}

/** By the header; without one by the query, which the browser client uses to avoid preflights. */
function encodingOf({ headers, query }: Incoming, { compression, rules }: Host): Encoding | AuctionRejection {
  const header = headers['content-encoding'] ?? '';
  const isFlagged = query['gzip'] === '1' || query['gzip'] === 'true';
  if (header === '' && !isFlagged) return 'none';
  const name = header === '' ? 'gzip' : header.toLowerCase();
  const coding = name === 'gzip' ? name : rules.acceptAllCodings ? CODINGS.get(name) : undefined;
  const isRead = coding !== undefined && (coding === 'none' || compression.request.enable_gzip);
  return isRead ? coding : invalid(`Content-Encoding of type ${header || name} is not supported`);
}

function decompress(body: Buffer, encoding: Encoding, limit: number, { corruptBody }: Dialect): Buffer | AuctionRejection {
  const tooLarge: AuctionRejection = { kind: 'tooLarge', messages: [`request size exceeded max size of ${limit} bytes.`] };
  if (encoding === 'none') return body.length > limit ? tooLarge : body;
  try {
    // The limit also stops decompression: a small bomb never becomes large.
    const decompressed = (encoding === 'gzip' ? gunzipSync : inflate)(body, { maxOutputLength: limit + 1 });
    return decompressed.length > limit ? tooLarge : decompressed;
  } catch (cause) {
    const error = cause as NodeJS.ErrnoException;
    return error.code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge : { ...invalid(corruptBody(error.message)), isBare: true };
  }
}
