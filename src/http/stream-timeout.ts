/** The time limit of requests over HTTP/2: Node's own holds for HTTP/1.1 only. */
import { constants, type Http2ServerRequest } from 'node:http2';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendPlain } from './send.ts';

/** Responds with 408 if the body is not complete after `timeoutMs`, and closes the stream; the session remains. */
export function limitStream(request: FastifyRequest, reply: FastifyReply, timeoutMs: number): void {
  const raw = request.raw as unknown as Http2ServerRequest;
  const { stream } = raw;
  if (stream.endAfterHeaders) return;
  const timer = setTimeout(() => {
    reply.raw.once('finish', () => stream.close(constants.NGHTTP2_NO_ERROR));
    sendPlain(reply, 408, 'Request Timeout\n');
  }, timeoutMs);
  const end = (): void => clearTimeout(timer);
  raw.once('end', end);
  stream.once('close', end);
}
