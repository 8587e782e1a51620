/**
 * One log line per response of the public listener, for a sample of them. Privacy: the route instead of the path, no query, no header except
 * lengths, no ids; the client's address only if configured, shortened.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '#src/auction/services.ts';
import { maskIp } from '#src/privacy/ip.ts';
import { plainAddress } from './client-address.ts';
import { type EarlyResponse, observeEarly } from './early.ts';

const SERVER_ERROR = 500;
const ADDRESS_BITS = { ipv4: 24, ipv6: 56 } as const;

function maskedAddress(socketAddress: string): string {
  const address = plainAddress(socketAddress);
  return maskIp(address, address.includes(':') ? ADDRESS_BITS.ipv6 : ADDRESS_BITS.ipv4);
}

const countOf = (length: unknown): number => Number(length ?? 0) || 0;

/** A response, of the router or before it. */
interface Sent extends EarlyResponse {
  readonly httpVersion: string;
}

const sentOf = ({ raw, routeOptions }: FastifyRequest, reply: FastifyReply): Sent => ({
  method: raw.method ?? '',
  httpVersion: raw.httpVersion,
  socket: raw.socket,
  bytesIn: countOf(raw.headers['content-length']),
  path: routeOptions.url ?? 'unknown',
  status: reply.statusCode,
  ms: reply.elapsedTime,
  bytes: countOf(reply.getHeader('content-length')),
});

const fieldsOf = ({ method, httpVersion, path, status, ms, bytesIn, bytes, socket }: Sent, withAddress: boolean): object => ({
  method,
  route: path,
  status,
  ms: Math.round(ms * 10) / 10,
  http: httpVersion,
  bytesIn,
  bytesOut: bytes,
  ...(withAddress ? { address: maskedAddress(socket.remoteAddress ?? '') } : {}),
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
    if (isLogged(response.status)) write({ ...response, httpVersion: '1.1' });
  });
}
