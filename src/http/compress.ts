/** Compresses an answer when the client asks and it is worth it. */
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Answers shorter than this (bytes) grow rather than shrink on the way. */
const WORTH_IT = 1400;

/** Sends `body`, gzipped where `enabled`, accepted and worth it; `sent` is called then: a route that ends before has sent nothing. */
export function compress(request: FastifyRequest, reply: FastifyReply, body: string, enabled: boolean, sent: () => void): void {
  const accepts = request.headers['accept-encoding'];
  if (!enabled || body.length < WORTH_IT || !accepts?.includes('gzip')) {
    // As bytes: to a text Fastify would add a charset the field's clients do not expect.
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
