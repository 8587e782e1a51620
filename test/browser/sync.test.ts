/**
 * User sync in a real browser: helper page, `/cookie_sync`, a bidder's pixel, `/setuid`, the cookie. Needs Chromium; skipped without it.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { type BrowserContext, chromium } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { registerCookieSync } from '#src/http/cookie-sync.ts';
import { registerGetuids } from '#src/http/getuids.ts';
import { makeServer } from '#src/http/server.ts';
import { registerSetuid } from '#src/http/setuid.ts';
import { registerSyncPages } from '#src/http/sync-pages.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import { decodeUids } from '#src/sync/uids-encoding.ts';
import { reservePort } from '#test/helpers/ports.ts';
import { registryOf, testServices } from '#test/helpers/services.ts';
import { syncBidder } from '#test/helpers/sync.ts';
import { CHROMIUM, LAUNCH } from './setup.ts';

const open: (() => Promise<unknown>)[] = [];

const listen = async (listener: RequestListener): Promise<number> => {
  const server = createServer(listener);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  open.push(
    () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(done);
      }),
  );
  return (server.address() as AddressInfo).port;
};

/** A bidder that identifies every browser as `user-7` and redirects back; `frame`: through a page that navigates there itself. */
const startBidder = (): Promise<number> =>
  listen((request, response) => {
    const url = new URL(request.url ?? '', 'http://bidder');
    const target = (url.searchParams.get('r') ?? '').replace('$UID', 'user-7');
    if (url.pathname === '/frame')
      response.setHeader('Content-Type', 'text/html').end(`<script>location.href=${JSON.stringify(target)}</script>`);
    else response.writeHead(302, { Location: target }).end();
  });

interface Host {
  readonly url: string;
  /** `gdpr` and `gdpr_consent` of every call of `/cookie_sync` and `/setuid`, in order. */
  readonly signals: (readonly [gdpr: unknown, consent: unknown])[];
}

/** Our host under a name of its own, so that other pages are cross-site. It enforces no TCF consent: the pages decide whether to sync. */
async function startHost(): Promise<Host> {
  const [port, bidder] = await Promise.all([reservePort(), startBidder()]);
  const url = `http://us.localhost:${port}`;
  const at = (path: string): { url: string; userMacro: string } => ({
    url: `http://bidder.localhost:${bidder}/${path}?r={{.RedirectURL}}`,
    userMacro: '$UID',
  });
  const services = testServices({
    settings: { external_url: url, gdpr: { enabled: false, default_value: '0' } },
    bidders: registryOf(syncBidder('pixie', { redirect: at('pixel') }), syncBidder('framer', { key: 'fr', iframe: at('frame') })),
  });
  services.clock.wind(Date.now() - services.clock.now());
  const signals: Host['signals'] = [];
  const app = makeServer({ ...services, log: pino({ level: 'silent' }) });
  app.addHook('preHandler', async ({ method, body, routeOptions, query }) => {
    const isSync = method !== 'OPTIONS' && ['/cookie_sync', '/setuid'].includes(routeOptions.url ?? '');
    const { gdpr, gdpr_consent } = (Buffer.isBuffer(body) ? JSON.parse(body.toString()) : query) as Ext;
    if (isSync) signals.push([gdpr, gdpr_consent]);
  });
  registerCookieSync(app, services);
  registerSetuid(app, services);
  registerGetuids(app, services);
  registerSyncPages(app, services);
  await app.listen({ port, host: '127.0.0.1' });
  open.push(() => app.close());
  return { url, signals };
}

/** The ids in the context's cookie once it contains `key`. */
async function idsWith(context: BrowserContext, host: Host, key: string): Promise<Record<string, string>> {
  let ids: Record<string, string> = {};
  await expect
    .poll(async () => {
      const [cookie] = (await context.cookies(host.url)).filter(({ name }) => name === 'uids');
      const { entries } = decodeUids(cookie?.value ?? '', Date.now());
      ids = Object.fromEntries([...entries].map(([name, { uid }]) => [name, uid]));
      return Object.keys(ids);
    })
    .toContain(key);
  return ids;
}

