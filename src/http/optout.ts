/** `GET` and `POST /optout` (docs/endpoints/optout.md) */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '#src/auction/services.ts';
import { optOut } from '#src/sync/opt-out.ts';
import { createRecaptcha } from '#src/sync/recaptcha.ts';
import { bodyOf, browserOf, searchParamsOf } from './sync-host.ts';

export function registerOptout(app: FastifyInstance, services: Services): void {
  const verify = createRecaptcha(services);
  const respond = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const fields = new URLSearchParams([...new URLSearchParams(bodyOf(request)), ...searchParamsOf(request)]);
    const call = { ...browserOf(request, services), fields, cookieHeader: request.headers.cookie, origin: request.headers.origin };
    const { status, location, cookies } = await optOut(call, services.config, verify, services.clock.now());
    if (cookies.length > 0) reply.header('Set-Cookie', [...cookies]);
    if (location !== undefined) reply.header('Location', location);
    return reply.code(status).send();
  };
  app.get('/optout', respond);
  app.post('/optout', respond);
}
