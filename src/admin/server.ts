/** The admin listener for the operators of the host. It binds to loopback unless a token protects it. */
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Services } from '#src/auction/services.ts';
import type { HostConfig } from '#src/config/schema.ts';
import { ADMIN_PATHS } from '#src/config/sections/admin.ts';
import { NO_SCHEMAS } from '#src/http/no-schemas.ts';
import { listRoutes } from '#src/http/route-list.ts';
import { sendJson, sendPlain } from '#src/http/send.ts';
import { type HttpLimits, httpLimits } from '#src/http/server.ts';
import { versionBody } from '#src/openrtb/product.ts';
import { publishAdminCalls } from './call-events.ts';
import { mapEndpoints } from './endpoints.ts';
import { type Guard, makeGuard } from './guard.ts';

/** Marks of routes. */
declare module 'fastify' {
  interface FastifyContextConfig {
    /** Served without authentication: pages that hold no data until a token is entered. */
    isOpen?: boolean;
    /** Requests change the host, whatever the path. */
    isChange?: boolean;
  }
}

/** Paths whose requests change the host, with any method. */
const CHANGES: readonly string[] = [
  ADMIN_PATHS.cache_invalidation,
  ADMIN_PATHS.logging_httpinteraction,
  ADMIN_PATHS.logging_changelevel,
  ADMIN_PATHS.tracelog,
];

/** By the matched route: paths may be written in several ways. A primary forwards unmatched ones to a worker, which checks again. */
const isChange = ({ routeOptions: { url = '', config } }: FastifyRequest): boolean => config?.isChange === true || CHANGES.includes(url);

/** An admin app with its guard and the configured endpoint locations, without routes; slow clients have the limits of the public listener. */
export function makeGuardedServer(
  guard: Guard,
  config: HttpLimits & Pick<HostConfig, 'admin_endpoints' | 'stall_timeout_ms'>,
): FastifyInstance {
  const endpoints = mapEndpoints(config.admin_endpoints);
  const http = httpLimits(config);
  const app = Fastify({
    logger: false,
    forceCloseConnections: true,
    http,
    requestTimeout: http.requestTimeout,
    // WebSockets have heartbeats instead.
    connectionTimeout: config.stall_timeout_ms,
    schemaController: NO_SCHEMAS,
    rewriteUrl: ({ url = '/' }) => endpoints.defaultPath(url),
  });
  listRoutes(app);
  app.addHook('onRequest', async (request, reply) => {
    const isOpen = request.routeOptions.config?.isOpen === true || endpoints.isOpen(request.url);
    const rejected = guard({ headers: request.headers, isOpen, isChange: isChange(request) });
    if (rejected) return sendPlain(reply.headers(rejected.headers), rejected.status, rejected.message);
    return endpoints.isOff(request.routeOptions.url ?? request.url) ? reply.callNotFound() : undefined;
  });
  return app;
}

/** The admin app with its guard; the other files of this folder add the routes. */
export function makeAdminServer(services: Services, revision: string): FastifyInstance {
  const { config, version, bus, clock } = services;
  const app = makeGuardedServer(makeGuard(config), config);
  publishAdminCalls(app, bus, clock);
  app.get('/version', (_request, reply) => sendJson(reply, JSON.stringify(versionBody(version, revision))));
  // One route for both: the framework's own HEAD route gives a 204 a `content-length`.
  app.route({ method: ['GET', 'HEAD'], url: '/status', handler: (_request, reply) => reply.code(204).send() });
  return app;
}
