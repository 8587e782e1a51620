/** The OpenAPI document of a host with every endpoint enabled. */
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINTS, isUndocumented } from '#src/admin/openapi/endpoints.ts';
import { type ListedRoute, routesOf } from '#src/http/route-list.ts';
import { type RunningHost, startTestHost } from '#test/helpers/host.ts';

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

let host: RunningHost;
let document: Document;
let routes: readonly ListedRoute[];

beforeAll(async () => {
  host = await startTestHost({
    video: { enable_deprecated_endpoint: true },
    account_defaults: { events: { enabled: true } },
    stored_requests: { cache_events: { enabled: true }, amp_cache_events: { enabled: true }, in_memory_cache: { type: 'lru' } },
    stored_video_req: { cache_events: { enabled: true }, in_memory_cache: { type: 'lru' } },
    stored_responses: { cache_events: { enabled: true }, in_memory_cache: { type: 'lru' } },
    accounts: { cache_events: { enabled: true }, in_memory_cache: { type: 'lru' } },
  });
  document = (await (await fetch(`${host.adminOrigin}/openapi.json`)).json()) as Document;
  routes = [...routesOf(host.app), ...routesOf(host.admin)].filter(({ method, path }) => !isUndocumented(method, path));
});
afterAll(() => host.stop(0));

describe('/openapi.json', () => {
  it('is a valid OpenAPI document', async () => {
    const validator = new Validator();
    expect(await validator.validate({ ...structuredClone(document) })).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  it('has an operation for every registered route, and no other', () => {
    const path = (route: string): string => route.replaceAll(/:(\w+)/g, '{$1}').replace(/\*$/, '{path}');
    const registered = new Set(routes.map((route) => `${route.method} ${path(route.path)}`));
    const described = Object.entries(document.paths).flatMap(([each, methods]) =>
      Object.keys(methods)
        .filter((method) => method !== 'servers')
        .map((method) => `${method.toUpperCase()} ${each}`),
    );
    expect(described.sort()).toEqual([...registered].sort());
  });

  it('describes every route', () => {
    expect([...new Set(routes.map(({ method, path }) => `${method} ${path}`))].filter((name) => !ENDPOINTS[name]).sort()).toEqual([]);
  });

  it('describes no route that does not exist', () => {
    const known = new Set(routes.map(({ method, path }) => `${method} ${path}`));
    expect(Object.keys(ENDPOINTS).filter((name) => !known.has(name))).toEqual([]);
  });

  it('names every operation once', () => {
    const ids = Object.values(document.paths).flatMap((methods) => Object.values(methods).flatMap(({ operationId }) => operationId ?? []));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('refers to schemas that exist', () => {
    const names = [...JSON.stringify(document).matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name = '']) => name);
    expect(names).toContain('BidRequest');
    expect(names.filter((name) => !(name in document.components.schemas))).toEqual([]);
  });

  const OPTED_OUT = { cookie: `uids=${Buffer.from('{"optout":true}').toString('base64url')}` };

  it.each<[path: string, status: number, headers?: Record<string, string>]>([
    ['/status', 204],
    ['/event?t=win&b=1&a=demo', 204],
    ['/event?t=win&b=1&a=demo&f=i', 200],
    ['/event?t=win&b=1', 401],
    ['/optout?optout=1', 301],
    ['/setuid?bidder=appnexus&uid=1&f=b', 200],
    ['/setuid?bidder=appnexus&uid=1&f=i', 200],
    ['/setuid?bidder=appnexus&uid=1', 401, OPTED_OUT],
    ['/setuid?bidder=none', 400],
    ['/cache?uuid=none', 404],
    ['/machines/auction', 200],
    ['/machines/auction?format=mermaid', 200],
    ['/machines/auction?format=scxml', 200],
    ['/machines/auction?format=none', 400],
    ['/taps', 426],
    ['/metrics', 200],
    ['/logging/changelevel?level=info&duration=1', 403],
  ])('describes the response of %s: %i', async (path, status, headers = {}) => {
    const { pathname } = new URL(path, host.origin);
    const route = pathname.replace(/^\/machines\/.*/, '/machines/{name}');
    const origin = document.paths[route]?.servers ? host.adminOrigin : host.origin;
    const response = await fetch(`${origin}${path}`, { redirect: 'manual', headers });
    expect(response.status).toBe(status);
    const described = document.paths[route]?.get?.responses[status];
    const type = response.headers.get('content-type')?.replace(/;.*/, '');
    expect(Object.keys(described?.content ?? {})).toEqual(type === undefined ? [] : expect.arrayContaining([type]));
  });
});
