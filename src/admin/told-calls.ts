/** Calls of the admin listener as events of kind `admin`: who changed what, when, and how it went. */
import type { FastifyInstance } from 'fastify';
import type { Bus, Services } from '#src/auction/services.ts';

type Now = Pick<Services['clock'], 'now'>;

/** Publishes every call but those of open pages; without query, which may hold a token. */
export function tellAdminCalls(admin: FastifyInstance, bus: Bus, clock: Now): void {
  admin.addHook('onResponse', async (request, reply) => {
    if (request.routeOptions.config?.isOpen) return;
    const action = `${request.method} ${request.url.split('?')[0]}`;
    tellAdmin(bus, clock, action, { status: reply.statusCode, ms: Math.round(reply.elapsedTime) });
  });
}

export function tellAdmin(bus: Bus, clock: Now, action: string, details: object): void {
  if (bus.watched('admin')) bus.publish({ v: 1, kind: 'admin', at: clock.now(), data: { action, ...details } });
}
