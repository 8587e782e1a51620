import { gunzipSync } from 'node:zlib';
import Fastify, { type LightMyRequestResponse } from 'fastify';
import { describe, expect, test } from 'vitest';
import { compress } from '#src/http/compress.ts';

const response = async (body: string, accepts: string, enabled = true): Promise<LightMyRequestResponse> => {
  const app = Fastify();
  app.get('/', (request, clientResponse) => new Promise<void>((resolve) => compress(request, clientResponse, body, enabled, resolve)));
  return app.inject({ url: '/', headers: { 'accept-encoding': accepts } });
};

const long = 'a bid '.repeat(500);

describe('compress', () => {
  test.each([
    ['large', long],
    ['very large', long.repeat(30)],
  ])('compresses a %s response for a client that accepts gzip', async (_, body) => {
    const { headers, rawPayload } = await response(body, 'gzip, br');
    expect(headers['content-encoding']).toBe('gzip');
    expect(headers['vary']).toBe('Origin, Accept-Encoding');
    expect(gunzipSync(rawPayload).toString()).toBe(body);
  });

  test.each(['GZIP', 'br;q=1.0, gzip;q=0.5', 'deflate,x-gzip', 'br , gzip ; q=1'])('reads the codings %s', async (accepts) => {
    expect((await response(long, accepts)).headers['content-encoding']).toBe('gzip');
  });

  test.each([
    ['short', 'gzip', true],
    [long, 'br', true],
    [long, 'gzip;q=0', true],
    [long, 'br, gzip; q=0.000, *', true],
    [long, 'gzipped', true],
    [long, 'gzip', false],
  ])('leaves small, excluded and uncompressed responses unchanged', async (body, accepts, enabled) => {
    const { headers, payload } = await response(body, accepts, enabled);
    expect(headers['content-encoding']).toBeUndefined();
    expect(payload).toBe(body);
  });
});
