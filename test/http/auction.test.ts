import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BidResponse } from '#src/openrtb/ortb.ts';
import { validRequest } from '#test/helpers/auction.ts';
import { type BidderServer, bidderServer, bidOnAll, type RunningHost, startTestHost } from '#test/helpers/host.ts';

const BIDDERS = ['good', 'html', 'cut', 'refusing', 'erring', 'silent'] as const;

let bidder: BidderServer;
let truncation: Server;
let host: RunningHost;

beforeAll(async () => {
  bidder = await bidderServer((request, response, body) => {
    const respond = (): void => void response.writeHead(200, { 'content-type': 'application/json' }).end(bidOnAll(body));
    if (request.url === '/html') response.writeHead(200, { 'content-type': 'text/html' }).end('<html>no bids here</html>');
    else if (request.url === '/erring') response.writeHead(500).end('oops');
    else if (request.url !== '/silent') respond();
  });
  truncation = createServer((socket) => {
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 5000\r\n\r\n{"id":"half'));
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => truncation.listen(0, '127.0.0.1', resolve));
  const { port } = truncation.address() as AddressInfo;
  const endpoints: Record<string, string> = { cut: `http://127.0.0.1:${port}/`, refusing: 'http://127.0.0.1:1/' };
  const adapters = Object.fromEntries(
    BIDDERS.map((name) => [name, { alias_of: 'generic', enabled: true, endpoint: endpoints[name] ?? `${bidder.origin}/${name}` }]),
  );
  host = await startTestHost({ adapters, max_request_size: 20_000 });
});

afterAll(async () => {
  await host.stop(1000);
  await bidder.close();
  truncation.close();
});

const post = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${host.origin}/openrtb2/auction`, { method: 'POST', body, headers });

async function auction(bidders: readonly string[], word: 'srv' | 'prebid' = 'srv'): Promise<BidResponse> {
  const tmax = bidders.includes('silent') ? 400 : 60_000;
  const json = JSON.stringify({ ...validRequest(bidders), tmax }).replaceAll('"srv":', `"${word}":`);
  const response = await post(json, { 'content-type': 'text/plain', origin: 'https://publisher.example' });
  expect(response.status).toBe(200);
  return (await response.json()) as BidResponse;
}

describe('POST /openrtb2/auction over real sockets', () => {
  test('returns the bids of responding bidders, whatever the others do', async () => {
    // On a busy machine all bidders may miss the deadline: then another auction is made.
    const outcome = async (): Promise<object> => {
      const { seatbid, ext } = await auction(BIDDERS);
      const errors = Object.entries((ext?.errors ?? {}) as Record<string, { code: number }[]>);
      return {
        seats: seatbid?.map(({ seat }) => seat),
        errors: Object.fromEntries(errors.map(([bidder, [error]]) => [bidder, error?.code])),
        timed: Object.keys(ext?.responsetimemillis ?? {}).sort(),
      };
    };
    await expect
      .poll(outcome, { timeout: 120_000 })
      .toEqual({ seats: ['good'], errors: { cut: 999, erring: 3, html: 3, refusing: 999, silent: 1 }, timed: [...BIDDERS].sort() });
  });

  test('uses the extension key of the request', async () => {
    const srv = await auction(['good']);
    const prebid = await auction(['good'], 'prebid');
    expect(srv.seatbid?.[0]?.bid[0]?.ext).toHaveProperty('srv.targeting.hb_pb', '1.00');
    expect(prebid.seatbid?.[0]?.bid[0]?.ext).toHaveProperty('prebid.targeting.hb_pb', '1.00');
    expect(JSON.stringify(prebid)).not.toContain('"srv"');
  });

  test("sends bidders the caller's extension key", async () => {
    bidder.requests.length = 0;
    const body = { ...validRequest(['good']), ext: { prebid: { debug: false, channel: { name: 'pbjs', version: '1' } } } };
    await post(JSON.stringify(body));
    expect(bidder.requests.at(-1)?.body).toContain('"prebid":{');
    expect(bidder.requests.at(-1)?.headers['x-prebid']).toMatch(/^auctor\/.*,pbjs\/1$/);
  });

  test('permits any origin, with credentials, on errors too', async () => {
    const response = await post('{', { origin: 'https://publisher.example' });
    expect(response.headers.get('access-control-allow-origin')).toBe('https://publisher.example');
    expect(response.headers.get('access-control-allow-credentials')).toBe('true');
  });

  test.each([
    ['malformed JSON', '{"id":', /Invalid request: .*JSON/],
    ['a body that is no object', '[]', /Invalid request: expect { or n, but found \[/],
    ['a wrong type', '{"id":1}', /Invalid request: .*id/],
    ['no imps', '{"id":"x","site":{"page":"p"}}', /request\.imp must contain at least one element/],
    ['an unknown bidder', JSON.stringify(validRequest(['nobody'])), /unknown bidder: nobody/],
    ['a truncated body', JSON.stringify(validRequest()).slice(0, 100), /Invalid request/],
  ])('rejects %s with 400 and a specific message', async (_what, body, text) => {
    const response = await post(body);
    expect(response.status).toBe(400);
    expect(await response.text()).toMatch(text);
  });

  test('rejects bodies that are too large, compressed or not', async () => {
    const large = JSON.stringify({ ...validRequest(), ext: { filler: 'x'.repeat(30_000) } });
    const plain = await post(large);
    expect([plain.status, await plain.text()]).toEqual([400, 'Invalid request: request size exceeded max size of 20000 bytes.\n']);
    const bomb = await post(new Uint8Array(gzipSync(Buffer.alloc(5_000_000, 32))), { 'content-encoding': 'gzip' });
    expect([bomb.status, await bomb.text()]).toEqual([400, 'Invalid request: request size exceeded max size of 20000 bytes.\n']);
  });

  test('rejects bodies that are too large or corrupt with the messages of the Java variant', async () => {
    const java = await startTestHost({ variant: 'java', max_request_size: 1000 });
    for (const body of [' '.repeat(1001), new Uint8Array(gzipSync(Buffer.alloc(50_000, 32)))]) {
      const headers: Record<string, string> = typeof body === 'string' ? {} : { 'content-encoding': 'gzip' };
      const response = await fetch(`${java.origin}/openrtb2/auction`, { method: 'POST', body, headers });
      expect([response.status, await response.text()]).toEqual([413, 'request size exceeded max size of 1000 bytes.']);
    }
    const broken = await fetch(`${java.origin}/openrtb2/auction?gzip=1`, { method: 'POST', body: '{}' });
    expect([broken.status, await broken.text()]).toEqual([400, 'Invalid body: incorrect header check']);
    await java.stop(1000);
  });

  test('reads a compressed body, also if only its query says so', async () => {
    const packed = new Uint8Array(gzipSync(JSON.stringify(validRequest(['good']))));
    expect((await post(packed, { 'content-encoding': 'gzip' })).status).toBe(200);
    expect((await fetch(`${host.origin}/openrtb2/auction?gzip=1`, { method: 'POST', body: packed })).status).toBe(200);
  });

  test('knows its paths and their methods', async () => {
    expect((await fetch(`${host.origin}/openrtb2/auction`)).status).toBe(405);
    expect((await fetch(`${host.origin}/no/such/path`)).status).toBe(404);
    expect((await fetch(`${host.origin}/status`)).status).toBe(204);
    expect(await (await fetch(`${host.adminOrigin}/metrics`)).text()).toContain('auctions_live');
  });

  test('responds to preflights', async () => {
    const headers = {
      origin: 'https://p.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    };
    const response = await fetch(`${host.origin}/openrtb2/auction`, { method: 'OPTIONS', headers });
    expect([response.status, response.headers.get('access-control-allow-methods')]).toEqual([204, 'POST']);
  });
});

describe('a stopping host', () => {
  test('finishes auctions in flight and accepts no new ones', async () => {
    let respond = (): void => {};
    const slow = await bidderServer((_request, response, body) => {
      respond = () => void response.end(bidOnAll(body));
    });
    const stopping = await startTestHost({ adapters: { slow: { alias_of: 'generic', enabled: true, endpoint: slow.origin } } });
    const live = fetch(`${stopping.origin}/openrtb2/auction`, { method: 'POST', body: JSON.stringify(validRequest(['slow'])) });
    await expect.poll(() => slow.requests.length).toBe(1);
    const stopped = stopping.stop(10_000);
    respond();
    expect(((await (await live).json()) as BidResponse).seatbid?.map(({ seat }) => seat)).toEqual(['slow']);
    await stopped;
    await expect(fetch(`${stopping.origin}/status`)).rejects.toThrow();
    await slow.close();
  });
});
