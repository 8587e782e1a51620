/** `POST /cache`, `GET /cache?uuid=`: the embedded bid cache for creatives, apps and AMP pages (docs/endpoints/cache.md). */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Services } from '#src/auction/services.ts';
import { type CachePutResponse, getValue, putValues } from '#src/cache/protocol.ts';
import { reportPuts } from '#src/cache/reporting-cache.ts';
import type { CacheService, ValueStore } from '#src/cache/store.ts';
import { isActiveMarkup } from '#src/vast/active-markup.ts';
import { clientAddressOf } from './client-address.ts';
import { limitCalls, RateLimit } from './rate-limit.ts';
import { sendStored } from './stored-value.ts';
import { bodyOf, searchParamsOf } from './sync-host.ts';

const send = (reply: FastifyReply, { status, contentType, body }: CachePutResponse): FastifyReply =>
  sendStored(reply, status, contentType, body);

export function registerCache(app: FastifyInstance, { config, random, bus, clock }: Services, store: ValueStore | CacheService): void {
  // Clients of a cache service read from it directly.
  if ('read' in store) return;
  const { request_limits: limits, rate_limiter: rate } = config.cache;
  const onRequest = rate.enabled ? [limitCalls(new RateLimit(rate.num_requests, clock), clientAddressOf(config.trusted_proxies))] : [];
  app.get('/cache', { onRequest }, async (request, reply) =>
    send(reply, await getValue(searchParamsOf(request).get('uuid') ?? undefined, store, limits)),
  );
  if (!config.cache.routes.allow_public_write) return;
  app.post('/cache', { onRequest }, async (request, reply) =>
    send(
      reply,
      await putValues(bodyOf(request), {
        store,
        random,
        limits,
        timeoutMs: config.cache.put_timeout_ms,
        isActive: isActiveMarkup,
        report: reportPuts(bus, clock),
      }),
    ),
  );
}
