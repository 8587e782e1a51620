/** `/console` of the admin listener: serves the live console's files and forwards its trial requests to the public port. */
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { sendPlain } from '#src/http/send.ts';
import { errorMessage } from '#src/lang/error-message.ts';
import { requestOwn } from './own-requests.ts';
import { stagePage, stateRules } from './state-rules.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** The page loads nothing from other origins and cannot be framed. */
const HEADERS = {
  'Content-Security-Policy': "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-cache',
};

const FOLDER = join(import.meta.dirname, 'console');

/** Libraries of the page, served from their packages. */
const LIBRARIES: Readonly<Record<string, string>> = { 'dagre.js': import.meta.resolve('@dagrejs/dagre') };

/** A trial auction: only endpoints that run auctions are allowed. */
const trial = z.strictObject({
  endpoint: z.enum(['/openrtb2/auction', '/openrtb2/amp', '/openrtb2/video']),
  /** Query of GET requests. */
  query: z.string().max(8000).default(''),
  body: z
    .string()
    .max(1024 * 1024)
    .default(''),
});

const TRIAL_MS = 30_000;
const BODY_LIMIT = 2 * 1024 * 1024;

export interface ConsoleEnv {
  /** Origin of the public port; undefined while it is not open. */
  readonly publicOrigin: () => string | undefined;
}

export function registerConsole(admin: FastifyInstance, { publicOrigin }: ConsoleEnv): void {
  for (const [name, path] of pageFiles()) {
    const body = readFileSync(path);
    const type = TYPES[extname(name)] ?? 'application/octet-stream';
    const url = name === 'index.html' ? '/console' : `/console/${name}`;
    // Unauthenticated: the pages hold no data until a token is entered.
    admin.get(url, { config: { isOpen: true } }, (_request, reply) => reply.headers(HEADERS).type(type).send(body));
  }
  registerStates(admin);
  admin.get('/console/origin', (_request, reply) => reply.send({ origin: publicOrigin() ?? '' }));
  admin.get('/console/', { config: { isOpen: true } }, (_request, reply) => reply.redirect('../console', 308));
  admin.post('/console/try', { bodyLimit: BODY_LIMIT }, async (request, reply) => {
    const read = trial.safeParse(request.body);
    if (!read.success) return sendPlain(reply, 400, `${z.prettifyError(read.error)}\n`);
    const origin = publicOrigin();
    if (origin === undefined) return sendPlain(reply, 503, 'The public port is not open.\n');
    return reply.send(await attempt(origin, read.data));
  });
}

/** Names and paths of the page's files. */
const pageFiles = (): readonly (readonly [name: string, path: string])[] => [
  ...readdirSync(FOLDER).map((name) => [name, join(FOLDER, name)] as const),
  ...Object.entries(LIBRARIES).map(([name, url]) => [name, fileURLToPath(url)] as const),
];

/** The rules of each state, and its documentation. */
function registerStates(admin: FastifyInstance): void {
  admin.get('/console/states', () => stateRules());
  admin.get<{ Params: { name: string } }>('/console/stages/:name', { config: { isOpen: true } }, async ({ params }, reply) => {
    const page = await stagePage(params.name);
    if (page === undefined) return sendPlain(reply, 404, `Unknown state ${params.name}.\n`);
    return sendPlain(reply.headers(HEADERS), 200, page);
  });
}

async function attempt(origin: string, { endpoint, query, body }: z.infer<typeof trial>): Promise<object> {
  const method = endpoint === '/openrtb2/amp' ? 'GET' : 'POST';
  const started = performance.now();
  try {
    const response = await requestOwn(`${origin}${endpoint}${query === '' ? '' : `?${query.replace(/^\?/, '')}`}`, {
      method,
      ...(method === 'POST' ? { body, headers: { 'content-type': 'application/json' } } : {}),
      headersTimeout: TRIAL_MS,
      bodyTimeout: TRIAL_MS,
    });
    const text = await response.body.text();
    return { status: response.statusCode, headers: response.headers, body: text, ms: performance.now() - started };
  } catch (cause) {
    return { status: 0, headers: {}, body: errorMessage(cause), ms: performance.now() - started };
  }
}
