/** The admin listener: for the people who run the host. On loopback unless a token guards it. */
import Fastify, { type FastifyInstance } from 'fastify';
import type { Services } from '#src/auction/services.ts';
import { versionBody } from '#src/wire/product.ts';
import { type Guard, makeGuard } from './guard.ts';
import { tellAdminCalls } from './told-calls.ts';

const TEXT = 'text/plain; charset=utf-8';

/** Routes marked `isOpen` are served to anybody who can reach the listener: pages that hold nothing until a token is given. */
declare module 'fastify' {
  interface FastifyContextConfig {
    isOpen?: boolean;
  }
}

/** An admin app with its guard and nothing else. */
export function makeGuardedServer(guard: Guard): FastifyInstance {
  const app = Fastify({ logger: false, forceCloseConnections: true });
  app.addHook('onRequest', async (request, reply) => {
    const refused = guard({ headers: request.headers, isOpen: request.routeOptions.config?.isOpen });
    return refused && reply.code(refused.status).type(TEXT).send(refused.text);
  });
  return app;
}

/** The admin app with its guard; routes of its own are added by the files beside this one. */
export function makeAdminServer(services: Services, revision: string): FastifyInstance {
  const { config, version, bus, clock } = services;
  const app = makeGuardedServer(makeGuard(config));
  tellAdminCalls(app, bus, clock);
  app.get('/version', (_request, reply) => reply.type('application/json').send(versionBody(version, revision)));
  app.get('/status', (_request, reply) => reply.code(204).send());
  return app;
}
