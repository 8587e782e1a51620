/** The embedded bid cache over HTTP, as creatives, apps and other servers use it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MemoryStore } from '#src/cache/memory.ts';
import { registerCache } from '#src/http/cache.ts';
import { makeServer } from '#src/http/server.ts';
import { type RunningHost, startTestHost } from '#test/helpers/host.ts';
import { testServices } from '#test/helpers/services.ts';

const hosts: RunningHost[] = [];
const start = async (cache: object = {}): Promise<RunningHost> => {
  const host = await startTestHost({ cache });
  hosts.push(host);
  return host;
};
let host: RunningHost;
beforeAll(async () => {
  host = await start();
});
afterAll(async () => {
  for (const one of hosts) await one.stop(0);
});

const put = (body: string, at = host, headers: Record<string, string> = { 'content-type': 'text/plain' }): Promise<Response> =>
  fetch(`${at.origin}/cache`, { method: 'POST', body, headers });
const get = (query: string, at = host): Promise<Response> => fetch(`${at.origin}/cache${query}`);
const uuidsOf = async (response: Response): Promise<string[]> =>
  ((await response.json()) as { responses: { uuid: string }[] }).responses.map(({ uuid }) => uuid);

const VAST = '<VAST version="4.2"><Ad/></VAST>';

describe('/cache', () => {
  test('rate-limits an address', async () => {
    const services = testServices({ settings: { cache: { rate_limiter: { num_requests: 2 } } } });
    const limited = makeServer(services);
    registerCache(limited, services, new MemoryStore({ maxBytes: 1000, maxValueBytes: 100 }, services.clock));
    const getFrom = (address: string) => limited.inject({ url: '/cache', headers: { 'x-forwarded-for': address } });
    const [first, second, third] = [await getFrom('1.2.3.4, 10.0.0.1'), await getFrom('1.2.3.4'), await getFrom('1.2.3.4')];
    expect([first.statusCode, second.statusCode, third.statusCode, (await getFrom('5.6.7.8')).statusCode]).toEqual([400, 400, 429, 400]);
    expect([third.headers['content-type'], third.body]).toEqual(['application/json', '{ "error": "rate limit" }']);
    services.clock.wind(500);
    expect([(await getFrom('1.2.3.4')).statusCode, (await getFrom('1.2.3.4')).statusCode]).toEqual([400, 429]);
    const free = await start({ rate_limiter: { enabled: false, num_requests: 1 } });
    expect([(await get('', free)).status, (await get('', free)).status]).toEqual([400, 400]);
  });

  test('returns the stored value, whatever the content type of the put', async () => {
    const body = '{"puts":[{"type":"xml","value":"<VAST>é</VAST>"},{"type":"json","value":{"a":[1,null]}},{"type":"json","value":null}]}';
    const response = await put(body, host, { 'content-type': 'application/x-www-form-urlencoded' });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
    const uuids = await uuidsOf(response);
    expect(uuids.every((uuid) => uuid.length === 36)).toBe(true);
    const read = await Promise.all(uuids.map((uuid) => get(`?uuid=${uuid}`)));
    expect(await Promise.all(read.map(async (one) => [one.headers.get('content-type'), await one.text()]))).toEqual([
      ['application/xml', '<VAST>é</VAST>'],
      ['application/json', '{"a":[1,null]}'],
      ['application/json', 'null'],
    ]);
  });

  test('serves values that no browser executes', async () => {
    const values = [
      { type: 'xml', value: VAST },
      { type: 'json', value: '<html>' },
    ];
    const uuids = await uuidsOf(await put(JSON.stringify({ puts: values })));
    const read = await Promise.all([...uuids, 'none'].map((uuid) => get(`?uuid=${uuid}`)));
    expect(read.map(({ headers }) => [headers.get('content-security-policy'), headers.get('x-content-type-options')])).toEqual(
      read.map(() => ['sandbox', 'nosniff']),
    );
  });

  test('rejects XML that a browser would execute', async () => {
    const page = '<html xmlns="http://www.w3.org/1999/xhtml"><script>go()</script></html>';
    const puts = [
      { type: 'xml', value: VAST },
      { type: 'xml', value: page },
    ];
    const response = await put(JSON.stringify({ puts }));
    expect([response.status, await response.text()]).toEqual([400, 'POST /cache element 1 is markup of a page, not VAST\n']);
  });

  test('is readable by pages of any site', async () => {
    const response = await fetch(`${host.origin}/cache?uuid=x`, { headers: { origin: 'https://publisher.example' } });
    expect(response.headers.get('access-control-allow-origin')).toBe('https://publisher.example');
  });

  test.each([
    ['<script>no json</script>', 400, '<script>no json</script>\n'],
    ['{"puts":[{"type":"xml","value":"x"},{"type":"json"}]}', 400, 'Missing value.\n'],
  ])('reports the error of %s, as text that no browser executes', async (body, status, text) => {
    const response = await put(body);
    const { headers } = response;
    expect([response.status, await response.text(), headers.get('content-type'), headers.get('x-content-type-options')]).toEqual([
      status,
      text,
      'text/plain; charset=utf-8',
      'nosniff',
    ]);
  });

  test.each([
    ['', 400, 'GET /cache: Missing required parameter uuid\n'],
    ['?uuid=abc', 404, 'GET /cache uuid=abc: invalid uuid length\n'],
    ['?uuid=00000000-0000-4000-8000-000000000000', 404, 'GET /cache uuid=00000000-0000-4000-8000-000000000000: Key not found\n'],
  ])('GET /cache%s finds nothing', async (query, status, text) => {
    const response = await get(query);
    expect([response.status, await response.text(), response.headers.get('x-content-type-options')]).toEqual([status, text, 'nosniff']);
  });

  test("gives no id a second value, and reads callers' ids if they are allowed", async () => {
    const open = await start({ request_limits: { allow_setting_keys: true } });
    const body = '{"puts":[{"type":"json","value":1,"key":"own"},{"type":"json","value":2,"key":"own"}]}';
    expect(await uuidsOf(await put(body, open))).toEqual(['own', '']);
    expect(await (await get('?uuid=own', open)).text()).toBe('1');
  });

  test('rejects public puts if configured', async () => {
    const closed = await start({ routes: { allow_public_write: false } });
    expect([(await put('{"puts":[]}', closed)).status, (await get('?uuid=abc', closed)).status]).toEqual([405, 404]);
  });

  test('does not exist with a cache service', async () => {
    const other = await start({ host: 'cache.example' });
    expect([(await put('{"puts":[]}', other)).status, (await get('?uuid=abc', other)).status]).toEqual([404, 404]);
  });
});
