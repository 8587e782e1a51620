/** Memory that small buffers share. */

/** Bytes; the documented default before Node 26, which takes 65,536. */
const SLAB_BYTES = 8192;

/**
 * Makes the slabs of small buffers smaller. One buffer in use keeps its slab: with the bodies of auctions in flight the large ones added
 * 16 KB per auction to the memory outside the heap, whose growth begins a complete collection every 9 s at 500 auctions/s.
 */
export function limitBufferSlabs(): void {
  Buffer.poolSize = SLAB_BYTES;
}
