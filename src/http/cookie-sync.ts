/** `POST /cookie_sync` (docs/endpoints/cookie-sync.md) */
import type { FastifyInstance } from 'fastify';
import type { Services } from '#src/auction/services.ts';
import { cookieSync } from '#src/sync/cookie-sync.ts';
import { javaCookieSync } from '#src/sync/java/cookie-sync.ts';
import { bodyOf, callerOf, sendSync, syncHostOf } from './sync-host.ts';

const BY_VARIANT = { go: cookieSync, java: javaCookieSync } as const;

export function registerCookieSync(app: FastifyInstance, services: Services): void {
  const host = syncHostOf(services);
  const respond = BY_VARIANT[services.config.rules.syncDialect];
  app.post('/cookie_sync', async (request, reply) =>
    sendSync(reply, await respond({ body: bodyOf(request), cookieHeader: request.headers.cookie, caller: callerOf(request) }, host)),
  );
}
