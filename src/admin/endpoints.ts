/** Where the endpoints of `admin_endpoints` are served: under a configured path, also on the public listener, or not at all. */
import type { FastifyInstance } from 'fastify';
import type { HostConfig } from '#src/config/schema.ts';
import { ADMIN_PATHS } from '#src/config/sections/admin.ts';
import { sendPlain, TEXT_PLAIN } from '#src/http/send.ts';
import { type Guard, makePublicGuard } from './guard.ts';

type Options = HostConfig['admin_endpoints'];
const NAMES = Object.keys(ADMIN_PATHS) as (keyof typeof ADMIN_PATHS)[];

const BODY_LIMIT = 64 * 1024;

/** Endpoint locations as the admin listener needs them, by default path. */
export interface EndpointMap {
  /** The default path for a configured one; other paths are returned unchanged. */
  defaultPath(url: string): string;
  /** Whether the settings disable the endpoint. Ask for the matched route: paths may be written in several ways. */
  isOff(path: string): boolean;
  /** Whether it needs no credentials. */
  isOpen(path: string): boolean;
}

const pathOf = (url: string): string => url.split('?', 1)[0] ?? '';

/** The endpoints by the paths in the settings. */
export function mapEndpoints(options: Options): EndpointMap {
  const defaultPath = new Map(NAMES.map((name) => [options[name].path, ADMIN_PATHS[name]]));
  const off = new Set<string>(NAMES.filter((name) => !options[name].enabled).map((name) => ADMIN_PATHS[name]));
  const open = new Set<string>(NAMES.filter((name) => !options[name].protected).map((name) => ADMIN_PATHS[name]));
  return {
    defaultPath(url) {
      const path = pathOf(url);
      return `${defaultPath.get(path) ?? path}${url.slice(path.length)}`;
    },
    isOff: (url) => off.has(pathOf(url)),
    isOpen: (url) => open.has(pathOf(url)),
  };
}

/** Adds routes to the public listener that forward to the admin app; existing routes of the same path win. */
export function registerPublicEndpoints(app: FastifyInstance, admin: FastifyInstance, config: Parameters<typeof makePublicGuard>[0]): void {
  const guard = makePublicGuard(config);
  for (const name of NAMES) {
    const { enabled, path, on_application_port: isPublic, protected: isProtected } = config.admin_endpoints[name];
    if (enabled && isPublic) forward(app, admin, path, ADMIN_PATHS[name], isProtected ? guard : undefined);
  }
}

function forward(app: FastifyInstance, admin: FastifyInstance, path: string, defaultPath: string, guard: Guard | undefined): void {
  const free = (['GET', 'POST'] as const).filter((method) => !app.hasRoute({ method, url: path }));
  if (free.length === 0) return;
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_LIMIT }, (_request, body, done) => done(null, body));
    scope.route({
      method: [...free],
      url: path,
      exposeHeadRoute: false,
      async handler(request, reply) {
        const { authorization } = request.headers;
        const rejected = guard?.({ headers: request.headers });
        if (rejected) return sendPlain(reply.headers(rejected.headers), rejected.status, rejected.message);
        const headers = { host: 'localhost', ...(authorization === undefined ? {} : { authorization }) };
        const payload = typeof request.body === 'string' ? request.body : '';
        const url = `${defaultPath}${request.url.slice(pathOf(request.url).length)}`;
        const made = await admin.inject({ method: request.method as 'GET' | 'POST', url, headers, payload });
        return reply
          .code(made.statusCode)
          .type(made.headers['content-type'] ?? TEXT_PLAIN)
          .send(made.rawPayload);
      },
    });
  });
}
