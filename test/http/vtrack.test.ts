import { describe, expect, test } from 'vitest';
import type { AccountService } from '#src/auction/services.ts';
import { MemoryStore } from '#src/cache/memory.ts';
import type { CacheService } from '#src/cache/store.ts';
import { hostSchema } from '#src/config/schema.ts';
import { type EventsOptions, eventsHost } from '#test/events/arrange.ts';
import { WoundClock } from '#test/helpers/clock.ts';

const JAVA: EventsOptions = { settings: { variant: 'java' } };
const VAST = '<VAST><Ad><InLine><Impression>one</Impression><Impression>two</Impression></InLine></Ad></VAST>';
const with_ = (url: string): string =>
  `<VAST><Ad><InLine><Impression>one</Impression><Impression>two</Impression><Impression><![CDATA[${url}]]></Impression></InLine></Ad></VAST>`;
const put = (over: object = {}): object => ({ type: 'xml', value: VAST, bidid: 'bid', bidder: 'yes', timestamp: 1000, ...over });

async function send(query: string, body: unknown, options: EventsOptions = {}): Promise<[number, string]> {
  const { app } = eventsHost(options);
  const payload = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await app.inject({ method: 'POST', url: `/vtrack?${query}`, payload });
  return [response.statusCode, response.body];
}

/** The cache's put for one call. */
async function cached(over: object = {}, options: EventsOptions = {}, query = 'a=on&int=web'): Promise<object | undefined> {
  const { app, puts } = eventsHost(options);
  const response = await app.inject({ method: 'POST', url: `/vtrack?${query}`, payload: JSON.stringify({ puts: [put(over)] }) });
  expect([response.statusCode, response.body]).toEqual([200, '{"responses":[{"uuid":"id-0"}]}']);
  return puts[0];
}

