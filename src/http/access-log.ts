/**
 * One log line per response of the public listener, for a sample of them. Privacy: the route instead of the path, no query, no header except
 * lengths, no ids; the client's address only if configured, shortened.
 */
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '#src/auction/services.ts';
import { maskIp } from '#src/privacy/ip.ts';
import { observeEarly } from './early.ts';

const SERVER_ERROR = 500;
const ADDRESS_BITS = { ipv4: 24, ipv6: 56 } as const;

const maskedAddress = (address: string): string => maskIp(address, address.includes(':') ? ADDRESS_BITS.ipv6 : ADDRESS_BITS.ipv4);

const countOf = (length: unknown): number => Number(length ?? 0) || 0;

/** A response, of the router or before it. */
interface Sent {
  readonly request: Pick<IncomingMessage, 'method' | 'httpVersion' | 'headers' | 'socket'>;
  /** Path with `:name` for parameters. */
  readonly path: string;
  readonly status: number;
  readonly ms: number;
  readonly bytes: number;
}

const sentOf = ({ raw, routeOptions }: FastifyRequest, reply: FastifyReply): Sent => ({
  request: raw,
  path: routeOptions.url ?? 'unknown',
  status: reply.statusCode,
  ms: reply.elapsedTime,
  bytes: countOf(reply.getHeader('content-length')),
});

const fieldsOf = ({ request, path, status, ms, bytes }: Sent, withAddress: boolean): object => ({
  method: request.method,
  route: path,
  status,
  ms: Math.round(ms * 10) / 10,
  http: request.httpVersion,
  bytesIn: countOf(request.headers['content-length']),
  bytesOut: bytes,
  ...(withAddress ? { address: maskedAddress(request.socket.remoteAddress ?? '') } : {}),
});

/** Call it before the app listens. Disabled, it costs nothing. */
export function logAccess(app: FastifyInstance, { config, log, random }: Pick<Services, 'config' | 'log' | 'random'>): void {
  const { enabled, sample_rate, errors, address } = config.access_log;
  if (!enabled) return;
  const isLogged = (status: number): boolean => (errors && status >= SERVER_ERROR) || random.next() < sample_rate;
  const write = (sent: Sent): void => log.info(fieldsOf(sent, address === 'masked'), 'request');
  app.addHook('onResponse', (request, reply, done) => {
    if (isLogged(reply.statusCode)) write(sentOf(request, reply));
    done();
  });
  observeEarly(app, (response) => {
    if (isLogged(response.status)) write(response);
  });
}
