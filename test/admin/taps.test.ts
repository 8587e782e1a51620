import { request } from 'node:http';
/** Taps of a running host, used by a WebSocket client of its admin listener. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { isSampled } from '#src/taps/sampling.ts';
import { dataSchemas } from '#src/taps/schemas.ts';
import { EVENT_KINDS, type EventKind } from '#streams/events.ts';
import { validRequest } from '#test/helpers/auction.ts';
import { type BidderServer, bidderServer, bidOnAll, type RunningHost, startTestHost } from '#test/helpers/host.ts';
import { openTap, rejectionOf, type TapClient } from '#test/helpers/tap-client.ts';

let bidder: BidderServer;
let host: RunningHost;
let guarded: RunningHost;
const open: TapClient[] = [];

beforeAll(async () => {
  bidder = await bidderServer((_request, response, body) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(bidOnAll(body));
  });
  const alias = { alias_of: 'generic', enabled: true, endpoint: bidder.origin };
  const adapters = { one: alias, two: alias };
  // A client without a pong until the next heartbeat is disconnected: a busy machine may take seconds.
  host = await startTestHost({ adapters, taps: { flush_ms: 5, heartbeat_ms: 600_000 }, ccpa: { enforce: true } });
  guarded = await startTestHost({ admin_token: 'secret', taps: { flush_ms: 5, heartbeat_ms: 50 } });
});

afterAll(async () => {
  for (const client of open) client.close();
  await Promise.all([host.stop(1000), guarded.stop(1000)]);
  await bidder.close();
});

async function tap(query = '', headers: Record<string, string> = {}): Promise<TapClient> {
  const client = await openTap(`${host.adminOrigin}/taps${query}`, headers);
  open.push(client);
  return client;
}

/** Runs an auction; `over` is merged into its request. */
async function auction(id: string, bidders: readonly string[] = ['one'], over: object = {}): Promise<void> {
  const body = JSON.stringify({ ...validRequest(bidders), id, ...over });
  const response = await fetch(`${host.origin}/openrtb2/auction`, { method: 'POST', body });
  expect([response.status, await response.text()]).toEqual([200, expect.any(String)]);
}

const siteOf = (account: string) => ({ site: { page: 'https://publisher.example/', publisher: { id: account } } });

describe('a connecting client', () => {
  test('receives hello at once, and a snapshot when it subscribes', async () => {
    const client = await tap();
    const hello = await client.next('hello');
    expect(hello).toMatchObject({ v: 1, heartbeatMs: 600_000, kinds: EVENT_KINDS, limits: { queueEvents: 10_000 } });
    client.send({ type: 'subscribe', kinds: ['auction'] });
    const snapshot = await client.next('snapshot');
    expect(snapshot['subscription']).toEqual({ kinds: ['auction'], sample: 1, bodies: false, recording: false });
    expect(snapshot).toMatchObject({ v: 1, resumed: false, missed: false });
  });

  test('may put its subscription into the address', async () => {
    const client = await tap('?kinds=bid,bidder&account=a&bidder=one&auction=7&sample=0.5&bodies=1');
    expect((await client.next('snapshot'))['subscription']).toEqual({
      kinds: ['bid', 'bidder'],
      account: 'a',
      bidder: 'one',
      auction: 7,
      sample: 0.5,
      bodies: true,
      recording: false,
    });
  });

  test('receives heartbeats and responses to pings', async () => {
    const client = await tap();
    client.send({ type: 'ping' });
    expect(await client.next('pong')).toMatchObject({ v: 1, at: expect.any(Number) });
    const other = await openTap(`${guarded.adminOrigin}/taps`, { authorization: 'Bearer secret' });
    open.push(other);
    expect(await other.next('heartbeat')).toMatchObject({ v: 1, dropped: 0, host: { version: expect.any(String) } });
  });

  test('receives errors about its messages, and stays connected', async () => {
    const client = await tap();
    for (const text of [
      'no',
      '[]',
      '{"type":"subscribe","kinds":["x"]}',
      '{"type":"subscribe","sample":0}',
      '{"type":"subscribe","more":1}',
      '{"type":"subscribe","state":"nowhere"}',
    ]) {
      client.socket.send(text);
      expect(await client.next('error'), text).toMatchObject({ v: 1, code: 'bad_message', message: expect.stringMatching(/\w/) });
    }
    client.send({ type: 'ping' });
    await client.next('pong');
  });

  test.each([
    '?kinds=x',
    '?sample=2',
    '?sample=x',
    '?format=x',
    '?kinds=bid&acount=x',
    '?state=nowhere',
    '?state=fanout',
    '?bodies=yes',
    '?kinds=bid&kinds=sync',
  ])('is rejected with an invalid query: %s', async (query) => {
    expect(await rejectionOf(`${host.adminOrigin}/taps${query}`)).toBe('400 Bad Request');
  });

  test('is rejected at other paths, and without an upgrade', async () => {
    expect(await rejectionOf(`${host.adminOrigin}/elsewhere`)).toBe('404 Not Found');
    expect((await fetch(`${host.adminOrigin}/taps`)).status).toBe(426);
  });
});