describe('POST /vtrack', () => {
  test.each(['{"puts":[]}', '{"puts":null}', '{}', 'null'])('without puts does not call the cache: %s', async (payload) => {
    const { app, puts } = eventsHost();
    const { statusCode, body } = await app.inject({ method: 'POST', url: '/vtrack?a=on', payload });
    expect([statusCode, body, puts]).toEqual([200, '{"responses":[]}', []]);
  });

  test.each([
    ['', '{}', "Account 'a' is required query parameter and can't be empty"],
    ['a=on&int=.', '{}', "Invalid integration type: integration type can only contain numbers, letters and these characters '-', '_'\n"],
    ['a=on', '', 'Invalid request: request body is empty\n'],
    ['a=on', '{"puts":[{"bidder":"yes"}]}', "Invalid request: 'bidid' is required field and can't be empty\n"],
    ['a=on', '{"puts":[{"bidid":"b"}]}', "Invalid request: 'bidder' is required field and can't be empty\n"],
    ['a=on', '{"puts":[{"bidid":7}]}', "Invalid request: 'bidid' must be a string\n"],
    ['a=on', '{"puts":[{"bidid":"b","bidder":"c","ttlseconds":"5"}]}', "Invalid request: 'ttlseconds' must be an integer\n"],
    ['a=on', '{"puts":7}', 'Invalid request: `puts` must be an array\n'],
    ['a=on', 'malformed', 'Invalid request: expect { or n, but found m\n'],
    ['a=on', '[]', 'Invalid request: expect { or n, but found [\n'],
    ['a=on', '{"puts":["x"]}', 'Invalid request: expect { or n, but found "\n'],
    ['a=on', '{"puts":[null]}', "Invalid request: 'bidid' is required field and can't be empty\n"],
    ['a=on', `${'['.repeat(300)}${']'.repeat(300)}`, 'Invalid request: JSON is nested too deeply\n'],
    ['a=on', '{"puts":[{"bidid":"b","bidder":"c","type":7}]}', "Invalid request: 'type' must be a string\n"],
  ])('rejects %s %s', async (query, body, text) => {
    expect(await send(query, body)).toEqual([400, text]);
  });

  test('reads fields in any letter case, but exactly in the Java variant', async () => {
    const body = { Puts: [{ Type: 'xml', VALUE: VAST, BidId: 'bid', Bidder: 'other', TTLSeconds: 5 }] };
    const { app, puts } = eventsHost({ settings: { vtrack: { allow_unknown_bidder: false } } });
    const response = await app.inject({ method: 'POST', url: '/vtrack?a=on', payload: JSON.stringify(body) });
    expect([response.statusCode, response.body, puts]).toEqual([
      200,
      '{"responses":[{"uuid":"id-0"}]}',
      [expect.objectContaining({ ttlSeconds: 5 })],
    ]);
    expect(await send('a=on', { puts: [{ BidId: 'bid' }] }, JAVA)).toEqual([400, "'bidid' is required field and can't be empty"]);
  });

  test.each([
    ['"type":"yaml","value":1', 'Type must be one of ["json", "xml"]. Found \'yaml\''],
    ['"type":"xml","value":5', 'XML messages must have a String value. Found [53]'],
    ['"type":"xml"', 'Missing value.'],
  ])('leaves the decision about %s to the cache', async (fields, text) => {
    const body = `{"puts":[{"bidid":"b","bidder":"c",${fields}}]}`;
    expect(await send('a=on', body)).toEqual([500, `Error(s) updating vast: ${text}\n`]);
    const settings = { cache: { host: 'cache' } };
    expect(await send('a=on', body, { settings, cacheErrors: ['its own words'] })).toEqual([
      500,
      'Error(s) updating vast: its own words\n',
    ]);
  });

  test('rejects bodies that are not JSON or too long', async () => {
    expect(await send('a=on', 'nonsense')).toEqual([400, expect.stringMatching(/^Invalid request: .*\n$/)]);
    const options = { settings: { max_request_size: 10 } };
    expect(await send('a=on', ' '.repeat(11), options)).toEqual([400, 'Invalid request: request size exceeded max size of 10 bytes\n']);
    expect((await send('', ' '.repeat(11), options))[1]).toMatch(/^Account/);
  });

  test('has no HEAD, and errors in plain text', async () => {
    const { app } = eventsHost();
    const { headers } = await app.inject({ method: 'POST', url: '/vtrack' });
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect((await app.inject({ method: 'HEAD', url: '/vtrack' })).statusCode).toBe(405);
  });

  test('rejects accounts as events do', async () => {
    expect((await send('a=disabled', { puts: [] }))[0]).toBe(503);
    expect((await send('a=broken', { puts: [] }))[0]).toBe(500);
    const accounts: AccountService = { find: () => ({ kind: 'unknown', account: {} as never, errors: ['late'], timedOut: true }) };
    expect(await send('a=on', { puts: [] }, { accounts })).toEqual([504, 'Invalid request: context deadline exceeded\n']);
  });

  test('limits writes per client and per account', async () => {
    const limited = async (rate_limiter: object): Promise<number[]> => {
      const { app } = eventsHost({ settings: { vtrack: { rate_limiter } } });
      const post = async (account: string): Promise<number> =>
        (await app.inject({ method: 'POST', url: `/vtrack?a=${account}`, payload: '{"puts":[]}' })).statusCode;
      return [await post('on'), await post('on'), await post('off')];
    };
    expect(await limited({ num_requests: 1 })).toEqual([200, 429, 429]);
    expect(await limited({ num_account_requests: 1 })).toEqual([200, 429, 200]);
    expect(await limited({ enabled: false, num_requests: 1 })).toEqual([200, 200, 200]);
  });

  test('continues if the account is unknown', async () => {
    const { account_defaults: account } = hostSchema.parse({});
    const accounts: AccountService = { find: () => ({ kind: 'unknown', account, errors: ['the database does not respond'] }) };
    expect(await cached({}, { accounts })).not.toMatchObject({ value: VAST });
  });

  test('inserts our tracker after the last Impression, even if the account has no events', async () => {
    const url = 'http://server/event?t=imp&b=bid&a=off&bidder=yes&f=b&int=web&ts=1000';
    expect(await cached({ ttlseconds: 60 }, {}, 'a=off&int=web')).toEqual({
      type: 'xml',
      value: with_(url),
      ttlSeconds: 60,
      isPublic: true,
      accountId: 'off',
    });
    expect(await cached({ timestamp: 7 }, {}, 'a=nobody')).toMatchObject({
      value: with_('http://server/event?t=imp&b=bid&a=nobody&bidder=yes&f=b&ts=7'),
    });
  });

  test('tracks the VAST of bidders that permit it, and of unknown ones if the host does', async () => {
    for (const bidder of ['no', 'off']) expect(await cached({ bidder })).toMatchObject({ value: VAST });
    expect(await cached({ bidder: 'unknown' })).not.toMatchObject({ value: VAST });
    const settings = { vtrack: { allow_unknown_bidder: false } };
    expect(await cached({ bidder: 'unknown' }, { settings })).toMatchObject({ value: VAST });
  });

  test('tracks the VAST of disabled bidders in the Java variant', async () => {
    expect(await cached({ bidder: 'off' }, JAVA)).not.toMatchObject({ value: VAST });
    expect(await cached({ bidder: 'no' }, JAVA)).toMatchObject({ value: VAST });
  });

  test('leaves anything but VAST with an Impression unchanged', async () => {
    expect(await cached({ value: '<VAST><Ad><InLine/></Ad></VAST>' })).toMatchObject({ value: '<VAST><Ad><InLine/></Ad></VAST>' });
    expect(await cached({ type: 'json', value: { a: [1] } })).toMatchObject({ type: 'json', value: { a: [1] } });
  });

  test('uses the smaller lifetime of put and account, and no key of the caller', async () => {
    expect(await cached({ ttlseconds: 600, key: 'mine' })).toMatchObject({ ttlSeconds: 100, key: undefined });
    expect(await cached({ ttlseconds: -5 })).toMatchObject({ ttlSeconds: 100 });
    expect(await cached({}, {}, 'a=off')).toMatchObject({ ttlSeconds: undefined });
    const settings = { cache: { request_limits: { allow_setting_keys: true } } };
    expect(await cached({ key: 'mine' }, { settings })).toMatchObject({ key: 'mine' });
  });

  test('uses the address template of the host', async () => {
    const settings = { event: { url_template: 'https://t.example/e?b=##PBS-BIDID##&a=##PBS-ACCOUNTID##' } };
    expect(await cached({ bidid: 'b&d' }, { settings })).toMatchObject({ value: with_('https://t.example/e?b=b%26d&a=on') });
  });

  test("returns the cache's response", async () => {
    expect(await send('a=on', { puts: [put()] }, { cacheErrors: ['gone', 'too'] })).toEqual([500, 'Error(s) updating vast: gone\n']);
    expect(await send('a=on', { puts: [] })).toEqual([200, '{"responses":[]}']);
  });
});

