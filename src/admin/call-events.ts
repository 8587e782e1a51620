/**
 * Publishes admin requests that change something as events of kind `admin`, so that subscribers see each change, its time and its result.
 */
import type { FastifyInstance } from 'fastify';
import type { Bus, Services } from '#src/auction/services.ts';

type Now = Pick<Services['clock'], 'now'>;

/** Changes that the Java variant's admin endpoints make by GET. */
const CHANGED_BY_GET = /^\/(cache\/invalidate|logging\/|pbs-admin\/)/;

/** Publishes such requests without their query, which may hold a token. Paths may be written in several ways: the matched route decides. */
export function publishAdminCalls(admin: FastifyInstance, bus: Bus, clock: Now): void {
  admin.addHook('onResponse', async (request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    if (isReading && !CHANGED_BY_GET.test(request.routeOptions.url ?? path)) return;
    publishAdminEvent(bus, clock, `${request.method} ${path}`, { status: reply.statusCode, ms: Math.round(reply.elapsedTime) });
  });
}

/** Publishes an action on the admin listener, if there are subscribers. */
export function publishAdminEvent(bus: Bus, clock: Now, action: string, details: object): void {
  if (bus.hasSubscribers('admin')) bus.publish({ v: 1, kind: 'admin', at: clock.now(), data: { action, ...details } });
}
