/** Calls to bidders through a real proxy. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type HostConfigInput, hostSchema } from '#src/config/schema.ts';
import { PoolTransport } from '#src/net/http.ts';
import { openProxy } from '#src/net/proxy.ts';
import type { Exchanged } from '#src/net/transport.ts';

const servers: Server[] = [];
const seen: string[] = [];
const agents: string[] = [];
const bidder = createServer((request, response) => {
  agents.push(Buffer.from(request.headers['user-agent'] ?? '', 'latin1').toString());
  response.end('{"id":"1"}');
});
const proxy = createServer();

beforeAll(async () => {
  proxy.on('connect', (request, client, head) => {
    seen.push(`${request.url} ${request.headers['proxy-authorization'] ?? ''}`.trim());
    const { hostname, port } = new URL(`http://${request.url}`);
    const onward = connect(Number(port), hostname === 'bidder.example' ? '127.0.0.1' : hostname, () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      onward.write(head);
      onward.pipe(client).pipe(onward);
    });
  });
  proxy.on('request', (request, response) => {
    seen.push(`${request.method} ${request.url}`);
    agents.push(Buffer.from(request.headers['user-agent'] ?? '', 'latin1').toString());
    response.end('{"id":"proxied"}');
  });
  for (const server of [bidder, proxy]) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    servers.push(server);
  }
});
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});
beforeEach(() => {
  seen.length = 0;
  agents.length = 0;
});

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

async function call(
  http_client: HostConfigInput['http_client'],
  environment: NodeJS.ProcessEnv | undefined,
  uri: string,
): Promise<Exchanged> {
  const transport = new PoolTransport(hostSchema.parse({ http_client }).http_client, false, undefined, environment);
  const exchanged = await new Promise<Exchanged>((resolve) => {
    transport.send({ bidder: 'generic', method: 'POST', uri, headers: { 'User-Agent': 'Zoë 😀' }, body: '{}', gzip: false }, resolve);
  });
  await transport.close();
  return exchanged;
}

const bodyOf = (exchanged: Exchanged): string => (exchanged.kind === 'response' ? exchanged.response.body : exchanged.message);

test('a call goes through the proxy of the settings, with its credentials', async () => {
  const url = `http://user:secret@127.0.0.1:${portOf(proxy)}`;
  expect(bodyOf(await call({ proxy: { url } }, {}, `http://bidder.example:${portOf(bidder)}/bid`))).toMatch(/^\{"id":"(1|proxied)"\}$/);
  expect([seen.length, agents]).toEqual([1, ['Zoë 😀']]);
});

test('the variables of the environment name a proxy and hosts without one', async () => {
  const environment = { HTTP_PROXY: `http://127.0.0.1:${portOf(proxy)}`, NO_PROXY: '.internal, 127.0.0.1' };
  await call({}, environment, `http://bidder.example:${portOf(bidder)}/bid`);
  expect(seen.length).toBe(1);
  expect(bodyOf(await call({}, environment, `http://127.0.0.1:${portOf(bidder)}/bid`))).toBe('{"id":"1"}');
  expect(seen.length).toBe(1);
});

test('a proxy without a scheme speaks HTTP', async () => {
  const address = `127.0.0.1:${portOf(proxy)}`;
  await call({}, { http_proxy: address }, `http://bidder.example:${portOf(bidder)}/bid`);
  await call({ proxy: { url: `user:secret@localhost:${portOf(proxy)}` } }, {}, `http://bidder.example:${portOf(bidder)}/bid`);
  expect(seen.length).toBe(2);
});

test('calls of stores, and calls without a proxy, are direct', async () => {
  const url = `http://127.0.0.1:${portOf(proxy)}`;
  for (const [options, environment] of [
    [{ proxy: { url } }, undefined],
    [{ proxy: { url: '' } }, { HTTP_PROXY: url }],
  ] as const)
    expect(bodyOf(await call(options, environment, `http://127.0.0.1:${portOf(bidder)}/bid`))).toBe('{"id":"1"}');
  expect(seen).toEqual([]);
});

test.each([
  ['http://a.example', true],
  ['http://bids.internal', false],
  ['http://internal', false],
  ['http://notinternal', true],
  ['http://b.example:8080', false],
  ['http://b.example', true],
  ['https://a.example', false],
  ['http://10.1.2.3', false],
  ['http://11.1.2.3', true],
  ['http://[fd00::1]:81', false],
  ['http://[2001:db8::1]', false],
  ['http://[2001:db8::2]', true],
])('%s through the proxy: %s', async (origin, isProxied) => {
  const environment = {
    http_proxy: 'http://proxy.example',
    no_proxy: '*.internal b.example:8080 10.0.0.0/8,fd00::/8,2001:db8::1,300.0.0.0/8,10.0.0.0/99',
  };
  const route = openProxy(hostSchema.parse({}).http_client, environment);
  expect(route?.agentOf(origin) !== undefined).toBe(isProxied);
  await route?.close();
});
