import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetchBody } from '#src/net/fetch-body.ts';

const TEXT = 'x'.repeat(100);

const encoded: { readonly [path: string]: Buffer } = {
  '/gzip': gzipSync(TEXT),
  '/deflate': deflateSync(TEXT),
  '/br': brotliCompressSync(TEXT),
  '/x-gzip': gzipSync(TEXT),
};

const server = createServer((request, response) => {
  const { url: path = '' } = request;
  const body = encoded[path];
  if (path === '/slow') return;
  if (path === '/moved') response.writeHead(302, { location: '/' }).end();
  else if (path.startsWith('/farther')) response.writeHead(302, { location: `${path}/on` }).end();
  else if (path === '/cut') response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(TEXT).subarray(0, 12));
  else if (path === '/marked') response.end('\ufeff{}');
  else if (body) response.writeHead(200, { 'content-encoding': path.slice(1) }).end(body);
  else response.setHeader('Max-Age', '60').setHeader('link', ['a', 'b']).end(TEXT);
});
const url = (path: string): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
const LIMITS = { timeoutMs: 5000, maxBytes: 100 };

describe('a limited GET', () => {
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it('returns status, headers and text', async () => {
    const { status, header, text } = await fetchBody(url('/'), LIMITS);
    expect([status, header('max-age'), header('link'), header('none'), text]).toEqual([200, '60', 'a, b', undefined, TEXT]);
  });

  it('rejects responses that are too large and abandons late ones', async () => {
    await expect(fetchBody(url('/'), { timeoutMs: 5000, maxBytes: 99 })).rejects.toThrow('larger than 99 bytes');
    await expect(fetchBody(url('/slow'), { timeoutMs: 50, maxBytes: 99 })).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it.each(Object.keys(encoded))('decodes %s and limits its decoded size', async (path) => {
    expect((await fetchBody(url(path), LIMITS)).text).toBe(TEXT);
    await expect(fetchBody(url(path), { timeoutMs: 5000, maxBytes: 99 })).rejects.toThrow('larger than 99 bytes');
  });

  it('returns JSON without its byte order mark', async () => {
    expect((await fetchBody(url('/marked'), LIMITS)).text).toBe('{}');
  });

  it('rejects a compressed body that is cut off', async () => {
    await expect(fetchBody(url('/cut'), LIMITS)).rejects.toThrow('unexpected end of file');
  });

  it('follows redirects, but not forever', async () => {
    expect((await fetchBody(url('/moved'), LIMITS)).text).toBe(TEXT);
    await expect(fetchBody(url('/farther'), LIMITS)).rejects.toThrow('max redirects');
  });
});
