/**
 * The console as a person uses it, on a demo host with running auctions. Needs Chromium; skipped without it. Screenshots:
 * test/output/console.
 */
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { requestOf } from '#test/helpers/demo-host.ts';

const shared = inject('shared');
const SCREENSHOTS = join(import.meta.dirname, '../output/console');
const DESK = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const VIEWS = ['live', 'try', 'machines'];

const banner = { format: [{ w: 300, h: 250 }] };

/** Undesired behaviour of a page. */
interface Observed {
  readonly page: Page;
  /** Errors and warnings of the browser's console, and uncaught errors. */
  readonly said: string[];
  /** Requested origins. */
  readonly asked: Set<string>;
}

/** Horizontal overflow of the page, px. */
const overflow = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

/** Tables with hidden columns, px. */
const clippedTables = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('table')]
    .filter((table) => table.checkVisibility() && table.offsetWidth > table.parentElement.clientWidth)
    .map((table) => table.textContent.slice(0, 60) + ' ' + (table.offsetWidth - table.parentElement.clientWidth))`);

/** Texts with insufficient contrast (WCAG AA: 4.5 to 1), with the ratio. */
const faintLabels = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    const rgba = (color) => {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      return [...canvas.getImageData(0, 0, 1, 1).data];
    };
    const part = (value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
    const light = ([r, g, b]) => 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
    const behind = (element) => {
      for (let at = element; at; at = at.parentElement) {
        const color = rgba(getComputedStyle(at).backgroundColor);
        if (color[3] > 250) return color;
      }
      return rgba('canvas');
    };
    const texts = [...document.querySelectorAll('body *:not(svg, svg *, script, option)')].filter(
      (one) => one.checkVisibility() && !one.disabled && [...one.childNodes].some((child) => child.nodeType === 3 && child.data.trim() !== ''),
    );
    const found = texts.flatMap((one) => {
      const pair = [light(rgba(getComputedStyle(one).color)), light(behind(one))].sort((a, b) => b - a);
      const ratio = (pair[0] + 0.05) / (pair[1] + 0.05);
      return ratio < 4.5 ? [one.tagName + '.' + one.className + ' ' + ratio.toFixed(2) + ': ' + one.textContent.slice(0, 30)] : [];
    });
    return [...new Set(found)];
  })()`);

const focusedId = (page: Page): Promise<string> => page.evaluate('document.activeElement.id');
const hash = (page: Page): Promise<string> => page.evaluate('location.hash');

