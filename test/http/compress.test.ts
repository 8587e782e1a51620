import { gunzipSync } from 'node:zlib';
import Fastify, { type LightMyRequestResponse } from 'fastify';
import { describe, expect, test } from 'vitest';
import { compress, compressOthers } from '#src/http/compress.ts';

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

describe('the responses of other routes', () => {
  const responseOf = async (
    payload: string | Buffer | undefined,
    enabled = true,
    headers: object = {},
  ): Promise<LightMyRequestResponse> => {
    const app = Fastify({ exposeHeadRoutes: true });
    compressOthers(app, enabled);
    app.get('/', async (_request, reply) => reply.headers(headers).send(payload));
    return app.inject({ url: '/', headers: { 'accept-encoding': 'gzip' } });
  };

  test.each([
    ['a text', long],
    ['bytes', Buffer.from(long)],
    ['a very large text', long.repeat(30)],
  ])('%s is compressed once', async (_, payload) => {
    const { headers, rawPayload } = await responseOf(payload);
    expect(headers).toMatchObject({
      'content-encoding': 'gzip',
      vary: 'Origin, Accept-Encoding',
      'content-length': String(rawPayload.length),
    });
    expect(gunzipSync(rawPayload).toString()).toBe(String(payload));
  });

  test('are unchanged if they are small, absent, encoded already, or compression is off', async () => {
    const responses = [
      responseOf('short'),
      responseOf(undefined),
      responseOf(long, true, { 'content-encoding': 'br' }),
      responseOf(long, false),
    ];
    const found = (await Promise.all(responses)).map(({ headers, payload }) => [headers['content-encoding'], payload]);
    expect(found).toEqual([
      [undefined, 'short'],
      [undefined, ''],
      ['br', long],
      [undefined, long],
    ]);
  });

  test('have the same headers for HEAD', async () => {
    const app = Fastify();
    compressOthers(app, true);
    app.get('/', (_request, reply) => reply.send(long));
    const call = { url: '/', headers: { 'accept-encoding': 'gzip' } } as const;
    const [get, head] = [await app.inject({ ...call, method: 'GET' }), await app.inject({ ...call, method: 'HEAD' })];
    expect([head.payload, head.headers['content-encoding'], head.headers['content-length']]).toEqual([
      '',
      'gzip',
      get.headers['content-length'],
    ]);
  });
});
