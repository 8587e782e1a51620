/** Addresses that a request, an account or a bidder names lead to public addresses only. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hostSchema } from '#src/config/schema.ts';
import { publicFetch } from '#src/net/fetch-body.ts';
import { PoolTransport } from '#src/net/http.ts';
import { originsIn } from '#src/net/own-origins.ts';
import { isForbiddenLiteral, isPublicAddress } from '#src/net/public-address.ts';
import type { Exchanged } from '#src/net/transport.ts';
import { type BidderServer, bidderServer } from '#test/helpers/host.ts';

test.each([
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '10.0.0.1',
  '172.31.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '198.18.0.1',
  '192.0.0.8',
  '192.0.2.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::7f00:1',
  '::ffff:127.0.0.1',
  '::ffff:a00:1',
  '::ffff:0:10.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::1',
  '2002:7f00:1::',
  '2001::1',
  '2001:db8::1',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'fc00::1',
  'ff02::1',
  '100::1',
  '4000::1',
  '',
  'localhost',
  '2130706433',
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(['8.8.8.8', '1.1.1.1', '2600::1', '2001:4860:4860::8888', '::ffff:8.8.8.8'])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test('no notation of a loopback or private address is public', () => {
  const part = fc.integer({ min: 0, max: 255 });
  fc.assert(
    fc.property(fc.constantFrom('10', '127', '0'), part, part, part, (a, b, c, d) => {
      const plain = `${a}.${b}.${c}.${d}`;
      const hex = [Number(a), b, c, d].map((one) => one.toString(16).padStart(2, '0'));
      const mapped = `::ffff:${hex[0]}${hex[1]}:${hex[2]}${hex[3]}`;
      const number = ((Number(a) * 256 + b) * 256 + c) * 256 + d;
      // What a URL makes of other notations of the same address.
      const written = [number, `0x${number.toString(16)}`, `0${number.toString(8)}`, `[::ffff:${plain}]`, `[${mapped}]`].map(
        (host) => new URL(`http://${host}/`).hostname,
      );
      expect([plain, mapped].map(isPublicAddress)).toEqual([false, false]);
      expect(written.map(isForbiddenLiteral)).toEqual(written.map(() => true));
    }),
  );
});

describe('origins in settings', () => {
  test('are those of complete addresses, whatever their key', () => {
    const settings = { a: { endpoint: 'http://10.0.0.1:81/bid?x={{.X}}' }, b: ['https://Own.example'], c: 'no address', d: 5, e: null };
    expect([...originsIn(settings)]).toEqual(['http://10.0.0.1:81', 'https://own.example']);
  });

  test.each([
    'http://{{.Host}}/bid',
    'http://a{{.Host}}',
    'http://{Host}.example/',
    'http://a.$X.example/',
    'http:///',
    'ftp://a.example/',
  ])('do not include %s', (endpoint) => {
    expect([...originsIn({ endpoint })]).toEqual([]);
  });
});

describe('a connection', () => {
  let inside: BidderServer;
  let bidder: BidderServer;
  beforeAll(async () => {
    inside = await bidderServer((_request, response) => void response.end('secret'));
    bidder = await bidderServer((request, response) => {
      if (request.url === '/same') response.writeHead(302, { location: '/end' }).end();
      else if (request.url === '/end') response.end('end');
      else response.writeHead(307, { location: decodeURIComponent((request.url ?? '').slice(1)) }).end();
    });
  });
  afterAll(() => Promise.all([inside.close(), bidder.close()]));

  const { http_client } = hostSchema.parse({});
  const call = { bidder: 'b', method: 'GET', headers: {}, gzip: false } as const;
  async function send(uri: string, own: readonly string[] = [bidder.origin], client = http_client): Promise<Exchanged> {
    const transport = new PoolTransport(client, true, new Map([['b', new Set(own)]]));
    const exchanged = await new Promise<Exchanged>((done) => transport.send({ ...call, uri }, done));
    await transport.close();
    return exchanged;
  }
  const to = (location: string): string => `${bidder.origin}/${encodeURIComponent(location)}`;
  const port = (): string => new URL(inside.origin).port;
  const rejected = { kind: 'failed', message: expect.stringContaining('its address is not public') };

  test('to an origin of the settings may lead anywhere, and redirect to itself', async () => {
    expect(await send(`${bidder.origin}/same`)).toMatchObject({ kind: 'response', response: { body: 'end' } });
  });

  test.each(['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '127.1', '0x7f000001'])('to %s by a redirect is rejected', async (host) => {
    expect(await send(to(`http://${host}:${port()}/`))).toMatchObject(rejected);
    expect(await send(to(`https://${host}:${port()}/`))).toMatchObject(rejected);
    expect(inside.requests).toEqual([]);
  });

  test('to another origin of the settings by a redirect is rejected', async () => {
    expect(await send(to(`${inside.origin}/`), [bidder.origin, inside.origin])).toMatchObject(rejected);
  });

  test('to a host that a request names is rejected, unless the host permits it', async () => {
    expect(await send(`http://localhost:${port()}/`)).toMatchObject(rejected);
    expect(inside.requests).toEqual([]);
    const lenient = { ...http_client, allow_private_addresses: true };
    expect(await send(to(`http://localhost:${port()}/`), [], lenient)).toMatchObject({ response: { body: 'secret' } });
  });

  test('to hosts that requests name hold a limited number of connections, also if the host permits private addresses', async () => {
    const server = createServer({ keepAliveTimeout: 0 }, (_request, response) => response.end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const client = { ...http_client, allow_private_addresses: true };
    const transport = new PoolTransport(client, true, new Map());
    // One name in many spellings, each an origin of its own.
    const spelt = (i: number): string => [...'localhost'].map((letter, at) => ((i >> at) & 1 ? letter.toUpperCase() : letter)).join('');
    for (let i = 0; i < 300; i++) {
      const uri = `http://${spelt(i)}:${(server.address() as AddressInfo).port}/`;
      await new Promise<Exchanged>((done) => transport.send({ ...call, uri }, done));
    }
    const open = (): Promise<number> => new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));
    await expect.poll(open).toBe(256);
    await transport.close();
    server.close();
  });

  test('for floors that a request or an account names is rejected', async () => {
    const limits = { timeoutMs: 5000, maxBytes: 100 };
    const foreign = publicFetch(http_client);
    for (const url of [inside.origin, `http://localhost:${port()}/`]) {
      await expect(foreign.fetchBody(url, limits)).rejects.toMatchObject({ code: 'ERR_ADDRESS_NOT_PUBLIC' });
    }
    await foreign.close();
    const lenient = publicFetch({ ...http_client, allow_private_addresses: true });
    expect((await lenient.fetchBody(inside.origin, limits)).text).toBe('secret');
    await lenient.close();
  });
});
