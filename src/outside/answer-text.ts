/** The text of an answer's body, in whatever of the encodings we ask for it comes. */
import { gunzipSync, inflateSync } from 'node:zlib';

/** @throws Error where it cannot be decoded, or is longer than `maxBytes` once it is */
export function answerText(chunks: readonly Buffer[], contentEncoding: string | undefined, maxBytes: number): string {
  const [first] = chunks;
  const bytes = chunks.length === 1 && first ? first : Buffer.concat(chunks);
  const encoding = contentEncoding?.toLowerCase();
  if (bytes.length === 0 || !encoding || encoding === 'identity') return bytes.toString('utf8');
  if (encoding === 'gzip') return gunzipSync(bytes, { maxOutputLength: maxBytes }).toString('utf8');
  if (encoding === 'deflate') return inflateSync(bytes, { maxOutputLength: maxBytes }).toString('utf8');
  throw new Error(`content encoding ${encoding} was not asked for`);
}
