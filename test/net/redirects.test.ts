import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hostSchema } from '#src/config/schema.ts';
import { PoolTransport } from '#src/net/http.ts';
import { firstHop, nextHop } from '#src/net/redirects.ts';
import type { Exchanged, Outgoing } from '#src/net/transport.ts';
import { type BidderServer, bidderServer, bidOnAll, startTestHost } from '#test/helpers/host.ts';
import { valueIn } from '#test/helpers/result.ts';

/**
 * `/302/next` returns 302 to `/next`; `/loop` redirects to itself; `/slow` redirects to `/end` once `letGo` is called; `/end` returns a
 * response.
 */
let server: BidderServer;
let letGo = (): void => {};
let transport: PoolTransport;

beforeEach(async () => {
  server = await bidderServer((request, response, body) => {
    const [, status, ...rest] = (request.url ?? '').split('/');
    if (status === 'loop') response.writeHead(307, { location: '/loop' }).end('moved');
    else if (status === 'nowhere') response.writeHead(302).end('no location');
    else if (status === 'bad') response.writeHead(302, { location: 'http://[' }).end();
    else if (status === 'ftp') response.writeHead(302, { location: 'ftp://files.example/a' }).end();
    else if (status === 'slow') letGo = () => void response.writeHead(302, { location: '/end' }).end();
    else if (Number(status) > 0) response.writeHead(Number(status), { location: `/${rest.join('/')}` }).end('x'.repeat(5000));
    else response.writeHead(200).end(request.method === 'POST' && body !== '' ? bidOnAll(body) : `${request.method} ${body}`);
  });
  transport = new PoolTransport(hostSchema.parse({}).http_client, true);
});

afterEach(async () => {
  await transport.close();
  await server.close();
});

const outgoing = (path: string, over: Partial<Outgoing> = {}): Outgoing => ({
  bidder: 'b',
  method: 'POST',
  uri: `${server.origin}${path}`,
  headers: { 'Content-Type': 'application/json', Authorization: 'Basic x' },
  body: '{"imp":[]}',
  gzip: false,
  ...over,
});

const send = (call: Outgoing, through = transport): Promise<Exchanged> => new Promise((done) => through.send(call, done));
const received = (): string[] => server.requests.map(({ url, body, headers }) => `${url} ${headers['content-type'] ?? '-'} ${body}`.trim());

describe('a redirect', () => {
  test.each([301, 302, 303])('by %i turns a POST into a GET without a body', async (status) => {
    expect(await send(outgoing(`/${status}/end`))).toMatchObject({ kind: 'response', response: { status: 200, body: 'GET ' } });
    expect(received()).toEqual([`/${status}/end application/json {"imp":[]}`, '/end -']);
    expect(server.requests[1]?.headers).toMatchObject({ authorization: 'Basic x', referer: `${server.origin}/${status}/end` });
  });

  test.each([307, 308])('by %i repeats the call', async (status) => {
    const response = await send(outgoing(`/${status}/302/307/end`, { gzip: true }));
    expect(response).toMatchObject({ kind: 'response', response: { status: 200, body: 'GET ' } });
    expect(server.requests.map(({ url }) => url)).toEqual([`/${status}/302/307/end`, '/302/307/end', '/307/end', '/end']);
    expect(server.requests.map(({ headers }) => headers['content-encoding'])).toEqual(['gzip', 'gzip', undefined, undefined]);
  });

  test('repeats a body that was released, which is made again once', async () => {
    let made = 0;
    const remakeBody = (): string => `{"imp":[],"ext":${++made}}`;
    const call = outgoing('/307/308/end', { body: '{"imp":[],"ext":0}', remakeBody });
    const response = send(call);
    expect(call.body).toBeUndefined();
    expect(await response).toMatchObject({ response: { status: 200 } });
    const bodies = server.requests.map(({ url, body }) => [url, body]);
    expect(bodies).toEqual([
      ['/307/308/end', '{"imp":[],"ext":0}'],
      ['/308/end', '{"imp":[],"ext":1}'],
      ['/end', '{"imp":[],"ext":1}'],
    ]);
  });

  test('without a target, and other statuses, are ordinary responses', async () => {
    expect(await send(outgoing('/nowhere'))).toMatchObject({ kind: 'response', response: { status: 302, body: 'no location' } });
    expect(await send(outgoing('/304/end', { method: 'GET', body: undefined }))).toMatchObject({ response: { status: 304 } });
    expect(await send(outgoing('/300/end'))).toMatchObject({ response: { status: 300 } });
  });

  test('is followed nine times', async () => {
    expect(await send(outgoing(`${'/307'.repeat(9)}/end`))).toMatchObject({ response: { status: 200 } });
    expect(server.requests).toHaveLength(10);
    expect(await send(outgoing('/loop'))).toEqual({
      kind: 'failed',
      failure: 'other',
      message: 'Post "/loop": stopped after 10 redirects',
    });
    expect(server.requests).toHaveLength(20);
  });

  test('to an invalid address is reported', async () => {
    expect(await send(outgoing('/bad'))).toMatchObject({
      kind: 'failed',
      message: `Post "${server.origin}/bad": failed to parse Location header "http://["`,
    });
    expect(await send(outgoing('/ftp'))).toMatchObject({
      message: 'Post "ftp://files.example/a": unsupported protocol scheme "ftp"',
    });
  });

  test('to an unreachable host fails like the call, under the failing address', async () => {
    const removed = await bidderServer(() => {});
    await removed.close();
    const other = await bidderServer((_, response) => void response.writeHead(302, { location: `${removed.origin}/x` }).end());
    const exchanged = await send(outgoing('', { uri: `${other.origin}/` }));
    expect(exchanged).toMatchObject({ kind: 'failed', failure: 'unreachable' });
    expect(JSON.stringify(exchanged)).toContain(`Post \\"${removed.origin}/x\\": `);
    await other.close();
  });

  test('is not followed after the call was cancelled', async () => {
    let reported = false;
    const cancel = transport.send(outgoing('/slow'), () => {
      reported = true;
    });
    await expect.poll(() => server.requests.length).toBe(1);
    cancel();
    letGo();
    // A later call over the same sockets: a followed redirect would have arrived before.
    await send(outgoing('/end'));
    expect([reported, received().map((line) => line.split(' ')[0])]).toEqual([false, ['/slow', '/end']]);
  });

  test('is followed up to the host’s limit', async () => {
    const one = new PoolTransport(hostSchema.parse({ http_client: { max_redirects: 0 } }).http_client, true);
    expect(await send(outgoing('/302/end'), one)).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining('stopped after 1 redirects'),
    });
    await one.close();
  });

  test('is an ordinary response if the host configures it', async () => {
    const { http_client, rules } = hostSchema.parse({ http_client: { follow_redirects: false } });
    const plain = new PoolTransport(http_client, rules.followRedirects);
    expect(await send(outgoing('/302/end'), plain)).toMatchObject({ response: { status: 302 } });
    await plain.close();
  });
});

