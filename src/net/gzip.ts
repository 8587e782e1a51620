/**
 * gzip of one small body. An engine with zlib's default sizes allocates 256 KB per call, which costs more than compressing a bid request:
 * window, hash table and output buffer fit the body here. The result has the same length.
 */
import { gzipSync } from 'node:zlib';

/** zlib's limits and default of the window, as powers of two. */
const MIN_WINDOW_BITS = 9;
const MAX_WINDOW_BITS = 15;
/** Bodies of at least the default window need zlib's default hash table. */
const DEFAULT_MEM_LEVEL = 8;
const SMALL_MEM_LEVEL = 5;
const MIN_CHUNK = 1024;

/** @param level 1 (fastest) to 9 (smallest) */
export function gzipBody(body: string | Buffer, level: number): Buffer {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const bits = Math.ceil(Math.log2(Math.max(2, bytes.length)));
  const windowBits = Math.min(MAX_WINDOW_BITS, Math.max(MIN_WINDOW_BITS, bits));
  return gzipSync(bytes, {
    level,
    windowBits,
    memLevel: windowBits < MAX_WINDOW_BITS ? SMALL_MEM_LEVEL : DEFAULT_MEM_LEVEL,
    chunkSize: Math.max(MIN_CHUNK, 2 ** (windowBits - 1)),
  });
}
