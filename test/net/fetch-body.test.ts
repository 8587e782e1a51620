import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetchBody } from '#src/net/fetch-body.ts';

const server = createServer((request, response) => {
  if (request.url === '/slow') return;
  response.setHeader('Max-Age', '60').end('x'.repeat(100));
});
const url = (path: string): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;

describe('a limited GET', () => {
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it('returns status, headers and text', async () => {
    const { status, header, text } = await fetchBody(url('/'), { timeoutMs: 5000, maxBytes: 100 });
    expect([status, header('max-age'), header('none'), text.length]).toEqual([200, '60', undefined, 100]);
  });

  it('rejects responses that are too large and abandons late ones', async () => {
    await expect(fetchBody(url('/'), { timeoutMs: 5000, maxBytes: 99 })).rejects.toThrow('larger than 99 bytes');
    await expect(fetchBody(url('/slow'), { timeoutMs: 50, maxBytes: 99 })).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});
