/** Every response of the public listener by endpoint and status. */
import type { FastifyInstance } from 'fastify';
import type { Counter, Metrics } from '#src/platform/metrics.ts';
import { byLabel } from './labelled.ts';

/**
 * Counts responses of `app`; call it before it listens. Unknown paths count as one endpoint. The returned function counts one that is sent
 * without the app's hooks.
 */
export function countHttpResponses(app: FastifyInstance, metrics: Metrics): (endpoint: string, status: number) => void {
  const endpoints = byLabel((endpoint) =>
    byLabel<Counter>((status) => metrics.counter('http_responses', 'Responses by endpoint and status.', { endpoint, status })),
  );
  const count = (endpoint: string, status: number): void => endpoints(endpoint)(String(status)).add();
  app.addHook('onResponse', (request, reply, done) => {
    count(request.routeOptions.url ?? 'unknown', reply.statusCode);
    done();
  });
  return count;
}
