/** `GET /status`, `GET /version`, `GET /` and `GET /static/index.html`: health and version (docs/endpoints/status.md). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '#src/auction/services.ts';
import { versionBody } from '#src/openrtb/product.ts';
import { sendJson, sendPlain } from './send.ts';

const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>auctor</title>
<body><h1>auctor</h1><p>A server-side header-bidding auction host. Auctions: <code>POST /openrtb2/auction</code>.</p></body></html>
`;

const HTML = 'text/html; charset=utf-8';

/** @param parts health of external services by name; included in JSON responses */
export function registerStatus(
  app: FastifyInstance,
  { config, version }: Services,
  revision: string,
  parts: () => object = () => ({}),
): void {
  const { status_response: text, admin_endpoints: endpoints } = config;
  const { statusAsJson: isJson, publicVersion } = config.rules;
  const respond = (_request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const health = isJson ? { ...(text === '' ? {} : { application: { status: text } }), ...parts() } : {};
    if (Object.keys(health).length > 0) return sendJson(reply, JSON.stringify(health));
    return text === '' ? reply.code(204).send() : sendPlain(reply, 200, text);
  };
  // The framework's own HEAD route gives a 204 a `content-length`, which it may not have (RFC 9110, 8.6).
  app.route({ method: ['GET', 'HEAD'], url: '/status', handler: respond });
  if (publicVersion && endpoints.version.enabled)
    app.get('/version', (_request, reply) => sendJson(reply, JSON.stringify(versionBody(version, revision))));
  for (const path of ['/', '/static/index.html']) app.get(path, (_request, reply) => reply.type(HTML).send(PAGE));
}
