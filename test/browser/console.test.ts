/**
 * The console as a person uses it, on a demo host with running auctions. Needs Chromium; skipped without it. Screenshots:
 * test/output/console.
 */
import type { Page } from 'playwright-core';
import { describe, expect, inject, test } from 'vitest';
import { requestOf } from '#test/helpers/demo-host.ts';
import { consolePages, DESK, PHONE, row, shoot, violations } from './console-page.ts';

const shared = inject('shared');
const VIEWS = ['live', 'rollups', 'try', 'machines'];

const banner = { format: [{ w: 300, h: 250 }] };

/** Horizontal overflow of the page, px. */
const overflow = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

/** Tables with hidden columns, px. */
const clippedTables = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('table')]
    .filter((table) => table.checkVisibility() && table.offsetWidth > table.parentElement.clientWidth)
    .map((table) => table.textContent.slice(0, 60) + ' ' + (table.offsetWidth - table.parentElement.clientWidth))`);

/** Bars of a waterfall that are not as long as their time: their widths, px. */
const wrongBars = (page: Page): Promise<number[]> =>
  page.evaluate(`[...document.querySelectorAll('.space .bar')]
    .filter((bar) => Math.abs(bar.offsetWidth - Math.max(2, (parseFloat(bar.style.width.split(', ')[1]) / 100) * bar.parentElement.clientWidth)) > 1)
    .map((bar) => bar.offsetWidth)`);

const focusedId = (page: Page): Promise<string> => page.evaluate('document.activeElement.id');
const hash = (page: Page): Promise<string> => page.evaluate('location.hash');

describe.skipIf(!shared)('the console', () => {
  const { open: openConsole, run, openAuction } = consolePages(shared ?? { browser: '', origin: '', adminOrigin: '' });

  test('lists auctions as they end, with their bids and errors, and filters them', async () => {
    const page = await openConsole();
    expect(await Promise.all([run(requestOf('list-good')), run(requestOf('list-dry', { behaviour: 'no-bid' }))])).toEqual([200, 200]);
    expect(await run({ id: 'list-bad', imp: [{ id: 'top' }], site: { page: 'https://publisher.example/' } })).toBe(400);
    await run(requestOf('list-broken', { behaviour: 'broken' }));
    await row(page, 'list-broken').getByText('1 failed').waitFor();
    await row(page, 'list-good').getByText('generic 2.40').waitFor();
    await row(page, 'list-bad').getByText('400').waitFor();
    // Other files run auctions on the same host.
    const listed = async () => (await page.locator('#list tbody a').allTextContents()).filter((id) => id.startsWith('list-'));
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
    const figures = page.getByRole('region', { name: 'By bidder' });
    await figures.getByRole('rowheader').first().waitFor();
    const states = page.getByRole('region', { name: 'By state' });
    await states.getByRole('button', { name: 'Auctions', exact: true }).click();
    expect(await states.locator('th[aria-sort=ascending]').allInnerTexts()).toEqual(['Auctions']);
    expect(await page.getByRole('region', { name: 'All auctions' }).locator('dt').allInnerTexts()).toContain('Revenue, USD');
    // A button keeps the focus while figures change. The table has the busiest bidders first: other files call more than it lists.
    const generic = figures.getByRole('button', { name: 'generic' });
    await generic.focus();
    const auctions = page.getByRole('region', { name: 'All auctions' }).locator('dd').first();
    const before = await auctions.textContent();
    await run(requestOf('counted'));
    await expect.poll(() => auctions.textContent()).not.toBe(before);
    expect(await page.evaluate('document.activeElement.textContent')).toBe('generic');
    await generic.click();
    await page.locator('#view-live').waitFor();
    expect([new URL(page.url()).search, await page.getByLabel('Find').inputValue()]).toEqual(['?find=generic', 'generic']);
    await page.locator('#bidders').getByRole('rowheader', { name: 'generic' }).waitFor();
  });

  test('opens the auction that was pressed although newer ones arrive before the release', async () => {
    const page = await openConsole();
    await run(requestOf('pressed'));
    await row(page, 'pressed').getByRole('link').hover();
    await page.mouse.down();
    const aliases = { 'while-pressed': 'generic' };
    const imp = { ext: { prebid: { bidder: { 'while-pressed': {} } } } };
    const newer = requestOf('newer', {}, imp, { ext: { prebid: { aliases } } });
    // A rollup has the busiest bidders only, and other files call many.
    const called = page.locator('#bidders').getByRole('rowheader', { name: 'while-pressed' });
    await expect.poll(async () => [await run(newer), await called.count()], { interval: 200 }).toEqual([200, 1]);
    await page.mouse.up();
    await page.locator('#view-auction h1').getByText('pressed').waitFor();
  });

  test('shows waiting auctions, time per state and rejections on the state chart', async () => {
    const page = await openConsole();
    const slow = [1, 2].map((n) => run(requestOf(`slow-${n}`, { behaviour: 'slow' }, {}, { tmax: 4000 })));
    await page.getByRole('link', { name: /^collect .*[2-9] waiting: [2-9] live, [2-9] waiting, / }).waitFor();
    await page.locator('#list tr', { hasText: 'slow-1' }).getByText(/^in /).waitFor();
    await shoot(page, 'live-waiting');
    await run({ id: 'chart-bad', imp: [], site: { page: 'https://publisher.example/' } });
    await page.locator('#chart .node .trouble', { hasText: 'rejected' }).waitFor();
    await Promise.all(slow);
    // Other files have auctions on the same host.
    await expect.poll(() => page.locator('#chart .node.live').count()).toBe(0);
    await page.getByRole('link', { name: /^respond p50 [\d.]+ (µs|ms) · p99 [\d.]+ (µs|ms): 0 live, 0 rejected$/ }).waitFor();
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
      expect(await way.getByRole('link', { name: new RegExp(`^${state}\\b.*: passed$`) }).count(), state).toBe(1);
    expect(await way.getByRole('link', { name: 'rejected: not entered' }).count()).toBe(1);
    expect(await view.getByRole('group', { name: /^Waterfall: 2 bidders, took / }).count()).toBe(1);
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
      await page.locator('#view-try button.primary:enabled').waitFor();
    }
    await response.getByRole('link', { name: 'Open this auction' }).waitFor();
  });

  test('shows a slow bidder and a bid below the floor in its example', async () => {
    const page = await openConsole();
    await page.getByRole('link', { name: 'Try an auction' }).click();
    await page.getByText('From the bidders of this host').click();
    await page.getByRole('listbox', { name: 'Bidders' }).selectOption(['demo', 'generic']);
    await run(requestOf('known-account'));
    await page.getByLabel('Account').focus();
    await expect
      .poll(async () => {
        await page.getByLabel('Account').blur();
        await page.getByLabel('Account').focus();
        return page.evaluate("[...document.querySelectorAll('#try-accounts option')].map(({ value }) => value)");
      })
      .toContain('demo');
    await page.getByLabel('Account').fill('own');
    await page.getByRole('button', { name: 'Fill in the request' }).click();
    expect(JSON.parse(await page.locator('#try-body').inputValue())).toMatchObject({
      imp: [{ banner: { format: [{ w: 300, h: 250 }] }, ext: { prebid: { bidder: { demo: {}, generic: {} } } } }],
      site: { publisher: { id: 'own' } },
    });
    await page.getByLabel('Example').selectOption('One slow bidder, one below its floor');
    await page.locator('#try-body').press('Control+Enter');
    await page.getByRole('link', { name: 'Open this auction' }).click();
    const bids = page.getByRole('region', { name: 'Bids and outcomes' }).locator('tbody tr');
    await bids.first().waitFor();
    expect(await bids.allInnerTexts()).toEqual([
      expect.stringMatching(/^generic\s+slow\s.*\swon\s/s),
      expect.stringMatching(/^generic\s+below-floor\s.*\srejected\s+below the floor/s),
      expect.stringMatching(/^demo\s+slow\s+timeout/s),
    ]);
    expect(await wrongBars(page)).toEqual([]);
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
    // Above it may be auctions of other files, which share the host.
    const selected = page.locator('#list tr.selected');
    do await press('j');
    while (!(await selected.textContent())?.includes('key-1'));
    // Later events do not take the focus.
    await run(requestOf('key-2'));
    await row(page, 'key-2').waitFor();
    await press('Enter');
    await page.locator('#view-auction h1', { hasText: 'key-1' }).waitFor();
    // The list behind the dialog is unchanged.
    await press('j', 'k');
    expect([await hash(page), await selected.count()]).toEqual([expect.stringMatching(/^#auction/), 1]);
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

  test('keeps the focus on an auction while others move around it, start and fill the list', async () => {
    const page = await openConsole();
    const focused = await page.evaluate(`import('/console/list.js').then(({ List }) => {
      const list = new List(() => {});
      const auctions = new Map();
      const add = (key, at) => auctions.set(key, { key, at, request: key, state: 'auction.collect', steps: [] });
      const filters = { show: 'all', find: '', state: '', min_ms: '' };
      const paint = () => {
        list.paint({ auctions }, Date.now(), filters);
        const rows = [...document.querySelectorAll('#list tbody tr')];
        return document.activeElement.textContent + ' ' + rows.indexOf(document.activeElement.closest('tr'));
      };
      for (const [index, key] of ['a', 'b', 'c'].entries()) add(key, 10 - index);
      paint();
      list.move(1);
      list.move(1);
      const focused = [paint()];
      auctions.get('b').at = 20;
      focused.push(paint());
      auctions.get('c').at = 30;
      focused.push(paint());
      for (let index = 0; index < 200; index++) add('new-' + index, 40 + index);
      focused.push(paint());
      list.move(-1);
      focused.push(paint());
      return focused;
    })`);
    expect(focused).toEqual(['b 1', 'b 0', 'b 1', 'b 120', 'new-80 119']);
  });

  test('leads keyboard users past the bar without leaving the view', async () => {
    const page = await openConsole();
    await openAuction(page, requestOf('skip-1'));
    const at = await hash(page);
    await page.locator('.skip').press('Enter');
    await expect.poll(() => focusedId(page)).toBe('main');
    expect([await hash(page), await page.locator('#view-auction').isVisible()]).toEqual([at, true]);
  });

  for (const [colorScheme, size, viewport] of [['light', 'desk', DESK] as const, ['dark', 'phone', PHONE] as const])
    test(`fits, is readable and follows WCAG 2.2 AA at ${viewport.width} px, ${colorScheme}`, async () => {
      const page = await openConsole({ viewport, colorScheme, isMobile: size === 'phone', hasTouch: size === 'phone' });
      const long = `a-very-long-id-${'x'.repeat(90)}`;
      // Its bids have every step of a price path, and its bidder knows an earlier auction.
      const ext = {
        prebid: {
          targeting: {},
          returnallbidstatus: true,
          bidadjustmentfactors: { generic: 0.8, demo: 0.9 },
          currency: { rates: { USD: { EUR: 0.9 } }, usepbsrates: false },
        },
      };
      const request = requestOf(
        long,
        { price: 2 },
        { id: long, bidfloor: 1.23, bidfloorcur: 'USD' },
        { cur: ['EUR'], user: { buyeruid: long }, ext },
      );
      await run(request);
      await openAuction(page, request as { id?: unknown });
      await page.getByRole('region', { name: 'Previous auctions' }).waitFor();
      const found = new Map<string, unknown>();
      const check = async (view: string): Promise<void> => {
        await shoot(page, `${view}-${size}-${colorScheme}`);
        found.set(view, [await overflow(page), await clippedTables(page), await violations(page)]);
      };
      await check('auction');
      await page.getByRole('link', { name: /^collect\b/ }).click();
      await page.getByRole('region', { name: 'Rules' }).getByText('bid-shape.ts').waitFor();
      await check('state');
      for (const view of VIEWS) {
        await page.locator(`#nav-${view}`).click();
        await page.locator(`#view-${view} svg, #view-${view} form, #view-${view} tbody th`).first().waitFor();
        await check(view);
      }
      expect(Object.fromEntries(found)).toEqual(Object.fromEntries(['auction', 'state', ...VIEWS].map((view) => [view, [0, [], []]])));
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