describe('events', () => {
  test('of every kind have increasing sequence numbers and the documented data', async () => {
    const client = await tap('?kinds=auction,transition,bidder,bid,cache,admin&bodies=1');
    await auction('every-kind', ['one', 'two'], { ext: { srv: { targeting: {}, cache: { bids: {} } } } });
    const ended = await client.event(({ kind, request }) => kind === 'auction' && request === 'every-kind');
    await client.event(({ kind, request, bidder: name }) => kind === 'bid' && request === 'every-kind' && name === 'two');
    const events = client.events();
    const numbers = events.map(({ seq }) => seq);
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
    for (const { kind, data } of events) expect(dataSchemas[kind].safeParse(data).error, kind).toBeUndefined();
    const of = events.filter(({ request }) => request === 'every-kind');
    expect(new Set(of.map(({ kind }) => kind))).toEqual(new Set<EventKind>(['auction', 'transition', 'bidder', 'bid', 'cache']));
    expect(new Set(of.map((event) => event.auction))).toEqual(new Set([ended.auction]));
    expect(ended).toMatchObject({ account: 'publisher', data: { end: 'done', status: 200 } });
    expect(
      of
        .filter(({ kind }) => kind === 'bidder')
        .map((event) => event.bidder)
        .sort(),
    ).toEqual(['one', 'two']);
  });

  test('of other endpoints match the documentation too', async () => {
    const client = await tap('?kinds=sync,event,cache,admin,auction');
    await fetch(`${host.origin}/setuid?bidder=one&uid=a-users-id&gdpr=0`);
    await fetch(`${host.origin}/cookie_sync`, { method: 'POST', body: '{"bidders":["one"],"gdpr":0}' });
    await fetch(`${host.origin}/openrtb2/auction`, { method: 'POST', body: 'no' });
    await fetch(`${host.adminOrigin}/status`);
    const rejected = await client.event(({ kind, data }) => kind === 'auction' && data['end'] === 'rejected');
    expect(rejected.data).toMatchObject({ status: 400, imps: [], bidders: [], bids: [] });
    expect(await client.event(({ data }) => data['type'] === 'setuid')).toBeDefined();
    expect(await client.event(({ data }) => data['type'] === 'cookie_sync')).toBeDefined();
    for (const { kind, data } of client.events()) expect(dataSchemas[kind].safeParse(data).error, kind).toBeUndefined();
    expect(client.text()).not.toContain('a-users-id');
  });

  test.each([
    ['account', '?kinds=auction&account=wanted', ['b']],
    ['bidder', '?kinds=auction&bidder=two', ['c']],
    ['request', '?kinds=auction&auction=a', ['a']],
  ])('are limited to the requested %s', async (_what, query, wanted) => {
    const client = await tap(query);
    await client.next('snapshot');
    const from = client.events().length;
    const tail = await tap('?kinds=auction');
    await tail.next('snapshot');
    await auction('a');
    await auction('b', ['one'], siteOf('wanted'));
    await auction('c', ['two']);
    await tail.event(({ seq, request }) => request === 'c' && seq > tail.start);
    await client.catchUp();
    expect(
      client
        .events()
        .slice(from)
        .filter(({ seq }) => seq > client.start)
        .map(({ request }) => request),
    ).toEqual(wanted);
  });

  test('of a sample include all events of an auction or none', async () => {
    const [client, tail] = [await tap('?kinds=auction,bid,transition&sample=0.4'), await tap('?kinds=auction')];
    await Promise.all([client.next('snapshot'), tail.next('snapshot')]);
    for (let i = 0; i < 12; i++) await auction(`sample-${i}`);
    await tail.event(({ request }) => request === 'sample-11');
    await client.catchUp();
    const all = tail
      .events()
      .filter(({ seq }) => seq > client.start)
      .map((event) => event.auction ?? 0);
    const sampled = client.events().filter(({ seq }) => seq > client.start);
    const received = (kind: EventKind): number[] => sampled.flatMap((event) => (event.kind === kind ? [event.auction ?? 0] : []));
    const wanted = all.filter((number) => isSampled(number, 0.4));
    expect(received('auction')).toEqual(wanted);
    expect(received('bid')).toEqual(wanted);
    expect([...new Set(received('transition'))]).toEqual(wanted);
  });

  test('end with `unsubscribe`', async () => {
    const [client, tail] = [await tap('?kinds=auction'), await tap('?kinds=auction')];
    client.send({ type: 'unsubscribe' });
    client.send({ type: 'ping' });
    await client.next('pong');
    await auction('unheard');
    await tail.event(({ request }) => request === 'unheard');
    await client.catchUp();
    expect(client.events().map(({ request }) => request)).not.toContain('unheard');
  });
});

