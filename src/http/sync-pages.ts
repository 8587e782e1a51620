/** `GET /static/load-cookie.html`, `/static/load-cookie-with-consent.html` and `/static/optout.html` (docs/endpoints/sync-pages.md) */
import type { FastifyInstance } from 'fastify';
import type { Services } from '#src/auction/services.ts';
import { makePages } from '#src/sync/pages/pages.ts';

export function registerSyncPages(app: FastifyInstance, { config }: Services): void {
  for (const [path, html] of makePages(config.recaptcha_site_key).byPath) {
    app.get(path, (_request, reply) => reply.type('text/html; charset=utf-8').send(html));
  }
}