describe.skipIf(!shared)('the console', () => {
  const host = shared ?? { browser: '', origin: '', adminOrigin: '' };
  let browser: Browser;
  let open: Observed[] = [];

  beforeAll(async () => {
    browser = await chromium.connect(host.browser);
  });

  afterAll(() => browser?.close());

  afterEach(async () => {
    const seen = open;
    open = [];
    for (const { page } of seen) await page.context().close();
    for (const { said, asked } of seen) {
      expect(said).toEqual([]);
      const own = host.adminOrigin;
      expect([...asked].sort()).toEqual([own, own.replace('http', 'ws')]);
    }
  });

  async function run(request: object): Promise<number> {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${host.origin}/openrtb2/auction`, { method: 'POST', headers, body: JSON.stringify(request) });
    await response.text();
    return response.status;
  }

  /** The console in a fresh profile, connected. */
  async function openConsole(options: BrowserContextOptions = { viewport: DESK }): Promise<Page> {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    const observed: Observed = { page, said: [], asked: new Set() };
    open.push(observed);
    page.on('console', (message) => ['error', 'warning'].includes(message.type()) && observed.said.push(message.text()));
    page.on('pageerror', (error) => observed.said.push(String(error)));
    context.on('request', (request) => observed.asked.add(new URL(request.url()).origin));
    page.on('websocket', (socket) => observed.asked.add(new URL(socket.url()).origin));
    await page.goto(`${host.adminOrigin}/console`);
    await page.locator('#status[data-state=open]').waitFor();
    await page.locator('#list table').waitFor();
    return page;
  }

  const shoot = async (page: Page, name: string): Promise<void> => {
    await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage: true });
  };

  const row = (page: Page, id: string) => page.locator('#list tbody tr', { hasText: id });

  /** Runs an auction until it is in the list, and opens it. */
  async function openAuction(page: Page, request: { readonly id?: unknown } & object): Promise<void> {
    await run(request);
    await row(page, String(request.id)).first().getByRole('link').click();
    await page.locator('#view-auction h1').waitFor();
  }

  test('lists auctions as they end, with their bids and errors, and filters them', async () => {
    const page = await openConsole();
    expect(await Promise.all([run(requestOf('list-good')), run(requestOf('list-dry', { behaviour: 'no-bid' }))])).toEqual([200, 200]);
    expect(await run({ id: 'list-bad', imp: [{ id: 'top' }], site: { page: 'https://publisher.example/' } })).toBe(400);
    await run(requestOf('list-broken', { behaviour: 'broken' }));
    await row(page, 'list-broken').getByText('1 failed').waitFor();
    await row(page, 'list-good').getByText('generic 2.40').waitFor();
    await row(page, 'list-bad').getByText('400').waitFor();
    const listed = () => page.locator('#list tbody a').allTextContents();
    expect((await listed()).toSorted()).toEqual(['list-bad', 'list-broken', 'list-dry', 'list-good']);
    await page.getByLabel('Show').selectOption('rejected');
    await expect.poll(listed).toEqual(['list-bad']);
    await page.getByLabel('Show').selectOption('all');
    await page.getByLabel('Find').fill('list-d');
    await expect.poll(listed).toEqual(['list-dry']);
    expect(new URL(page.url()).search).toBe('?find=list-d');
    await page.reload();
    await expect.poll(listed).toEqual(['list-dry']);
    await page.getByRole('link', { name: 'Figures' }).click();
    await page.getByRole('region', { name: 'By bidder' }).getByRole('row').first().waitFor();
    await page.getByRole('link', { name: 'Live' }).click();
    await page.locator('#bidders').getByRole('rowheader', { name: 'generic' }).waitFor();
  });

  test('shows waiting auctions, time per state and rejections on the state chart', async () => {
    const page = await openConsole();
    const names = await page.locator('#chart svg .node .name, #chart svg .node .long').allTextContents();
    expect(names).toEqual(expect.arrayContaining(['validate', 'fanOut', 'collect', 'respond', 'reject', 'done', 'rejected']));
    const slow = [1, 2].map((n) => run(requestOf(`slow-${n}`, { behaviour: 'slow' }, {}, { tmax: 4000 })));
    await page.getByRole('img', { name: /^\w+ waits: 2 live$/ }).waitFor();
    await page.locator('#list tr', { hasText: 'slow-1' }).getByText(/^in /).waitFor();
    await shoot(page, 'live-waiting');
    await run({ id: 'chart-bad', imp: [], site: { page: 'https://publisher.example/' } });
    await page.locator('#chart .node .trouble', { hasText: 'rejected' }).waitFor();
    await Promise.all(slow);
    await expect.poll(() => page.locator('#chart .node.live').count()).toBe(0);
    expect(await page.getByRole('img', { name: /^respond: 0 live, median [\d.]+ (µs|ms), 99th percentile/ }).count()).toBe(1);
    await expect.poll(() => page.locator('#chart-hint').textContent()).toMatch(/^\d+ ended, 0 in flight/);
  });

  test('opens an auction: its timeline, calls, bid outcomes, and HTTP bodies', async () => {
    const page = await openConsole();
    const imp = ['top', 'free'].map((id) => ({
      id,
      banner,
      ext: { prebid: { bidder: { demo: id === 'free' ? { price: 0 } : {}, generic: {} } } },
    }));
    await openAuction(page, requestOf('open-me', {}, {}, { imp }));
    const view = page.locator('#view-auction');
    const way = view.getByRole('region', { name: 'Timeline' });
    for (const state of ['validate', 'fanOut', 'collect', 'respond', 'done'])
      expect(await way.getByRole('img', { name: new RegExp(`^${state}: passed`) }).count(), state).toBe(1);
    expect(await way.getByRole('img', { name: 'rejected: not entered' }).count()).toBe(1);
    expect(await view.getByRole('img', { name: /^Waterfall: 2 bidders, took / }).count()).toBe(1);
    const bids = view.getByRole('region', { name: 'Bids and outcomes' }).locator('tbody tr');
    expect(await bids.allInnerTexts()).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^generic\s+top\s.*2\.4.*\swon\s/s),
        expect.stringMatching(/^demo\s+top\s.*1\.35.*\slost\s+\w/s),
        expect.stringMatching(/^demo\s+free\s.*\srejected\s+the price is not positive/s),
      ]),
    );
    const wire = view.getByRole('region', { name: 'On the wire' });
    await wire.getByText('Request as sent').click();
    await wire.locator('pre', { hasText: '"open-me"' }).first().waitFor();
    await wire.getByText('Response', { exact: false }).first().click();
    await wire.locator('pre', { hasText: '"seatbid"' }).first().waitFor();
    await wire.locator('summary', { hasText: 'generic' }).click();
    await wire.getByText('/generous').first().waitFor();
    await shoot(page, 'auction');
  });

  test('shows text of a request as text', async () => {
    const page = await openConsole();
    await openAuction(page, requestOf('<img src=x onerror="document.title=1">'));
    expect(await page.locator('#view-auction h1').textContent()).toBe('<img src=x onerror="document.title=1">');
    expect(await page.title()).toBe('auctor console');
  });

  test('runs an auction from the form and opens it; each example gets a response', async () => {
    const page = await openConsole();
    await page.getByRole('link', { name: 'Try an auction' }).click();
    const response = page.getByRole('region', { name: 'Response' });
    await page.getByRole('button', { name: 'Run the auction' }).click();
    await response.getByText('status 200').waitFor();
    expect(await response.getByLabel('Response body').textContent()).toContain('"try-banner"');
    await shoot(page, 'try');
    await response.getByRole('link', { name: 'Open this auction' }).click();
    await page.locator('#view-auction h1', { hasText: 'try-banner' }).waitFor();
    await page.goBack();
    const examples = page.getByLabel('Example');
    const wanted = { 'Invalid request': 400 } as Record<string, number>;
    for (const name of await examples.locator('option').allTextContents()) {
      await examples.selectOption(name);
      const responded = page.waitForResponse('**/console/try');
      await page.getByRole('button', { name: 'Run the auction' }).click();
      expect([name, ((await (await responded).json()) as { status: number }).status]).toEqual([name, wanted[name] ?? 200]);
      await page.locator('#view-try button:enabled').waitFor();
    }
    await response.getByRole('link', { name: 'Open this auction' }).waitFor();
  });

  test('shows a slow bidder and a bid below the floor in its example', async () => {
    const page = await openConsole();
    await page.getByRole('link', { name: 'Try an auction' }).click();
    await page.getByLabel('Example').selectOption('One slow bidder, one below its floor');
    await page.getByRole('button', { name: 'Run the auction' }).click();
    await page.getByRole('link', { name: 'Open this auction' }).click();
    const bids = page.getByRole('region', { name: 'Bids and outcomes' }).locator('tbody tr');
    await bids.first().waitFor();
    expect(await bids.allInnerTexts()).toEqual([
      expect.stringMatching(/^generic\s+slow\s.*\swon\s/s),
      expect.stringMatching(/^generic\s+dear\s.*\srejected\s+below the floor/s),
      expect.stringMatching(/^demo\s+slow\s+timeout/s),
    ]);
  });

  test('draws all machines and exports them in other formats', async () => {
    const page = await openConsole();
    await page.getByRole('link', { name: 'Machines' }).click();
    const auction = page.getByRole('region', { name: 'auction', exact: true });
    await auction.locator('svg .node').first().waitFor();
    for (const button of await auction.getByRole('button').all()) {
      await button.click();
      await auction
        .getByLabel((await button.getAttribute('aria-label')) ?? '', { exact: true })
        .locator('visible=true')
        .last()
        .waitFor();
    }
    expect(await auction.locator('pre').textContent()).toMatch(/auction/);
    await shoot(page, 'machines');
  });

  test('works without a mouse', async () => {
    const page = await openConsole();
    await run(requestOf('key-1'));
    await row(page, 'key-1').waitFor();
    const press = (...keys: string[]) => keys.reduce((last, key) => last.then(() => page.keyboard.press(key)), Promise.resolve());
    await press('?');
    await page.locator('#keys-dialog[open]').waitFor();
    await press('Escape');
    await expect.poll(() => page.locator('#keys-dialog[open]').count()).toBe(0);
    await press('j');
    // Later events do not take the focus.
    await run(requestOf('key-2'));
    await row(page, 'key-2').waitFor();
    await press('Enter');
    await page.locator('#view-auction h1', { hasText: 'key-1' }).waitFor();
    // The list behind the dialog is unchanged.
    await press('j', 'k');
    expect([await hash(page), await page.locator('#list tr.selected').count()]).toEqual([expect.stringMatching(/^#auction/), 1]);
    await press('Escape');
    await page.locator('#view-live').waitFor();
    await press('t');
    await page.locator('#view-try').waitFor();
    await page.getByRole('button', { name: 'Run the auction' }).press('Enter');
    await page.getByRole('region', { name: 'Response' }).getByText('status 200').waitFor();
    await press('/');
    await expect.poll(() => focusedId(page)).toBe('filter-text');
    await page.keyboard.type('key-');
    await expect.poll(() => page.locator('#list tbody a').allTextContents()).toEqual(['key-2', 'key-1']);
    await press('Escape', 'p');
    expect(await page.locator('#pause').getAttribute('aria-pressed')).toBe('true');
    await press('p', 'l');
    expect([await page.locator('#pause').getAttribute('aria-pressed'), await hash(page)]).toEqual(['false', '#live']);
  });

  test('leads keyboard users past the bar without leaving the view', async () => {
    const page = await openConsole();
    await openAuction(page, requestOf('skip-1'));
    const at = await hash(page);
    await page.locator('.skip').press('Enter');
    await expect.poll(() => focusedId(page)).toBe('main');
    expect([await hash(page), await page.locator('#view-auction').isVisible()]).toEqual([at, true]);
  });

  for (const colorScheme of ['light', 'dark'] as const)
    for (const [size, viewport] of [['desk', DESK] as const, ['phone', PHONE] as const])
      test(`fits and is readable at ${viewport.width} px, ${colorScheme}`, async () => {
        const page = await openConsole({ viewport, colorScheme, isMobile: size === 'phone', hasTouch: size === 'phone' });
        const long = `a-very-long-id-${'x'.repeat(90)}`;
        await openAuction(page, requestOf(long, { price: 1.1 }, { id: long, bidfloor: 2, bidfloorcur: 'USD' }));
        const faint = new Map<string, unknown>();
        const poll = async (view: string): Promise<void> => {
          await shoot(page, `${view}-${size}-${colorScheme}`);
          faint.set(view, [await overflow(page), await clippedTables(page), await faintLabels(page)]);
        };
        await poll('auction');
        for (const view of VIEWS) {
          await page.locator(`#nav-${view}`).click();
          await page.locator(`#view-${view} svg, #view-${view} form`).first().waitFor();
          await poll(view);
        }
        expect(Object.fromEntries(faint)).toEqual(Object.fromEntries(['auction', ...VIEWS].map((view) => [view, [0, [], []]])));
        await page.evaluate("document.querySelectorAll('#theme').forEach((one) => one.click())");
        expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
      });

  test('shows recent auctions after a reload, and continues to receive events', async () => {
    const page = await openConsole();
    await run(requestOf('before'));
    await row(page, 'before').waitFor();
    await page.reload();
    await row(page, 'before').waitFor();
    await run(requestOf('after'));
    await row(page, 'after').waitFor();
  });
});