describe('POST /vtrack by the rules of the Java variant', () => {
  test.each([
    ['', '{}', "Account 'a' is required query parameter and can't be empty"],
    ['a=on', '', 'Incoming request has no body'],
    ['a=on', 'nonsense', 'Failed to parse request body'],
    ['a=on', '{"puts":[{"ttlseconds":1.5}]}', 'Failed to parse request body'],
    ['a=on', '{"puts":[{"bidder":"yes"}]}', "'bidid' is required field and can't be empty"],
    ['a=on', '{"puts":[{"bidid":"b"}]}', "'bidder' is required field and can't be empty"],
    ['a=on', '{"puts":[{"bidid":"b","bidder":"c","type":"json"}]}', 'vtrack only accepts type xml'],
    ['a=on', '{"puts":[{"bidid":"b","bidder":"c","type":"xml","value":"<xml/>"}]}', 'vtrack content must be vast'],
    ['a=on&int=.', '{"puts":[]}', "Integration 'int' query parameter is not valid: ."],
  ])('rejects %s %s', async (query, body, text) => {
    expect(await send(query, body, JAVA)).toEqual([400, text]);
  });

  test('tracks only if the account has events', async () => {
    const url = 'http://server/event?t=imp&b=bid&a=on&ts=1000&bidder=yes&f=b&int=';
    expect(await cached({}, JAVA, 'a=on')).toMatchObject({ value: with_(url) });
    expect(await cached({}, JAVA, 'a=off')).toMatchObject({ value: VAST });
    const settings = { variant: 'java', vtrack: { modify_vast_for_unknown_bidder: false } } as const;
    expect(await cached({ bidder: 'unknown' }, { settings })).toMatchObject({ value: VAST });
  });

  test('fails with JSON as the content type', async () => {
    const { app } = eventsHost({ ...JAVA, cacheErrors: ['gone'] });
    const response = await app.inject({ method: 'POST', url: '/vtrack?a=on', payload: JSON.stringify({ puts: [put()] }) });
    expect([response.statusCode, response.headers['content-type'], response.body]).toEqual([
      500,
      'application/json',
      'Error occurred while sending request to cache: gone',
    ]);
    const accounts: AccountService = { find: () => ({ kind: 'unknown', account: {} as never, errors: ['down'] }) };
    expect(await send('a=on', { puts: [] }, { ...JAVA, accounts })).toEqual([500, 'Error occurred while fetching account: down']);
    const settings = { variant: 'java', max_request_size: 5 } as const;
    expect((await send('a=on', '      ', { settings }))[0]).toBe(413);
  });
});

