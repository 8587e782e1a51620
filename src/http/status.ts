/** `GET /status`, `GET /version` and `GET /`: is it there, which one is it (info-admin-analytics.md section 2). */
import type { FastifyInstance } from 'fastify';
import type { Services } from '#src/auction/services.ts';
import { versionBody } from '#src/wire/product.ts';

const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>auctor</title>
<body><h1>auctor</h1><p>A server-side header-bidding auction host. Auctions: <code>POST /openrtb2/auction</code>.</p></body></html>
`;

export function registerStatus(app: FastifyInstance, { config, version }: Services, revision: string): void {
  app.get('/status', (_request, reply) => {
    const text = config.status_response;
    return text === '' ? reply.code(204).send() : reply.type('text/plain; charset=utf-8').send(text);
  });
  app.get('/version', (_request, reply) => reply.type('application/json').send(versionBody(version, revision)));
  app.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(PAGE));
}
