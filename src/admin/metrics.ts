/** `GET /metrics` for scrapers; `GET /collected-metrics`, the Java variant's flat list of names and numbers. */
import type { FastifyInstance } from 'fastify';
import { sendJson } from '#src/http/json.ts';
import type { Exposition } from '#src/metrics/exposition.ts';
import { javaNumbers } from '#src/metrics/java-names.ts';
import { METRICS_TYPE } from '#src/metrics/scrape-server.ts';

export function registerMetrics(admin: FastifyInstance, exposition: Exposition): void {
  admin.get('/metrics', async (_request, reply) => reply.type(METRICS_TYPE).send(await exposition.expose()));
  admin.get('/collected-metrics', async (_request, reply) => sendJson(reply, JSON.stringify(javaNumbers(await exposition.families()))));
}