describe('GET /vtrack', () => {
  const get = async (query: string, store: CacheService | MemoryStore) => eventsHost({ store }).app.inject({ url: `/vtrack?${query}` });

  test('reads a stored value', async () => {
    const store = new MemoryStore({ maxBytes: 10_000, maxValueBytes: 1000 }, new WoundClock());
    const id = '11111111-1111-4111-8111-111111111111';
    store.put(id, { type: 'xml', content: VAST }, 60);
    const found = await get(`uuid=${id}`, store);
    expect([found.statusCode, found.headers['content-type'], found.body]).toEqual([200, 'application/xml', VAST]);
    expect([found.headers['content-security-policy'], found.headers['x-content-type-options']]).toEqual(['sandbox', 'nosniff']);
    expect((await get('uuid=x', store)).statusCode).toBe(404);
    const none = await get('', store);
    expect([none.statusCode, none.body]).toEqual([400, "'uuid' is a required query parameter and can't be empty"]);
  });

  test('returns a page that the store holds as text', async () => {
    const store = new MemoryStore({ maxBytes: 10_000, maxValueBytes: 1000 }, new WoundClock());
    const page = '<html xmlns="http://www.w3.org/1999/xhtml"><script>go()</script></html>';
    store.put('1', { type: 'xml', content: page }, 60);
    const found = await get('uuid=1', store);
    expect([found.statusCode, found.headers['content-type'], found.body]).toEqual([200, 'text/plain; charset=utf-8', page]);
  });

  test('forwards the response of a cache service', async () => {
    const requested: unknown[] = [];
    const service = (status: number, body: string): CacheService => ({
      read: async (...of) => {
        requested.push(of);
        const headers = {
          'content-type': ['application/xml'],
          'x-own': ['1', '2'],
          connection: ['close'],
          'access-control-allow-origin': ['*'],
        };
        return { status, headers, body };
      },
      close: async () => {},
    });
    const found = await get('uuid=x&ch=web', service(200, VAST));
    expect([found.statusCode, found.headers['content-type'], found.headers['x-own'], found.body]).toEqual([
      200,
      'application/xml',
      '1, 2',
      VAST,
    ]);
    expect(requested).toEqual([['x', 'web']]);
    const missing = await get('uuid=x', service(404, '{"status":404,"message":"no such id"}'));
    expect([missing.statusCode, missing.body]).toEqual([404, 'no such id']);
    expect((await get('uuid=x', service(502, 'bad gateway'))).body).toBe('bad gateway');
  });

  test('reports an unavailable cache service', async () => {
    const down: CacheService = { read: async () => Promise.reject(new Error('gone')), close: async () => {} };
    const response = await get('uuid=x', down);
    expect([response.statusCode, response.body]).toEqual([500, 'Error occurred while sending request to cache: gone']);
  });
});