describe('credentials of the first host', () => {
  const headers = { Authorization: 'Basic x', Cookie: 'id=1', 'X-Own': '1', Host: 'a.example' };
  const hop = (uri: string, location: string) => valueIn(nextHop(firstHop(outgoing('', { uri, headers })), 307, location));

  test('are sent to its subdomains and nowhere else', () => {
    const trusted = { Authorization: 'Basic x', Cookie: 'id=1', 'X-Own': '1', Referer: 'https://a.example/1' };
    expect(hop('https://a.example/1', '/2').outgoing).toMatchObject({ uri: 'https://a.example/2', headers: trusted });
    expect(hop('https://a.example/1', '//x.a.example:444/2').outgoing.headers).toEqual(trusted);
    expect(hop('https://a.example/1', 'https://ba.example/2').outgoing.headers).toEqual({ 'X-Own': '1', Referer: 'https://a.example/1' });
    expect(hop('https://a.example/1', 'http://b.example/2').outgoing.headers).toEqual({ 'X-Own': '1' });
  });

  test('are not sent again after a return', () => {
    const back = valueIn(nextHop(hop('https://a.example/1', 'https://b.example/'), 307, 'https://a.example/2'));
    expect(back).toMatchObject({ outgoing: { headers: { 'X-Own': '1' } } });
    expect(back).not.toMatchObject({ outgoing: { headers: { Cookie: 'id=1' } } });
  });

  test('are not revealed by the referer', () => {
    const { outgoing: next } = hop('https://me:secret@a.example/1', 'https://you:secret@a.example/2#part');
    expect([next.uri, next.headers['Referer']]).toEqual(['https://a.example/2', 'https://a.example/1']);
  });
});

describe('a host', () => {
  const auction = async (settings: object, tmax = 500) => {
    const adapters = { moved: { alias_of: 'generic', enabled: true, endpoint: `${server.origin}/307/end` } };
    const slow = { slow: { alias_of: 'generic', enabled: true, endpoint: `${server.origin}/slow` } };
    const host = await startTestHost({ adapters: { ...adapters, ...slow }, ...settings });
    const imp = { id: 'i', banner: { w: 300, h: 250 }, ext: { srv: { bidder: { moved: {}, slow: {} } } } };
    const body = JSON.stringify({ id: 'r', imp: [imp], site: { page: 'https://p.example/' }, tmax });
    const response = await fetch(`${host.origin}/openrtb2/auction`, { method: 'POST', body });
    const made = (await response.json()) as { seatbid?: { seat: string }[]; ext: { errors: Record<string, { message: string }[]> } };
    await host.stop(1000);
    return { seats: (made.seatbid ?? []).map(({ seat }) => seat), errors: made.ext.errors };
  };

  test('a redirect in the Go variant is followed within the deadline of the auction, one in the Java variant is not', async () => {
    const go = await auction({}, 600);
    expect([go.seats, go.errors['slow']?.[0]?.message]).toEqual([['moved'], 'context deadline exceeded']);
    const java = await auction({ variant: 'java' });
    expect([java.seats, java.errors['moved']?.[0]?.message]).toEqual([[], expect.stringContaining('Unexpected status code: 307')]);
    const reported = await auction({ variant: 'java', http_client: { follow_redirects: true } });
    expect(reported.seats).toEqual(['moved']);
  });
});
