/** The content coding `deflate` as senders use it. */
import { inflateRawSync, inflateSync } from 'node:zlib';

/** HTTP means the zlib format (RFC 9110, 8.4.1.2); some senders leave out its header and checksum. */
const isZlib = (body: Buffer): boolean => body.length > 1 && ((body[0] ?? 0) & 15) === 8 && body.readUInt16BE(0) % 31 === 0;

/** @throws Error if the body cannot be decoded, or has more than `maxOutputLength` bytes then */
export const inflate = (body: Buffer, limits: { readonly maxOutputLength: number }): Buffer =>
  (isZlib(body) ? inflateSync : inflateRawSync)(body, limits);
