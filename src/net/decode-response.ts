/** Decodes a response body in any of the encodings we accept. */
import { gunzipSync } from 'node:zlib';
import { inflate } from '#src/lang/inflate.ts';

/** @throws Error if it cannot be decoded, or its decoded size exceeds `maxBytes` */
export function decodeResponse(chunks: readonly Buffer[], contentEncoding: string | undefined, maxBytes: number): string {
  const [first] = chunks;
  const bytes = chunks.length === 1 && first ? first : Buffer.concat(chunks);
  const encoding = contentEncoding?.toLowerCase();
  if (bytes.length === 0 || !encoding || encoding === 'identity') return bytes.toString('utf8');
  if (encoding === 'gzip' || encoding === 'x-gzip') return gunzipSync(bytes, { maxOutputLength: maxBytes }).toString('utf8');
  if (encoding === 'deflate') return inflate(bytes, { maxOutputLength: maxBytes }).toString('utf8');
  throw new Error(`unexpected content encoding ${encoding}`);
}