describe.skipIf(!existsSync(CHROMIUM))('user sync in a browser', () => {
  /** A browser of its own that permits third-party cookies, as most do. */
  let context: BrowserContext;
  const profile = mkdtempSync(join(tmpdir(), 'auctor-browser-'));

  beforeAll(async () => {
    mkdirSync(join(profile, 'Default'));
    const preferences = { profile: { block_third_party_cookies: false, cookie_controls_mode: 0 } };
    writeFileSync(join(profile, 'Default', 'Preferences'), JSON.stringify(preferences));
    context = await chromium.launchPersistentContext(profile, LAUNCH);
  });
  afterEach(async () => {
    await context.clearCookies();
    for (const page of context.pages()) await page.close();
    for (const close of open.splice(0).reverse()) await close();
  });
  afterAll(async () => {
    await context?.close();
    rmSync(profile, { recursive: true, force: true });
  });

  test('the helper page stores ids by pixel and by frame', async () => {
    const host = await startHost();
    const page = await context.newPage();
    await page.goto(
      `${host.url}/static/load-cookie.html?endpoint=${encodeURIComponent(`${host.url}/cookie_sync`)}&bidders=pixie,framer&gdpr=0`,
    );
    await idsWith(context, host, 'pixie');
    expect(await idsWith(context, host, 'fr')).toEqual({ pixie: 'user-7', fr: 'user-7' });
    const got = await (await page.goto(`${host.url}/getuids`))?.json();
    expect(got).toEqual({ buyeruids: { fr: 'user-7', pixie: 'user-7' } });
  });

  test("inside an AMP page only pixels are loaded, with the page's consent", async () => {
    const host = await startHost();
    const frame = `${host.url}/static/load-cookie-with-consent.html?source=amp&max_sync_count=5`;
    const publisher = await listen((_request, response) => {
      response.setHeader('Content-Type', 'text/html').end(`<!doctype html><iframe src="${frame}"></iframe><script>
        addEventListener('message', ({ source, data }) => {
          if (data.sentinel !== 'amp' || data.type !== 'send-consent-data') return;
          const consentMetadata = { gdprApplies: true };
          source.postMessage({ sentinel: 'amp', type: 'consent-data', consentMetadata, consentString: 'CONSENT' }, '*');
        });
      </script>`);
    });
    const page = await context.newPage();
    await page.goto(`http://publisher.localhost:${publisher}/`);
    expect(await idsWith(context, host, 'pixie')).toEqual({ pixie: 'user-7' });
    expect(host.signals).toEqual([
      [1, 'CONSENT'],
      ['1', 'CONSENT'],
    ]);
  });

  test('the consent page syncs nothing without known consent', async () => {
    const host = await startHost();
    const page = await context.newPage();
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    await page.goto(`${host.url}/static/load-cookie-with-consent.html?timeout=50&debug=1`);
    await expect.poll(() => logged.join('\n')).toContain('no sync without consent');
    expect(host.signals).toEqual([]);
  });

  test('a sync address that is not a web address is not loaded', async () => {
    const host = await startHost();
    const evil = await listen((request, response) => {
      const { origin } = request.headers;
      response.setHeader('Access-Control-Allow-Origin', origin ?? '*').setHeader('Access-Control-Allow-Credentials', 'true');
      response.setHeader('Access-Control-Allow-Headers', 'content-type');
      const usersync = { type: 'iframe', url: 'javascript:parent.document.title="taken"' };
      response.end(JSON.stringify({ status: 'ok', bidder_status: [{ bidder: 'x', no_cookie: true, usersync }] }));
    });
    const page = await context.newPage();
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    await page.goto(`${host.url}/static/load-cookie.html?debug=1&endpoint=${encodeURIComponent(`http://evil.localhost:${evil}/`)}`);
    await expect.poll(() => logged.join('\n')).toContain('done');
    expect([await page.title(), page.frames().length]).toEqual(['User sync', 1]);
  });
});
