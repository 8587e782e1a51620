/** Calls of the admin listener that change something, as events of kind `admin`: who watches sees what was done, when, and how it went. */
import type { FastifyInstance } from 'fastify';
import type { Bus, Services } from '#src/auction/services.ts';

type Now = Pick<Services['clock'], 'now'>;

/** Changes that the Java variant's admin endpoints make by GET. */
const CHANGED_BY_GET = /^\/(cache\/invalidate|logging\/|pbs-admin\/)/;

/** Publishes such calls, without their query: it may hold a token. */
export function tellAdminCalls(admin: FastifyInstance, bus: Bus, clock: Now): void {
  admin.addHook('onResponse', async (request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    if (isReading && !CHANGED_BY_GET.test(path)) return;
    tellAdmin(bus, clock, `${request.method} ${path}`, { status: reply.statusCode, ms: Math.round(reply.elapsedTime) });
  });
}

export function tellAdmin(bus: Bus, clock: Now, action: string, details: object): void {
  if (bus.watched('admin')) bus.publish({ v: 1, kind: 'admin', at: clock.now(), data: { action, ...details } });
}
