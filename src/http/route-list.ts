/** The routes of an app, in the order of their registration. */
import type { FastifyInstance } from 'fastify';

export interface ListedRoute {
  readonly method: string;
  /** Path with `:name` for parameters. */
  readonly path: string;
}

/** Methods that Fastify adds, and those of preflights. */
const IMPLICIT = new Set(['HEAD', 'OPTIONS']);

const lists = new WeakMap<FastifyInstance, ListedRoute[]>();

/** Lists all routes that are added after this call. */
export function listRoutes(app: FastifyInstance): void {
  const routes: ListedRoute[] = [];
  lists.set(app, routes);
  app.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) if (!IMPLICIT.has(each)) routes.push({ method: each, path: url });
  });
}

/** The list of an app, which grows with its routes; empty if its routes are not listed. */
export const routesOf = (app: FastifyInstance): readonly ListedRoute[] => lists.get(app) ?? [];
