/** `GET /metrics` for scrapers; `GET /collected-metrics`, the Java variant's flat list of names and numbers. */
import type { FastifyInstance } from 'fastify';
import { sendJson } from '#src/http/send.ts';
import type { Exposition } from '#src/metrics/exposition.ts';
import { javaNumbers } from '#src/metrics/java-names.ts';

export function registerMetrics(admin: FastifyInstance, exposition: Exposition): void {
  admin.get('/metrics', async (request, reply) => {
    const { type, body } = await exposition.expose(request.headers.accept);
    return reply.type(type).header('vary', 'Accept').send(body);
  });
  admin.get('/collected-metrics', async (_request, reply) => sendJson(reply, JSON.stringify(javaNumbers(await exposition.families()))));
}
