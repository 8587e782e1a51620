/** Compresses a response if the client accepts it and the size justifies it. */
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Min bytes of a compressed response; smaller ones would grow. */
const WORTH_IT = 1400;

/** Sends `body`, gzipped if `enabled`, accepted and large enough; calls `sent` then: a route that ends earlier has sent nothing. */
export function compress(request: FastifyRequest, reply: FastifyReply, body: string, enabled: boolean, sent: () => void): void {
  const accepts = request.headers['accept-encoding'];
  if (!enabled || body.length < WORTH_IT || !accepts?.includes('gzip')) {
    // As bytes: Fastify adds a charset to strings that the ecosystem's clients do not expect.
    reply.send(Buffer.from(body));
    sent();
    return;
  }
  gzip(body, { level: 1 }, (error, packed) => {
    if (error) reply.send(Buffer.from(body));
    else reply.header('Content-Encoding', 'gzip').header('Vary', 'Origin, Accept-Encoding').send(packed);
    sent();
  });
}
