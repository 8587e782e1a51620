/** Compresses a response if the client accepts it and the size justifies it. */
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { gzipBody } from '#src/net/gzip.ts';

/** Min bytes of a compressed response; smaller ones would grow. */
const WORTH_IT = 1400;
/** Max characters compressed on the event loop: a hand-over to a thread costs more CPU than compressing 30 KB. */
const MAX_AT_ONCE = 65_536;
const LEVEL = 1;

/** The coding in an `Accept-Encoding` header (RFC 9110, 12.5.3), with its weight. */
const GZIP = /(?:^|,)[ \t]*(?:x-)?gzip[ \t]*(?:;[ \t]*q=([\d.]+)[ \t]*)?(?:,|$)/i;

/** Whether a client accepts gzip; a weight of 0 excludes it. */
function acceptsGzip(accepted: string): boolean {
  const found = GZIP.exec(accepted);
  return found !== null && Number(found[1] ?? 1) > 0;
}

/** Sends `body`, gzipped if `enabled`, accepted and large enough; calls `sent` then: a route that ends earlier has sent nothing. */
export function compress(request: FastifyRequest, reply: FastifyReply, body: string, enabled: boolean, sent: () => void): void {
  if (!enabled || body.length < WORTH_IT || !acceptsGzip(request.headers['accept-encoding'] ?? '')) {
    // As bytes: Fastify adds a charset to strings that the ecosystem's clients do not expect.
    reply.send(Buffer.from(body));
    sent();
    return;
  }
  if (body.length <= MAX_AT_ONCE) {
    sendPacked(reply, gzipBody(body, LEVEL));
    sent();
    return;
  }
  gzip(body, { level: LEVEL }, (error, packed) => {
    if (error) reply.send(Buffer.from(body));
    else sendPacked(reply, packed);
    sent();
  });
}

function sendPacked(reply: FastifyReply, packed: Buffer): void {
  reply.header('Content-Encoding', 'gzip').header('Vary', 'Origin, Accept-Encoding').send(packed);
}