describe('a resuming client', () => {
  test('continues after the event it names', async () => {
    const first = await tap('?kinds=auction');
    const { session } = await first.next('hello');
    await auction('before');
    const { seq } = await first.event(({ request }) => request === 'before');
    first.close();
    await auction('meanwhile');
    await auction('meanwhile-2');
    const again = await tap();
    again.send({ type: 'subscribe', kinds: ['auction'], resume: { session, seq } });
    expect(await again.next('snapshot')).toMatchObject({ resumed: true, missed: false, recent: 2 });
    await again.event(({ request }) => request === 'meanwhile-2');
    expect(again.events().map(({ request }) => request)).toEqual(['meanwhile', 'meanwhile-2']);
  });

  test('learns that another session cannot be resumed', async () => {
    const client = await tap();
    client.send({ type: 'subscribe', kinds: ['auction'], resume: { session: 'another', seq: 1 } });
    expect(await client.next('snapshot')).toMatchObject({ resumed: false, missed: true });
  });
});

describe('the token', () => {
  const at = (query = ''): string => `${guarded.adminOrigin}/taps${query}`;

  test.each([{}, { authorization: 'Bearer wrong' }, { authorization: 'Bearer ' }])('is required: %o', async (headers) => {
    expect(await rejectionOf(at(), headers)).toBe('401 Unauthorized');
  });

  test('is named where it is missing', async () => {
    const upgrade = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
    };
    const scheme = await new Promise((resolve, reject) => {
      const sent = request(at(), { headers: upgrade }, (response) => resolve(response.headers['www-authenticate']));
      sent.once('error', reject).end();
    });
    expect(scheme).toBe('Bearer');
  });

  test('opens taps as a header or in the query', async () => {
    for (const [query, headers] of [
      ['', { authorization: 'Bearer secret' }],
      ['?token=secret', {}],
    ] as const) {
      const client = await openTap(at(query), headers);
      expect(await client.next('hello')).toMatchObject({ v: 1 });
      client.close();
    }
  });

  test('does not admit pages of other sites', async () => {
    expect(await rejectionOf(at('?token=secret'), { origin: 'https://elsewhere.example' })).toBe('403 Forbidden');
    expect(await rejectionOf(`${host.adminOrigin}/taps`, { origin: 'https://elsewhere.example' })).toBe('403 Forbidden');
    expect(await rejectionOf(`${host.adminOrigin}/taps`, { host: 'rebound.example' })).toBe('403 Forbidden');
  });
});

test('an inspector receives no step of an actor that it does not know', async () => {
  const client = await tap('?kinds=transition');
  // The recent events begin within an auction: 100 is no multiple of the steps.
  for (let i = 0; i < 12; i++) await auction(`recent-${i}`);
  await fetch(`${host.origin}/openrtb2/auction`, { method: 'POST', body: 'no' });
  await client.event(({ data }) => data['to'] === 'auction.rejected');
  const socket = new WebSocket(`${host.adminOrigin.replace('http', 'ws')}/taps?format=stately`);
  const first = new Map<string, string>();
  socket.on('message', (text) => {
    const { sessionId, type } = JSON.parse(String(text)) as { sessionId: string; type: string };
    if (!first.has(sessionId)) first.set(sessionId, type);
  });
  await expect.poll(() => first.size).toBeGreaterThan(5);
  socket.terminate();
  expect(new Set(first.values())).toEqual(new Set(['@xstate.actor']));
});

