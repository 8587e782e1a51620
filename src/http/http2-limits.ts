/** Limits of HTTP/2. Of time: Node's own hold for HTTP/1.1 only, and its timeouts of sessions start again with every byte. */
import { constants, type Http2ServerRequest, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import type { Server } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HostConfig } from '#src/config/schema.ts';
import { type HeadLimit, headLimit } from './head-limit.ts';
import { sendPlain } from './send.ts';

type SessionLimits = Pick<HostConfig, 'header_timeout_ms' | 'keep_alive_timeout_seconds'>;
type StreamLimits = Pick<HostConfig, 'request_timeout_ms' | 'stall_timeout_ms'>;

/** ms for a request that crosses the end of its session; headers that never end would keep the session open. */
const LINGER_MS = 250;

/** Browsers send a header field for each cookie, of which they keep 180 for a domain; Node's own limit is 128. */
const MAX_FIELDS = 256;
/** The protocol adds this to the size of each field. */
const BYTES_PER_FIELD = 32;
const NODE_LIST_SIZE = 65_535;

/** The limits of a request's headers. */
export const headerLimits = (config: HeadLimit) => ({
  maxHeaderListPairs: MAX_FIELDS,
  settings: { maxHeaderListSize: Math.max(NODE_LIST_SIZE, headLimit(config) + MAX_FIELDS * BYTES_PER_FIELD) },
});

/**
 * Ends sessions without a request: new ones after `header_timeout_ms`, later `keep_alive_timeout_seconds` after their last request, whatever
 * bytes their clients send meanwhile.
 */
export function limitSessions(server: Server, { header_timeout_ms, keep_alive_timeout_seconds }: SessionLimits): void {
  server.on('session', (session: ServerHttp2Session) => {
    let open = 0;
    let timer: NodeJS.Timeout;
    const end = (): void => {
      session.close();
      timer = setTimeout(() => session.destroy(), LINGER_MS);
    };
    timer = setTimeout(end, header_timeout_ms);
    session.on('stream', (stream: ServerHttp2Stream) => {
      open++;
      clearTimeout(timer);
      stream.once('close', () => {
        if (--open === 0 && !session.destroyed) timer = setTimeout(end, keep_alive_timeout_seconds * 1000);
      });
    });
    session.once('close', () => clearTimeout(timer));
  });
}

/**
 * Responds with 408 if the body is not complete after `request_timeout_ms`, and closes the stream; the session remains. A stream without any
 * byte for `stall_timeout_ms` is closed as well: its client takes no bytes of the response.
 */
export function limitStream(request: FastifyRequest, reply: FastifyReply, { request_timeout_ms, stall_timeout_ms }: StreamLimits): void {
  const raw = request.raw as unknown as Http2ServerRequest;
  const { stream } = raw;
  stream.setTimeout(stall_timeout_ms, () => stream.close(constants.NGHTTP2_CANCEL));
  if (stream.endAfterHeaders) return;
  const timer = setTimeout(() => {
    reply.raw.once('finish', () => stream.close(constants.NGHTTP2_NO_ERROR));
    sendPlain(reply, 408, 'Request Timeout\n');
  }, request_timeout_ms);
  const end = (): void => clearTimeout(timer);
  raw.once('end', end);
  stream.once('close', end);
}
