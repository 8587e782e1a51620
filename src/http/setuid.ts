/** `GET /setuid` (docs/endpoints/setuid.md) */
import type { FastifyInstance } from 'fastify';
import type { Services } from '#src/auction/services.ts';
import { javaSetUid } from '#src/sync/java/set-uid.ts';
import { setUid } from '#src/sync/set-uid.ts';
import { browserOf, callerOf, searchParamsOf, sendSync, syncHostOf } from './sync-host.ts';

const BY_VARIANT = { go: setUid, java: javaSetUid } as const;

export function registerSetuid(app: FastifyInstance, services: Services): void {
  const host = syncHostOf(services);
  const respond = BY_VARIANT[services.config.rules.syncDialect];
  app.get('/setuid', async (request, reply) => {
    const call = {
      ...browserOf(request, services),
      query: searchParamsOf(request),
      cookieHeader: request.headers.cookie,
      caller: callerOf(request),
    };
    return sendSync(reply, await respond(call, host));
  });
}
