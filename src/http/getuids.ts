/** `GET /getuids`: the ids stored for this browser (docs/endpoints/getuids.md). */
import type { FastifyInstance } from 'fastify';
import type { Services } from '#src/auction/services.ts';
import { readBrowserUids } from '#src/sync/cookie-reader.ts';
import { sendJson } from './send.ts';

export function registerGetuids(app: FastifyInstance, { config, clock }: Services): void {
  const wins = config.rules.hostCookieWins;
  app.get('/getuids', (request, reply) => {
    const { merged } = readBrowserUids(request.headers.cookie, config.host_cookie, clock.now(), wins);
    const ids = Object.fromEntries([...merged.entries].map(([key, { uid }]) => [key, uid]));
    const body = merged.entries.size > 0 ? { buyeruids: ids } : {};
    return sendJson(reply, `${JSON.stringify(body)}\n`);
  });
}
