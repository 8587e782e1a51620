/** A cache service in a process of its own, for tests: the storage endpoint, and how often it was called (`/calls`). */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Entry {
  readonly key: string;
  readonly type: string;
  readonly value: string;
  readonly application: string;
  readonly ttlseconds: number;
}

const entries = new Map<string, Entry>();
const calls: string[] = [];

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += String(chunk);
  return body;
}

/** Status and body. */
async function respond(request: IncomingMessage): Promise<[status: number, body: string]> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://host');
  if (pathname === '/calls') return [200, JSON.stringify(calls)];
  if (pathname !== '/storage') return [404, ''];
  calls.push(`${request.method} ${String(request.headers['x-pbc-api-key'])}`);
  if (request.method === 'POST') {
    const entry = JSON.parse(await bodyOf(request)) as Entry;
    if (entry.key.endsWith('broken')) return [500, ''];
    entries.set(`${entry.application} ${entry.key}`, entry);
    return [200, ''];
  }
  const entry = entries.get(`${searchParams.get('a')} ${searchParams.get('k')}`);
  return entry ? [200, JSON.stringify({ key: entry.key, type: entry.type, value: entry.value })] : [404, ''];
}

const server = createServer((request, response) => {
  respond(request).then(
    ([status, body]) => response.writeHead(status, { 'content-type': 'application/json' }).end(body),
    () => response.writeHead(500).end(),
  );
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());
