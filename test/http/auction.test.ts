import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BidResponse } from '#src/wire/ortb.ts';
import { validRequest } from '#test/helpers/auction.ts';
import { type BidderServer, bidderServer, bidOnAll, type RunningHost, startTestHost } from '#test/helpers/host.ts';

const BIDDERS = ['good', 'html', 'cut', 'refusing', 'erring', 'silent'] as const;

let bidder: BidderServer;
let cutting: Server;
let host: RunningHost;

beforeAll(async () => {
  bidder = await bidderServer((request, response, body) => {
    const answer = (): void => void response.writeHead(200, { 'content-type': 'application/json' }).end(bidOnAll(body));
    if (request.url === '/html') response.writeHead(200, { 'content-type': 'text/html' }).end('<html>no bids here</html>');
    else if (request.url === '/erring') response.writeHead(500).end('oops');
    else if (request.url !== '/silent') answer();
  });
  cutting = createServer((socket) => {
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 5000\r\n\r\n{"id":"half'));
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => cutting.listen(0, '127.0.0.1', resolve));
  const { port } = cutting.address() as AddressInfo;
  const endpoints: Record<string, string> = { cut: `http://127.0.0.1:${port}/`, refusing: 'http://127.0.0.1:1/' };
  const adapters = Object.fromEntries(
    BIDDERS.map((name) => [name, { alias_of: 'generic', enabled: true, endpoint: endpoints[name] ?? `${bidder.origin}/${name}` }]),
  );
  host = await startTestHost({ adapters, max_request_size: 20_000 });
});

afterAll(async () => {
  await host.stop(1000);
  await bidder.close();
  cutting.close();
});

const post = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${host.origin}/openrtb2/auction`, { method: 'POST', body, headers });

async function auction(bidders: readonly string[], word: 'srv' | 'prebid' = 'srv'): Promise<BidResponse> {
  const text = JSON.stringify({ ...validRequest(bidders), tmax: 400 }).replaceAll('"srv":', `"${word}":`);
  const answer = await post(text, { 'content-type': 'text/plain', origin: 'https://publisher.example' });
  expect(answer.status).toBe(200);
  return (await answer.json()) as BidResponse;
}

describe('POST /openrtb2/auction over real sockets', () => {
  test('answers with the bids of those that bid, whatever the others do', async () => {
    const { seatbid, ext } = await auction(BIDDERS);
    expect(seatbid?.map(({ seat }) => seat)).toEqual(['good']);
    const errors = (ext?.errors ?? {}) as Record<string, { code: number }[]>;
    expect(Object.keys(errors).sort()).toEqual(['cut', 'erring', 'html', 'refusing', 'silent']);
    expect(errors['silent']?.[0]?.code).toBe(1);
    expect(errors['erring']?.[0]?.code).toBe(3);
    expect(Object.keys(ext?.responsetimemillis ?? {}).sort()).toEqual([...BIDDERS].sort());
  });

  test('answers in the word it was asked in', async () => {
    const srv = await auction(['good']);
    const prebid = await auction(['good'], 'prebid');
    expect(srv.seatbid?.[0]?.bid[0]?.ext).toHaveProperty('srv.targeting.hb_pb', '1.00');
    expect(prebid.seatbid?.[0]?.bid[0]?.ext).toHaveProperty('prebid.targeting.hb_pb', '1.00');
    expect(JSON.stringify(prebid)).not.toContain('"srv"');
  });

  test('lets bidders see the word of the caller', async () => {
    bidder.requests.length = 0;
    const body = { ...validRequest(['good']), ext: { prebid: { debug: false, channel: { name: 'pbjs', version: '1' } } } };
    await post(JSON.stringify(body));
    expect(bidder.requests.at(-1)?.body).toContain('"prebid":{');
    expect(bidder.requests.at(-1)?.headers['x-prebid']).toMatch(/^auctor\/.*,pbjs\/1$/);
  });

  test('lets any origin in, with credentials, on errors too', async () => {
    const answer = await post('{', { origin: 'https://publisher.example' });
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://publisher.example');
    expect(answer.headers.get('access-control-allow-credentials')).toBe('true');
  });

  test.each([
    ['malformed JSON', '{"id":', /Invalid request: .*JSON/],
    ['a body that is no object', '[]', /Invalid request: expect { or n, but found \[/],
    ['a wrong type', '{"id":1}', /Invalid request: .*id/],
    ['no imps', '{"id":"x","site":{"page":"p"}}', /request\.imp must contain at least one element/],
    ['an unknown bidder', JSON.stringify(validRequest(['nobody'])), /unknown bidder: nobody/],
    ['a truncated body', JSON.stringify(validRequest()).slice(0, 100), /Invalid request/],
  ])('refuses %s with 400 and a text that names it', async (_what, body, text) => {
    const answer = await post(body);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toMatch(text);
  });

  test('refuses what is too large, packed or not', async () => {
    const large = JSON.stringify({ ...validRequest(), ext: { filler: 'x'.repeat(30_000) } });
    const plain = await post(large);
    expect([plain.status, await plain.text()]).toEqual([400, 'Invalid request: request size exceeded max size of 20000 bytes.\n']);
    const bomb = await post(new Uint8Array(gzipSync(Buffer.alloc(5_000_000, 32))), { 'content-encoding': 'gzip' });
    expect([bomb.status, await bomb.text()]).toEqual([400, 'Invalid request: request size exceeded max size of 20000 bytes.\n']);
  });

  test('refuses what is too large or badly packed in the words of the Java variant', async () => {
    const java = await startTestHost({ variant: 'java', max_request_size: 1000 });
    for (const body of [' '.repeat(1001), new Uint8Array(gzipSync(Buffer.alloc(50_000, 32)))]) {
      const headers: Record<string, string> = typeof body === 'string' ? {} : { 'content-encoding': 'gzip' };
      const answer = await fetch(`${java.origin}/openrtb2/auction`, { method: 'POST', body, headers });
      expect([answer.status, await answer.text()]).toEqual([413, 'request size exceeded max size of 1000 bytes.']);
    }
    const broken = await fetch(`${java.origin}/openrtb2/auction?gzip=1`, { method: 'POST', body: '{}' });
    expect([broken.status, await broken.text()]).toEqual([400, 'Invalid body: incorrect header check']);
    await java.stop(1000);
  });

  test('reads a packed body, and one that only its query calls packed', async () => {
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

  test('answers preflights', async () => {
    const headers = {
      origin: 'https://p.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    };
    const answer = await fetch(`${host.origin}/openrtb2/auction`, { method: 'OPTIONS', headers });
    expect([answer.status, answer.headers.get('access-control-allow-methods')]).toEqual([204, 'POST']);
  });
});

describe('a host that stops', () => {
  test('finishes live auctions and takes no new ones', async () => {
    let answer = (): void => {};
    const slow = await bidderServer((_request, response, body) => {
      answer = () => void response.end(bidOnAll(body));
    });
    const stopping = await startTestHost({ adapters: { slow: { alias_of: 'generic', enabled: true, endpoint: slow.origin } } });
    const live = fetch(`${stopping.origin}/openrtb2/auction`, { method: 'POST', body: JSON.stringify(validRequest(['slow'])) });
    await expect.poll(() => slow.requests.length).toBe(1);
    const stopped = stopping.stop(10_000);
    answer();
    expect(((await (await live).json()) as BidResponse).seatbid?.map(({ seat }) => seat)).toEqual(['slow']);
    await stopped;
    await expect(fetch(`${stopping.origin}/status`)).rejects.toThrow();
    await slow.close();
  });
});
