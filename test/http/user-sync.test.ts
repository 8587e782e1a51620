import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import type { HostConfigInput } from '#src/config/schema.ts';
import { registerCookieSync } from '#src/http/cookie-sync.ts';
import { registerGetuids } from '#src/http/getuids.ts';
import { registerOptout } from '#src/http/optout.ts';
import { makeServer } from '#src/http/server.ts';
import { registerSetuid } from '#src/http/setuid.ts';
import { registerSyncPages } from '#src/http/sync-pages.ts';
import { PoolTransport } from '#src/net/http.ts';
import { systemClock } from '#src/platform/clock.ts';
import { decodeUids } from '#src/sync/uids-encoding.ts';
import { registryOf, testServices } from '#test/helpers/services.ts';
import { cookieHeader, syncBidder } from '#test/helpers/sync.ts';

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((close) => close()));
});

const BIDDERS = [
  syncBidder('magnite', {
    key: 'rubicon',
    redirect: { url: 'http://magnite.test/sync?gdpr={gdpr}&gdpr_consent={gdpr_consent}', userMacro: 'm' },
  }),
  syncBidder('appnexus', { key: 'adnxs', redirect: { url: 'http://usersync-url/getuid?{redirect_url}', userMacro: '$UID' } }),
];

function makeApp(settings: HostConfigInput = {}): FastifyInstance {
  const transport = new PoolTransport(testServices().config.http_client, false);
  const services = testServices({
    settings: { gdpr: { default_value: '0' }, ...settings },
    bidders: registryOf(...BIDDERS),
    clock: systemClock as never,
    transport: transport as never,
  });
  const app = makeServer({ ...services, log: pino({ level: 'silent' }) });
  registerCookieSync(app, services);
  registerSetuid(app, services);
  registerGetuids(app, services);
  registerOptout(app, services);
  registerSyncPages(app, services);
  open.push(
    () => app.close(),
    () => transport.close(),
  );
  return app;
}

const JAVA: HostConfigInput = {
  variant: 'java',
  external_url: 'http://localhost:8080',
  host_cookie: {
    family: 'rubicon',
    cookie_name: 'host-cookie-name',
    domain: 'cookie-domain',
    opt_out_url: 'http://optout/url',
    opt_in_url: 'http://optin/url',
  },
};
const HOST_COOKIE = 'host-cookie-name=host-cookie-uid';

test('/cookie_sync accepts a text/plain body of any browser client, in the redirect form of the variant', async () => {
  const response = await makeApp(JAVA).inject({
    method: 'POST',
    url: '/cookie_sync',
    headers: { 'content-type': 'text/plain', origin: 'https://page.example', cookie: HOST_COOKIE },
    payload: JSON.stringify({ uuid: 'x', bidders: ['magnite', 'appnexus'], gdpr: 0, us_privacy: '1YNN', coopSync: false }),
  });
  expect(response.headers).toMatchObject({
    'content-type': 'application/json',
    'access-control-allow-origin': 'https://page.example',
    'access-control-allow-credentials': 'true',
    'cache-control': 'no-cache, no-store, must-revalidate',
  });
  const { status, bidder_status } = response.json();
  const redirect = encodeURIComponent(
    'http://localhost:8080/setuid?bidder=appnexus&gdpr=0&gdpr_consent=&us_privacy=1YNN&gpp=&gpp_sid=&f=i&uid=$UID',
  );
  expect([status, new Map(bidder_status.map((entry: { bidder: string }) => [entry.bidder, entry]))]).toEqual([
    'ok',
    new Map(
      Object.entries({
        magnite: 'http://localhost:8080/setuid?bidder=magnite&gdpr=0&gdpr_consent=&us_privacy=1YNN&gpp=&gpp_sid=&f=i&uid=host-cookie-uid',
        appnexus: `http://usersync-url/getuid?${redirect}`,
      }).map(([bidder, url]) => [bidder, { bidder, no_cookie: true, usersync: { url, type: 'redirect' } }]),
    ),
  ]);
});

test('/cookie_sync rejects in plain text', async () => {
  const response = await makeApp().inject({ method: 'POST', url: '/cookie_sync', payload: 'malformed' });
  expect([response.statusCode, response.headers['content-type'], response.body]).toEqual([
    400,
    'text/plain; charset=utf-8',
    'JSON parsing failed: expect { or n, but found m\n',
  ]);
});

test('/setuid stores an id, and /getuids returns it', async () => {
  const app = makeApp(JAVA);
  const set = await app.inject({
    url: '/setuid?bidder=magnite&uid=updatedUid&f=i',
    headers: { cookie: cookieHeader({ adnxs: '2' }, Date.now()) },
  });
  expect([set.statusCode, set.headers['content-type'], set.rawPayload.length]).toEqual([200, 'image/png', 86]);
  const line = String(set.headers['set-cookie']);
  expect(line).toMatch(/; Path=\/; Domain=cookie-domain; Expires=.*; Max-Age=7776000; HttpOnly; Secure; SameSite=None$/);
  const got = await app.inject({ url: '/getuids', headers: { cookie: line.slice(0, line.indexOf(';')) } });
  expect([got.headers['content-type'], got.body]).toEqual(['application/json', '{"buyeruids":{"adnxs":"2","rubicon":"updatedUid"}}\n']);
});

test('/setuid returns a blank page of exactly its type', async () => {
  const { headers, body } = await makeApp().inject({ url: '/setuid?bidder=magnite&uid=1&f=b' });
  expect([headers['content-type'], headers['content-length'], body]).toEqual(['text/html', '0', '']);
});

