import { readdirSync } from 'node:fs';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerConsole } from '#src/admin/console.ts';
import { type BidderServer, bidderServer } from '#test/helpers/host.ts';

let publicPort: BidderServer;
let admin: FastifyInstance;
let origin: string | undefined;

beforeAll(async () => {
  publicPort = await bidderServer((_request, response) => response.writeHead(200, { 'x-made': 'here' }).end('{"id":"answer"}'));
  admin = Fastify();
  registerConsole(admin, { publicOrigin: () => origin });
});
afterAll(() => publicPort.close());

const attempt = (body: object) => admin.inject({ method: 'POST', url: '/console/try', payload: body });

describe('the console', () => {
  test('serves its pages, which load nothing from other origins', async () => {
    const page = await admin.inject('/console');
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['content-security-policy']).toContain("default-src 'self'");
    expect(page.payload).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
    const named = [...page.payload.matchAll(/(?:src|href)="(console\/[^"]+)"/g)].map(([, path]) => `/${path}`);
    expect(named.length).toBeGreaterThan(4);
    for (const url of named) expect((await admin.inject(url)).statusCode).toBe(200);
  });

  test('serves every module its pages import', async () => {
    const scripts = readdirSync('src/admin/console').filter((name) => name.endsWith('.js'));
    for (const name of scripts) {
      const { payload, headers } = await admin.inject(`/console/${name}`);
      expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
      for (const [, from] of payload.matchAll(/from '\.\/([^']+)'/g)) expect([...scripts, 'dagre.js']).toContain(from);
    }
  });

  test('serves no other file', async () => {
    for (const url of ['/console/../server.ts', '/console/..%2fserver.ts', '/console/nothing.js'])
      expect((await admin.inject(url)).statusCode).toBe(404);
  });
});

describe('a trial auction', () => {
  test('posts to the public port and returns its response', async () => {
    origin = publicPort.origin;
    const response = (await attempt({ endpoint: '/openrtb2/auction', body: '{"id":"x"}' })).json<Record<string, unknown>>();
    expect(response).toMatchObject({ status: 200, body: '{"id":"answer"}', headers: { 'x-made': 'here' } });
    expect(publicPort.requests.at(-1)).toMatchObject({ url: '/openrtb2/auction', body: '{"id":"x"}' });
  });

  test('sends AMP requests by query', async () => {
    origin = publicPort.origin;
    await attempt({ endpoint: '/openrtb2/amp', query: '?tag_id=a' });
    expect(publicPort.requests.at(-1)?.url).toBe('/openrtb2/amp?tag_id=a');
  });

  test.each([[{ endpoint: '/optout' }], [{ endpoint: 'http://elsewhere.example/' }], [{ endpoint: '/openrtb2/auction', header: 1 }], [{}]])(
    'rejects %o: only auction endpoints are reachable',
    async (body) => {
      expect((await attempt(body)).statusCode).toBe(400);
    },
  );

  test('reports an unreachable public port', async () => {
    origin = undefined;
    expect((await attempt({ endpoint: '/openrtb2/auction' })).statusCode).toBe(503);
    origin = 'http://127.0.0.1:1';
    expect((await attempt({ endpoint: '/openrtb2/auction' })).json<{ status: number }>().status).toBe(0);
  });
});
