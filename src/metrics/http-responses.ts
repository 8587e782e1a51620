/** Every response of the public listener by endpoint and status. */
import type { FastifyInstance } from 'fastify';
import type { Counter, Metrics } from '#src/platform/metrics.ts';
import { byLabel } from './labelled.ts';

/** Counts responses of `app`; call it before it listens. Unknown paths count as one endpoint. */
export function countHttpResponses(app: FastifyInstance, metrics: Metrics): void {
  const endpoints = byLabel((endpoint) =>
    byLabel<Counter>((status) => metrics.counter('http_responses', 'Responses by endpoint and status.', { endpoint, status })),
  );
  app.addHook('onResponse', (request, reply, done) => {
    endpoints(request.routeOptions.url ?? 'unknown')(String(reply.statusCode)).add();
    done();
  });
}
