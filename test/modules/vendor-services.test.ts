import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hostSchema } from '#src/config/schema.ts';
import type { ModuleEnv } from '#src/modules/hook.ts';
import liveintent from '#src/modules/liveintent-identity/module.ts';
import optable from '#src/modules/optable-targeting/module.ts';
import scope3 from '#src/modules/scope3-rtd/module.ts';
import { PoolTransport } from '#src/net/http.ts';
import { callService } from '#src/net/service-call.ts';
import type { BidRequest, BidResponse } from '#src/openrtb/ortb.ts';
import { systemClock } from '#src/platform/clock.ts';
import { hookContext, moduleEnv, runOnRequest } from '#test/helpers/module-env.ts';

interface Seen {
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

let server: Server;
let transport: PoolTransport;
let seen: Seen[];
let respond: (response: ServerResponse) => void;
let origin: string;

beforeEach(async () => {
  seen = [];
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      seen.push({ url: request.url, headers: request.headers, body: Buffer.concat(chunks).toString() });
      respond(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  transport = new PoolTransport(hostSchema.parse({}).http_client, false);
});

afterEach(async () => {
  await transport.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const json = (value: unknown, status = 200) => {
  respond = (response) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
};

const env = (): ModuleEnv =>
  moduleEnv({ call: (call, timeoutMs, signal) => callService(call, timeoutMs, { transport, clock: systemClock }, signal && { signal }) });

const request = (): BidRequest => ({ id: 'r', imp: [{ id: 'one' }], user: { eids: [{ source: 'utiq.com', uids: [{ id: 'u' }] }] } });
const bids = (): BidResponse => ({ id: 'r', seatbid: [{ seat: 'kappa', bid: [{ id: 'b', impid: 'one', price: 1 }] }] });
const contextOf = (made: BidRequest) => hookContext({ timeoutMs: 5000, requestFor: () => made });

describe("a vendor's service", () => {
  test('resolves the identity of the user', async () => {
    json({ eids: [{ source: 'liveintent.com', uids: [{ id: 'i' }] }] });
    const settings = {
      'request-timeout-ms': 5000,
      'identity-resolution-endpoint': `${origin}/idx`,
      'auth-token': 'tok',
      'treatment-rate': 1,
      'target-bidders': ['kappa'],
    };
    const made = request();
    const { hooks } = await liveintent.start(settings, env());
    await runOnRequest(hooks.processed_auction_request, made, contextOf(request()));
    expect(seen.map(({ url, headers, body }) => [url, headers.authorization, JSON.parse(body)])).toEqual([
      ['/idx', 'Bearer tok', request()],
    ]);
    expect(made.user?.eids?.at(-1)).toEqual({ source: 'liveintent.com', uids: [{ id: 'i' }], inserter: 's2s.liveintent.com' });
    expect(made.ext?.srv?.['data']).toEqual({ eidpermissions: [{ inserter: 's2s.liveintent.com', bidders: ['kappa'] }] });
  });

  test('adds ids to the request and audience keys to its bids', async () => {
    json({ audience: [{ keyspace: 'k', ids: [{ id: '4' }] }], ortb2: { user: { eids: [{ source: 's', uids: [{ id: '1' }] }] } } });
    const made = request();
    const settings = { 'api-endpoint': `${origin}/t?t={TENANT}&o={ORIGIN}`, tenant: 't 1', origin: 'o', 'api-key': 'key' };
    const { hooks } = await optable.start(settings, env());
    const result = await runOnRequest(hooks.processed_auction_request, made, contextOf(request()));
    expect(seen.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ['/t?t=t%201&o=o&id=utiq%3Au&gdpr=0&osdk=prebid-server', 'Bearer key'],
    ]);
    expect(made.user?.eids?.map(({ source }) => source)).toEqual(['utiq.com', 's']);
    const response = bids();
    await hooks.auction_response?.(response, hookContext({ memory: result?.memory ?? {} }));
    expect(response.seatbid?.[0]?.bid[0]?.ext).toEqual({ srv: { targeting: { k: '4' } } });
  });

  test.each([
    ['no JSON', (response: ServerResponse) => response.end('<html>')],
    ['an error', (response: ServerResponse) => response.writeHead(500).end()],
    ['a closed connection', (response: ServerResponse) => response.destroy()],
  ])('is not trusted with the request if its response is %s', async (_name, respondWith) => {
    respond = respondWith;
    const made: BidRequest = { ...request(), user: { ...request().user, ext: { optable: { email: 'E' } } } };
    const { hooks } = await optable.start({ 'api-endpoint': `${origin}/t?`, tenant: 't', origin: 'o' }, env());
    const result = await runOnRequest(hooks.processed_auction_request, made, contextOf(structuredClone(made)));
    expect(result?.tags?.activities[0]?.status).toBe('error');
    expect(made).toEqual({ ...request(), user: { ...request().user, ext: {} } });
  });

  test('loses only the invalid parts of its response', async () => {
    const good = { source: 's', uids: [{ id: '1' }] };
    const text = JSON.stringify({ ortb2: { user: { eids: [{ source: 5 }, good], data: [{ id: 'd', name: [] }, { id: 'e' }] } } });
    respond = (response) => response.end(text.replace('"name"', '"__proto__":{"a":1},"name"'));
    const made: BidRequest = { ...request(), user: { ext: { optable: { email: 'E' } } } };
    const { hooks } = await optable.start({ 'api-endpoint': `${origin}/t?`, tenant: 't', origin: 'o' }, env());
    await runOnRequest(hooks.processed_auction_request, made, contextOf(structuredClone(made)));
    expect(made).toEqual({ ...request(), user: { ext: {}, eids: [good], data: [{ id: 'e' }] } });
  });

  test("ignores an account's endpoint on another host", async () => {
    json({});
    const { hooks } = await optable.start({ 'api-endpoint': `${origin}/host?`, tenant: 't', origin: 'o' }, env());
    const context = { ...contextOf(request()), settings: { 'api-endpoint': 'http://localhost:9/account?' } };
    await runOnRequest(hooks.processed_auction_request, request(), context);
    expect(seen.map(({ url }) => url)).toEqual(['/host?&id=utiq%3Au&gdpr=0&osdk=prebid-server']);
  });

  test('is called once for signals of the same page and user', async () => {
    json({ aee_signals: { include: ['a', 'b'], exclude: ['b'] } });
    const { hooks } = await scope3.start({ endpoint: origin, auth_key: 'k', add_to_targeting: true }, env());
    for (let i = 0; i < 2; i++) {
      const context = contextOf(request());
      await runOnRequest(hooks.processed_auction_request, request(), context);
      const response = bids();
      await hooks.auction_response?.(response, context);
      expect(response.ext).toEqual({ srv: { targeting: { scope3_include: 'a' } } });
    }
    expect(seen.map(({ headers }) => headers['x-scope3-auth'])).toEqual(['k']);
  });
});
