/**
 * The ecosystem's browser client and its creative, unmodified, against a host of each variant with TLS: bids, targeting, cached video, events,
 * user sync, AMP. Needs Chromium and the client; skipped without them.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page, type Response } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { BidRequest, Imp } from '#src/openrtb/ortb.ts';
import { makeCertificate } from '#test/helpers/certificate.ts';
import { bidderServer, startTestHost } from '#test/helpers/host.ts';
import { reservePort } from '#test/helpers/ports.ts';
import { hasClient, publisherPage } from './client-page.ts';

const shared = inject('shared');

const VAST =
  '<VAST version="3.0"><Ad id="1"><InLine><AdSystem>x</AdSystem><Impression><![CDATA[https://bidder.example/imp]]></Impression></InLine></Ad></VAST>';

const AMP_REQUEST = {
  id: 'slot',
  site: { page: 'https://publisher.example/', publisher: { id: '1001' } },
  imp: [{ id: 'slot', banner: { format: [{ w: 300, h: 250 }] }, ext: { prebid: { bidder: { generic: { placement: 1 } } } } }],
};

function bidOn({ id, video, native }: Imp, i: number): object {
  const bid = { id: `b${i}`, impid: id, price: 1.5 + i, crid: 'c', adomain: ['advertiser.example'] };
  if (video) return { ...bid, mtype: 2, adm: VAST };
  const story = { ver: '1.2', assets: [{ id: 1, title: { text: 'Hello' } }], link: { url: 'https://advertiser.example/' } };
  if (native) return { ...bid, mtype: 4, adm: JSON.stringify(story) };
  return { ...bid, mtype: 1, w: 300, h: 250, adm: '<p id="creative">${AUCTION_PRICE}</p>' };
}

/** A bidder that bids on each imp, and identifies each browser as `user-7`. */
function respond({ method, url = '' }: IncomingMessage, response: ServerResponse, body: string): void {
  if (method === 'GET') {
    const target = new URL(url, 'http://bidder').searchParams.get('r') ?? '';
    response.writeHead(302, { Location: target.replace('$UID', 'user-7') }).end();
    return;
  }
  const { id, imp } = JSON.parse(body) as BidRequest;
  const seatbid = [{ bid: imp.map(bidOn) }];
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ id, cur: 'USD', seatbid }));
}

interface Ended {
  readonly seen: readonly string[];
  readonly targeting: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly bids: readonly {
    readonly unit: string;
    readonly bidder: string;
    readonly cpm: number;
    readonly adId: string;
    readonly vastUrl?: string;
  }[];
}

