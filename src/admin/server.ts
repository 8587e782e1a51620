/** The admin listener: for the people who run the host. On loopback unless a token guards it. */
import Fastify, { type FastifyInstance } from 'fastify';
import type { Services } from '#src/auction/services.ts';
import type { HostConfig } from '#src/config/schema.ts';
import { sendJson } from '#src/http/json.ts';
import { versionBody } from '#src/wire/product.ts';
import { mapEndpoints } from './endpoints.ts';
import { type Guard, makeGuard } from './guard.ts';
import { tellAdminCalls } from './told-calls.ts';

const TEXT = 'text/plain; charset=utf-8';

/** Routes marked `isOpen` are served to anybody who can reach the listener: pages that hold nothing until a token is given. */
declare module 'fastify' {
  interface FastifyContextConfig {
    isOpen?: boolean;
  }
}

/** An admin app with its guard, which knows where endpoints stand, and nothing else. */
export function makeGuardedServer(guard: Guard, options: HostConfig['admin_endpoints']): FastifyInstance {
  const endpoints = mapEndpoints(options);
  const app = Fastify({ logger: false, forceCloseConnections: true, rewriteUrl: ({ url = '/' }) => endpoints.usual(url) });
  app.addHook('onRequest', async (request, reply) => {
    const isOpen = request.routeOptions.config?.isOpen === true || endpoints.isOpen(request.url);
    const refused = guard({ headers: request.headers, isOpen });
    if (refused) return reply.code(refused.status).headers(refused.headers).type(TEXT).send(refused.text);
    return endpoints.isOff(request.url) ? reply.callNotFound() : undefined;
  });
  return app;
}

/** The admin app with its guard; routes of its own are added by the files beside this one. */
export function makeAdminServer(services: Services, revision: string): FastifyInstance {
  const { config, version, bus, clock } = services;
  const app = makeGuardedServer(makeGuard(config), config.admin_endpoints);
  tellAdminCalls(app, bus, clock);
  app.get('/version', (_request, reply) => sendJson(reply, JSON.stringify(versionBody(version, revision))));
  app.get('/status', (_request, reply) => reply.code(204).send());
  return app;
}