test('/getuids returns nothing without ids', async () => {
  const app = makeApp();
  expect((await app.inject({ url: '/getuids' })).body).toBe('{}\n');
  expect((await app.inject({ url: '/getuids', headers: { cookie: 'uids=eyJvcHRvdXQiOnRydWV9' } })).body).toBe('{}\n');
});

test('/setuid rejects an id in plain text, and an unknown method', async () => {
  const app = makeApp();
  const response = await app.inject({ url: '/setuid?uid=1' });
  expect([response.statusCode, response.headers['content-type'], response.body]).toEqual([
    400,
    'text/plain; charset=utf-8',
    '"bidder" query param is required',
  ]);
  expect(response.headers['set-cookie']).toBeUndefined();
  expect((await app.inject({ method: 'POST', url: '/setuid?bidder=magnite' })).statusCode).toBe(405);
});

test('cookies are marked as cross-site over HTTPS', async () => {
  const app = makeApp();
  const line = async (headers: Record<string, string>): Promise<string> =>
    String((await app.inject({ url: '/setuid?bidder=magnite&uid=1', headers })).headers['set-cookie']);
  expect(await line({ 'user-agent': 'Mozilla/5.0 Firefox/140.0' })).not.toContain('SameSite');
  expect(await line({ 'user-agent': 'Mozilla/5.0 Firefox/140.0', 'x-forwarded-proto': 'https' })).toMatch(/; Secure; SameSite=None$/);
});

/** A captcha service that accepts one token. */
async function captchaService(seen: string[]): Promise<string> {
  const server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      seen.push(`${request.method} ${request.headers['content-type']} ${body}`);
      response.end(JSON.stringify(body.endsWith('response=person') ? { success: true } : { success: false, 'error-codes': ['bad-token'] }));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  open.push(() => new Promise((done) => server.close(done)));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/optout`;
}

test('/optout opts a person out by form after verifying the captcha', async () => {
  const seen: string[] = [];
  const app = makeApp({ ...JAVA, recaptcha_secret: 'abc', recaptcha_url: await captchaService(seen) });
  const response = await app.inject({
    method: 'POST',
    url: '/optout',
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: cookieHeader({ rubicon: '1' }, Date.now()) },
    payload: 'g-recaptcha-response=person&optout=1',
  });
  const line = String(response.headers['set-cookie']);
  expect([response.statusCode, response.headers.location]).toEqual([301, 'http://optout/url']);
  expect(decodeUids(line.slice(5, line.indexOf(';')), Date.now())).toMatchObject({ optedOut: true, entries: new Map() });
  const again = await app.inject({ url: '/optout?g-recaptcha-response=robot&optout=1' });
  expect([again.statusCode, again.body, again.headers['set-cookie']]).toEqual([401, '', undefined]);
  const form = 'application/x-www-form-urlencoded';
  expect(seen).toEqual([`POST ${form} secret=abc&response=person`, `POST ${form} secret=abc&response=robot`]);
});

test('/optout treats an unavailable captcha service as a failure', async () => {
  const app = makeApp({ recaptcha_secret: 'abc', recaptcha_url: 'http://127.0.0.1:9/' });
  expect((await app.inject({ url: '/optout?g-recaptcha-response=person&optout=1' })).statusCode).toBe(401);
});

test('/optout without a captcha accepts an opt-in of its own page only', async () => {
  const app = makeApp({ external_url: 'https://us.example' });
  const cookie = cookieHeader({ rubicon: '1' }, Date.now());
  const locationFor = async (origin: string) => {
    const response = await app.inject({ method: 'POST', url: '/optout', headers: { cookie, origin }, payload: 'optout=' });
    return [response.statusCode, response.headers.location];
  };
  expect(await locationFor('https://us.example')).toEqual([301, 'https://us.example/']);
  expect(await locationFor('https://evil.example')).toEqual([301, 'https://us.example/static/optout.html']);
});

test('the pages of user syncs are served', async () => {
  const app = makeApp({ recaptcha_site_key: 'a"b' });
  const page = async (name: string): Promise<string> => {
    const response = await app.inject({ url: `/static/${name}` });
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    return response.body;
  };
  expect(await page('load-cookie.html')).toContain('data-consent="optional"');
  expect(await page('load-cookie-with-consent.html')).toContain('data-consent="required"');
  expect(await page('optout.html')).toContain('data-sitekey="a&#34;b"');
});

test('the endpoints of user syncs respond validly to any bytes', async () => {
  const app = makeApp();
  const odd = [
    '%',
    '%ff%00',
    'bidder=%E0%A4%A',
    'bidder[]=x',
    'bidder=magnite&uid=%00%0d%0aSet-Cookie:x',
    'bidder=magnite&f=i&f=b',
    '&&&===',
    'bidder=__proto__&uid=1',
  ];
  for (const query of odd) {
    const { statusCode, headers } = await app.inject({ url: `/setuid?${query}`, headers: { cookie: 'uids=%%%; =; uids2="' } });
    expect([200, 400]).toContain(statusCode);
    expect(String(headers['set-cookie'] ?? '')).not.toContain('\r');
  }
  for (const payload of [
    '{"bidders":["__proto__","constructor"],"gdpr":0}',
    '\u0000',
    '{"filterSettings":{"iframe":[]},"gdpr":0}',
    '"x"',
    '{"gpp":"D","gdpr":0}',
  ]) {
    expect([200, 400]).toContain((await app.inject({ method: 'POST', url: '/cookie_sync', payload })).statusCode);
  }
});
