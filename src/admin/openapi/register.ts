/** `GET /openapi.json` on the admin listener. */
import type { FastifyInstance } from 'fastify';
import type { HostConfig } from '#src/config/schema.ts';
import { routesOf } from '#src/http/route-list.ts';
import { sendJson } from '#src/http/send.ts';
import { openApiDocument } from './document.ts';

/** @param app the public app */
export function registerOpenApi(admin: FastifyInstance, app: FastifyInstance, config: HostConfig, version: string): void {
  // Made on first use: all routes are registered by then.
  let json: string | undefined;
  const { external_url: publicUrl, admin_host: host, admin_port: port } = config;
  const input = { version, publicUrl, adminUrl: `http://${host}:${port}` };
  admin.get('/openapi.json', (_request, reply) => {
    json ??= JSON.stringify(openApiDocument({ ...input, publicRoutes: routesOf(app), adminRoutes: routesOf(admin) }));
    return sendJson(reply, json);
  });
}
