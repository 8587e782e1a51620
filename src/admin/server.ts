/** The admin listener: for the people who run the host. On loopback unless a token guards it. */
import { timingSafeEqual } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Services } from '#src/auction/services.ts';
import { versionBody } from '#src/wire/product.ts';

const isLoopback = (host: string): boolean => ['127.0.0.1', '::1', 'localhost'].includes(host);

/** Equal texts, in a time that does not tell where they differ. */
function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** The admin app with its guard; routes of its own are added by the files beside this one. */
export function makeAdminServer(services: Services, revision: string): FastifyInstance {
  const { config, version } = services;
  const app = Fastify({ logger: false });
  if (config.admin_token !== '' || !isLoopback(config.admin_host)) {
    app.addHook('onRequest', async (request, reply) => {
      const token = request.headers.authorization?.replace(/^Bearer /i, '') ?? '';
      if (!isSame(token, config.admin_token)) return reply.code(401).type('text/plain; charset=utf-8').send('A bearer token is needed.\n');
      return undefined;
    });
  }
  app.get('/version', (_request, reply) => reply.type('application/json').send(versionBody(version, revision)));
  app.get('/status', (_request, reply) => reply.code(204).send());
  return app;
}