describe.skipIf(!shared || !hasClient).each(['go', 'java'] as const)('the browser client with a host of the %s variant', (variant) => {
  const stops: (() => Promise<unknown>)[] = [];
  const consoleErrors: string[] = [];
  let page: Page;
  let address: string;
  let site: string;
  let requests: readonly { readonly body: string }[];
  let ended: Ended;
  let auction: { readonly ext: { readonly errors?: object; readonly warnings?: object } };

  /** Loads the publisher's page and waits for its auction. */
  async function load(): Promise<Ended> {
    const responded = page.waitForResponse((response: Response) => response.url() === `${address}/openrtb2/auction`);
    await page.goto(site);
    auction = (await (await responded).json()) as typeof auction;
    return page.evaluate<Ended>('ended');
  }

  beforeAll(async () => {
    const port = await reservePort();
    address = `https://us.localhost:${port}`;
    const bidder = await bidderServer(respond);
    stops.push(bidder.close);
    const folder = mkdtempSync(join(tmpdir(), 'auctor-client-'));
    stops.push(async () => rmSync(folder, { recursive: true }));
    const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
    makeCertificate('us.localhost', cert, key);
    mkdirSync(join(folder, 'stored_requests'));
    writeFileSync(join(folder, 'stored_requests/slot.json'), JSON.stringify(AMP_REQUEST));
    const redirect = { url: `${bidder.origin}/sync?r={{.RedirectURL}}`, user_macro: '$UID' };
    const host = await startTestHost({
      variant,
      port,
      external_url: address,
      tls: { cert, key },
      stored_requests: { filesystem: { directorypath: folder } },
      adapters: { generic: { enabled: true, endpoint: bidder.origin, usersync: { key: 'generic', redirect } } },
      // The client's own limit of key-values is longer than 20 characters.
      account_defaults: { truncate_target_attr: 40, events: { enabled: true }, analytics: { auction_events: { web: true, amp: true } } },
      gdpr: { default_value: '0', enabled: false },
    });
    stops.push(() => host.stop(0));
    const publisher = await publisherPage(address);
    stops.push(publisher.close);
    const browser = await chromium.connect(shared?.browser ?? '');
    stops.push(() => browser.close());
    page = await browser.newPage({ ignoreHTTPSErrors: true });
    page.on('console', (message) => {
      if (message.type() === 'error') consoleErrors.push(message.text());
    });
    page.on('pageerror', ({ message }) => consoleErrors.push(message));
    site = publisher.origin.replace('127.0.0.1', 'publisher.localhost');
    ({ requests } = bidder);
    ended = await load();
  });
  afterAll(async () => {
    for (const stop of stops.reverse()) await stop();
  });

  test('receives the bids of banner, video and native imps', () => {
    const shown = ended.bids.toSorted((a, b) => a.cpm - b.cpm || a.bidder.localeCompare(b.bidder));
    const bid = { bidder: 'generic', currency: 'USD', advertiser: ['advertiser.example'] };
    expect(shown).toMatchObject([
      { ...bid, unit: 'top', mediaType: 'banner', cpm: 1.5 },
      { ...bid, unit: 'top', mediaType: 'banner', cpm: 1.5, bidder: 'other' },
      { ...bid, unit: 'clip', mediaType: 'video', cpm: 2.5 },
      { ...bid, unit: 'story', mediaType: 'native', cpm: 3.5, native: [{ id: 1, title: { text: 'Hello' } }] },
    ]);
  });

  test('reports no errors, and its request has none', () => {
    expect(consoleErrors).toEqual([]);
    expect(ended.seen).toEqual([]);
    expect(auction.ext).not.toHaveProperty('errors');
    expect(auction.ext).not.toHaveProperty('warnings');
  });

  test('has targeting for the ad server', () => {
    const { top, clip, story } = ended.targeting;
    expect(top).toMatchObject({ hb_pb: '1.50', hb_size: '300x250', hb_format: 'banner' });
    expect(clip).toMatchObject({ hb_pb: '2.50', hb_format: 'video', hb_cache_host: new URL(address).host, hb_cache_path: '/cache' });
    expect(story).toMatchObject({ hb_pb: '3.50', hb_bidder: 'generic', hb_format: 'native' });
  });

  test('finds the video in the cache', async () => {
    const { vastUrl = '' } = ended.bids.find(({ unit }) => unit === 'clip') ?? {};
    const cached = await (await page.context().request.get(vastUrl.replace('us.localhost', '127.0.0.1'))).text();
    expect(cached).toContain('<![CDATA[https://bidder.example/imp]]>');
    // The host's own impression.
    expect(cached).toContain(`${address}/event?t=imp`);
  });

  test("sends the publisher's and the user's data to the bidders", () => {
    const [first, second] = requests.filter(({ body }) => body !== '').map(({ body }) => JSON.parse(body) as BidRequest);
    const [generic, other] = first?.imp.length === 3 ? [first, second] : [second, first];
    expect(generic).toMatchObject({
      imp: [{ bidfloor: 0.5, ext: { gpid: '/1/top', tid: expect.any(String) as string, bidder: { placement: 1 } } }, {}, {}],
      site: { keywords: 'a,b', publisher: { id: '1001' }, ext: { data: { section: 'world', only: 'generic' } } },
      user: { yob: 1990, ext: { eids: [{ source: 'pubcid.org' }], consent: expect.any(String) as string } },
      regs: { ext: { gdpr: 1, us_privacy: '1YNN' } },
      source: { ext: { schain: { nodes: [{ asi: 'reseller.example' }] } } },
      badv: ['bad.example'],
    });
    expect(other).toMatchObject({ imp: [{ ext: { bidder: { placement: 2 } } }], site: { ext: { data: { section: 'world' } } } });
    expect(other?.site?.ext).not.toHaveProperty('data.only');
  });

  test('renders a banner, whose win reaches the host', async () => {
    const won = page.waitForResponse((response: Response) => response.url().startsWith(`${address}/event?t=win`));
    const { adId = '' } = ended.bids.find(({ unit, bidder }) => unit === 'top' && bidder === 'generic') ?? {};
    await page.evaluate(`render(${JSON.stringify(adId)})`);
    const { ok, request } = await won.then((response) => ({ ok: response.ok(), request: new URL(response.url()) }));
    expect([ok, request.searchParams.get('bidder'), request.searchParams.get('a')]).toEqual([true, 'generic', '1001']);
    expect(await page.frameLocator('#top > iframe').frameLocator('iframe').locator('#creative').textContent()).toBe('1.5');
  });

  test('synchronizes the user, whom the bidder recognizes in the next auction', async () => {
    const cookies = async (): Promise<string[]> => (await page.context().cookies(address)).map(({ name }) => name);
    await expect.poll(cookies).toEqual(['uids']);
    const before = requests.length;
    await load();
    const bodies = requests.slice(before).filter(({ body }) => body !== '');
    expect(bodies.map(({ body }) => (JSON.parse(body) as BidRequest).user?.buyeruid)).toContain('user-7');
  });

  test("shows the creative of an AMP page's auction from the cache, and reports its win", async () => {
    await page.goto(`${site}/frame`);
    const query = `tag_id=slot&curl=${encodeURIComponent(site)}&__amp_source_origin=${encodeURIComponent(site)}`;
    const { targeting } = await page.evaluate<{ targeting: Record<string, string> }>(
      `fetch(${JSON.stringify(`${address}/openrtb2/amp?${query}`)}, { credentials: 'include' }).then((response) => response.json())`,
    );
    expect(targeting).toMatchObject({ hb_pb: '1.50', hb_env: 'amp', hb_size: '300x250', hb_cache_host: new URL(address).host });
    const won = page.waitForResponse((response: Response) => response.url().startsWith(`${address}/event?t=win`));
    await page.evaluate(`render(${JSON.stringify(targeting)})`);
    expect((await won).ok()).toBe(true);
    expect(await page.locator('#creative').textContent()).toBe('1.5');
  });
});
