/**
 * One log line per response of the public listener, for a sample of them. Privacy: the route instead of the path, no query, no header except
 * lengths, no ids; the client's address only if configured, shortened.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '#src/auction/services.ts';
import { maskIp } from '#src/privacy/ip.ts';

const SERVER_ERROR = 500;
const ADDRESS_BITS = { ipv4: 24, ipv6: 56 } as const;

const maskedAddress = (address: string): string => maskIp(address, address.includes(':') ? ADDRESS_BITS.ipv6 : ADDRESS_BITS.ipv4);

const countOf = (length: unknown): number => Number(length ?? 0) || 0;

function fieldsOf(request: FastifyRequest, reply: FastifyReply, withAddress: boolean): object {
  return {
    method: request.method,
    route: request.routeOptions.url ?? 'unknown',
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
    http: request.raw.httpVersion,
    bytesIn: countOf(request.headers['content-length']),
    bytesOut: countOf(reply.getHeader('content-length')),
    ...(withAddress ? { address: maskedAddress(request.raw.socket.remoteAddress ?? '') } : {}),
  };
}

/** Call it before the app listens. Disabled, it costs nothing. */
export function logAccess(app: FastifyInstance, { config, log, random }: Pick<Services, 'config' | 'log' | 'random'>): void {
  const { enabled, sample_rate, errors, address } = config.access_log;
  if (!enabled) return;
  app.addHook('onResponse', (request, reply, done) => {
    const isError = errors && reply.statusCode >= SERVER_ERROR;
    if (isError || random.next() < sample_rate) log.info(fieldsOf(request, reply, address === 'masked'), 'request');
    done();
  });
}
