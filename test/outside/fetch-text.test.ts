import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetchText } from '#src/outside/fetch-text.ts';

const server = createServer((request, response) => {
  if (request.url === '/slow') return;
  response.setHeader('Max-Age', '60').end('x'.repeat(100));
});
const url = (path: string): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;

describe('a bounded GET', () => {
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it('gives status, headers and text', async () => {
    const { status, header, text } = await fetchText(url('/'), { timeoutMs: 5000, maxBytes: 100 });
    expect([status, header('max-age'), header('none'), text.length]).toEqual([200, '60', undefined, 100]);
  });

  it('refuses answers that are too large and gives up on late ones', async () => {
    await expect(fetchText(url('/'), { timeoutMs: 5000, maxBytes: 99 })).rejects.toThrow('larger than 99 bytes');
    await expect(fetchText(url('/slow'), { timeoutMs: 50, maxBytes: 99 })).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});
