/** Every reply of the public listener by endpoint and status. */
import type { FastifyInstance } from 'fastify';
import type { Counter, Metrics } from '#src/outside/metrics.ts';
import { byLabel } from './labelled.ts';

/** Counts replies of `app`; call before it listens. Paths nobody serves are one endpoint. */
export function countReplies(app: FastifyInstance, metrics: Metrics): void {
  const endpoints = byLabel((endpoint) =>
    byLabel<Counter>((status) => metrics.counter('http_replies', 'Replies by endpoint and status.', { endpoint, status })),
  );
  app.addHook('onResponse', (request, reply, done) => {
    endpoints(request.routeOptions.url ?? 'unknown')(String(reply.statusCode)).add();
    done();
  });
}
