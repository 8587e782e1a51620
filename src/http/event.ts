/** `GET /event` (docs/endpoints/event.md) */
import type { FastifyInstance } from 'fastify';
import type { Services } from '#src/auction/services.ts';
import { PIXEL } from '#src/events/pixel.ts';
import { sendPlain } from './send.ts';
import { searchParamsOf } from './sync-host.ts';

export function registerEvent(app: FastifyInstance, services: Services): void {
  if (!services.config.event.enabled) return;
  // No HEAD: a HEAD request is not an impression.
  app.get('/event', { exposeHeadRoute: false }, async (request, reply) => {
    const { status, body, pixel } = await services.dialect.events.respond(searchParamsOf(request), services);
    return pixel ? reply.code(status).type('image/png').send(PIXEL) : sendPlain(reply, status, body);
  });
}
