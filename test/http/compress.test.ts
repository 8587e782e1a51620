import { gunzipSync } from 'node:zlib';
import Fastify, { type LightMyRequestResponse } from 'fastify';
import { describe, expect, test } from 'vitest';
import { compress } from '#src/http/compress.ts';

const answer = async (body: string, accepts: string, enabled = true): Promise<LightMyRequestResponse> => {
  const app = Fastify();
  app.get('/', (request, reply) => new Promise<void>((resolve) => compress(request, reply, body, enabled, resolve)));
  return app.inject({ url: '/', headers: { 'accept-encoding': accepts } });
};

const long = 'a bid '.repeat(500);

describe('compress', () => {
  test('packs a long answer for a client that takes gzip', async () => {
    const { headers, rawPayload } = await answer(long, 'gzip, br');
    expect(headers['content-encoding']).toBe('gzip');
    expect(headers['vary']).toBe('Origin, Accept-Encoding');
    expect(gunzipSync(rawPayload).toString()).toBe(long);
  });

  test.each([
    ['short', 'gzip', true],
    [long, 'br', true],
    [long, 'gzip', false],
  ])('sends as it is what is short, not to be packed, or not wanted so', async (body, accepts, enabled) => {
    const { headers, payload } = await answer(body, accepts, enabled);
    expect(headers['content-encoding']).toBeUndefined();
    expect(payload).toBe(body);
  });
});