test('an inspector receives an actor, then an event and a snapshot per step, one per message', async () => {
  const socket = new WebSocket(`${host.adminOrigin.replace('http', 'ws')}/taps?format=stately`);
  const messages: Record<string, unknown>[] = [];
  socket.on('message', (data) => messages.push(JSON.parse(String(data)) as Record<string, unknown>));
  await new Promise((resolve) => socket.once('open', resolve));
  await auction('inspected');
  const mine = (): Record<string, unknown>[] =>
    messages.filter(({ snapshot }) => (snapshot as { context?: { request?: string } })?.context?.request === 'inspected');
  await expect.poll(() => mine().at(-1)?.['snapshot']).toMatchObject({ status: 'done' });
  socket.terminate();
  const types = messages.filter(({ sessionId }) => sessionId === mine()[0]?.['sessionId']).map(({ type }) => type);
  expect(types[0]).toBe('@xstate.actor');
  expect(types.slice(1)).toEqual(types.slice(1).map((_, i) => (i % 2 === 0 ? '@xstate.event' : '@xstate.snapshot')));
  const definition = JSON.parse(String(mine()[0]?.['definition'])) as object;
  expect(definition).toMatchObject({ initial: 'idle', states: expect.any(Object) });
});

describe('bodies', () => {
  const personal = {
    user: { id: 'secret-user', buyeruid: 'secret-buyer', eids: [{ source: 's.example', uids: [{ id: 'secret-eid' }] }] },
    device: { ip: '203.0.113.77', ifa: 'secret-ifa', geo: { lat: 51.123456, lon: 7.654321 } },
  };
  const words = ['secret-user', 'secret-buyer', 'secret-eid', 'secret-ifa', '51.123456', '203.0.113.77'];
  const shown = (text: string): string[] => words.filter((extKey) => text.includes(extKey));

  interface Bodies {
    readonly request: string;
    readonly resolved: string;
    readonly response: string;
    readonly calls: readonly { readonly request: string }[];
  }

  async function bodiesOf(over: { device?: object; [field: string]: unknown }): Promise<Bodies> {
    const client = await tap('?kinds=auction&bodies=1');
    await client.next('snapshot');
    const device = { ...personal.device, ...over.device };
    const body = JSON.stringify({ ...validRequest(['one', 'two']), id: 'personal', test: 1, ...personal, ...over, device });
    await (await fetch(`${host.origin}/openrtb2/auction`, { method: 'POST', body })).text();
    const { data } = await client.event(({ seq, request }) => request === 'personal' && seq > client.start);
    client.close();
    return data['bodies'] as Bodies;
  }

  test('are complete if nothing was removed', async () => {
    const { request, resolved, calls } = await bodiesOf({});
    expect([shown(request), shown(resolved), calls.map((call) => shown(call.request).length)]).toEqual([words, words, [6, 6]]);
  });

  test.each([
    ['children', { regs: { coppa: 1 } }],
    ['limited tracking', { device: { lmt: 1 } }],
    ['GDPR without consent', { regs: { gdpr: 1 } }],
    ['CCPA', { regs: { us_privacy: '1YYN' } }],
  ])('contain nothing that bidders did not receive: %s', async (_what, over) => {
    const { request, resolved, response, calls } = await bodiesOf(over);
    const sent = calls.map((call) => shown(call.request));
    const all = words.filter((extKey) => sent.length > 0 && sent.every((list) => list.includes(extKey)));
    expect(all.length).toBeLessThan(words.length);
    expect(shown(request).filter((extKey) => !all.includes(extKey))).toEqual([]);
    expect(shown(resolved).filter((extKey) => !all.includes(extKey))).toEqual([]);
    const debug = JSON.parse(response) as { ext?: { debug?: { resolvedrequest?: object } } };
    expect(shown(JSON.stringify(debug.ext?.debug?.resolvedrequest ?? {})).filter((extKey) => !all.includes(extKey))).toEqual([]);
  });

  test('contain no personal data of an auction rejected before privacy decisions', async () => {
    const { request, resolved, response } = await bodiesOf({ imp: [] });
    expect(shown(request + resolved + response)).toEqual([]);
    expect(request).toContain('personal');
  });
});
