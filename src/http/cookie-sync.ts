/** `POST /cookie_sync` (docs/endpoints/cookie-sync.md) */
import type { FastifyInstance } from 'fastify';
import { makeSyncPrivacy } from '#src/auction/privacy/sync-permission.ts';
import type { Services } from '#src/auction/services.ts';
import { cookieSync } from '#src/sync/cookie-sync.ts';
import { javaCookieSync } from '#src/sync/java/cookie-sync.ts';
import type { MakeSyncPrivacy } from '#src/sync/privacy.ts';
import { bodyOf, sendSync, syncHostOf } from './sync-host.ts';

const BY_VARIANT = { go: cookieSync, java: javaCookieSync } as const;

export function registerCookieSync(app: FastifyInstance, services: Services, makePrivacy: MakeSyncPrivacy = makeSyncPrivacy): void {
  const host = syncHostOf(services, makePrivacy);
  const respond = BY_VARIANT[services.config.rules.syncDialect];
  app.post('/cookie_sync', async (request, reply) =>
    sendSync(reply, await respond({ body: bodyOf(request), cookieHeader: request.headers.cookie }, host)),
  );
}
