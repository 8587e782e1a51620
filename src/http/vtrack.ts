/** `POST /vtrack`, and `GET /vtrack?uuid=`, which reads stored values (docs/endpoints/vtrack.md). */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '#src/auction/services.ts';
import type { CacheService, ValueStore } from '#src/cache/store.ts';
import { readTracked } from '#src/events/read-tracked.ts';
import { clientAddressOf } from './client-address.ts';
import { limitCalls, RateLimit } from './rate-limit.ts';
import { sendJson, sendPlain, TEXT_PLAIN } from './send.ts';
import { sendStored } from './stored-value.ts';
import { bodyOf, searchParamsOf } from './sync-host.ts';

/** Writes are limited per client address and per account. */
function limits({ config, clock }: Services): ReturnType<typeof limitCalls>[] {
  const { enabled, num_requests, num_account_requests } = config.vtrack.rate_limiter;
  if (!enabled) return [];
  return [
    limitCalls(new RateLimit(num_requests, clock), clientAddressOf(config.trusted_proxies)),
    limitCalls(new RateLimit(num_account_requests, clock), (request) => searchParamsOf(request).get('a') ?? ''),
  ];
}

export function registerVtrack(app: FastifyInstance, services: Services, store: ValueStore | CacheService): void {
  if (!services.config.vtrack.enabled) return;
  const respond = async (request: FastifyRequest, reply: FastifyReply, body: string | undefined): Promise<FastifyReply> => {
    const made = await services.dialect.vtrack.respond({ query: searchParamsOf(request), body }, services);
    return made.json ? sendJson(reply.code(made.status), made.body) : sendPlain(reply, made.status, made.body);
  };
  const whenTooLarge = (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    if (error.code !== 'FST_ERR_CTP_BODY_TOO_LARGE') throw error;
    respond(request, reply, undefined).catch((cause: unknown) => reply.send(cause));
  };
  app.post('/vtrack', { onRequest: limits(services), errorHandler: whenTooLarge }, (request, reply) =>
    respond(request, reply, bodyOf(request)),
  );
  app.get('/vtrack', { exposeHeadRoute: false }, async (request, reply) => {
    const { status, contentType, headers, body } = await readTracked(searchParamsOf(request), store, services.config);
    return sendStored(reply.headers(headers), status, contentType ?? TEXT_PLAIN, body);
  });
}
