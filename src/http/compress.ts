/** Compresses responses if the client accepts it and the size justifies it. */
import { gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
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

const PACKED = { 'Content-Encoding': 'gzip', Vary: 'Origin, Accept-Encoding' };

const isWorthIt = (body: string | Buffer, { headers }: FastifyRequest): boolean =>
  body.length >= WORTH_IT && acceptsGzip(headers['accept-encoding'] ?? '');

/** Passes the gzipped body to `done`, at once if it is not large; undefined: it could not be gzipped. */
function pack(body: string | Buffer, done: (packed: Buffer | undefined) => void): void {
  if (body.length <= MAX_AT_ONCE) done(gzipBody(body, LEVEL));
  else gzip(body, { level: LEVEL }, (error, packed) => done(error ? undefined : packed));
}

/** Sends the body of an auction, gzipped if `enabled`, accepted and large enough; calls `sent` then: a route that ends earlier has sent nothing. */
export function compress(request: FastifyRequest, reply: FastifyReply, body: string, enabled: boolean, sent: () => void): void {
  const send = (packed: Buffer | undefined): void => {
    // As bytes: Fastify adds a charset to strings that the ecosystem's clients do not expect.
    if (packed) reply.headers(PACKED).send(packed);
    else reply.send(Buffer.from(body));
    sent();
  };
  if (enabled && isWorthIt(body, request)) pack(body, send);
  else send(undefined);
}

/** Compresses the responses of all other routes in the same way. */
export function compressOthers(app: FastifyInstance, enabled: boolean): void {
  if (!enabled) return;
  app.addHook('onSend', (request, reply, payload, done) => {
    const isBody = typeof payload === 'string' || Buffer.isBuffer(payload);
    if (!isBody || reply.hasHeader('content-encoding') || !isWorthIt(payload, request)) {
      done(null, payload);
      return;
    }
    pack(payload, (packed) => {
      if (packed) reply.headers(PACKED);
      done(null, packed ?? payload);
    });
  });
}
