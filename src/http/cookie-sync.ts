/** `POST /cookie_sync` */
import type { FastifyInstance } from 'fastify';
import { makeSyncPrivacy } from '#src/auction/privacy/sync-permission.ts';
import type { Services } from '#src/auction/services.ts';
import { cookieSync } from '#src/sync/cookie-sync.ts';
import type { MakeSyncPrivacy } from '#src/sync/privacy.ts';
import { bodyOf, sendSync, syncHostOf } from './sync-host.ts';

export function registerCookieSync(app: FastifyInstance, services: Services, makePrivacy: MakeSyncPrivacy = makeSyncPrivacy): void {
  const host = syncHostOf(services, makePrivacy);
  app.post('/cookie_sync', async (request, reply) =>
    sendSync(reply, await cookieSync({ body: bodyOf(request), cookieHeader: request.headers.cookie }, host)),
  );
}
