/** How the console receives events, stores them and resumes. Needs Chromium; skipped without it. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { readCapture } from '#src/replay/capture.ts';
import { type DemoHost, requestOf, startDemoHost } from '#test/helpers/demo-host.ts';
import { startPathProxy } from '#test/helpers/path-proxy.ts';
import { AUCTOR } from '#test/helpers/program.ts';
import { connectPages, type Pages } from './pages.ts';

const shared = inject('shared');

describe.skipIf(!shared)('the console', () => {
  let pages: Pages;
  const hosts: DemoHost[] = [];
  const uncaught: string[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'auctor-downloads-'));

  beforeAll(async () => {
    pages = await connectPages(shared?.browser ?? '', (page) => void page.on('pageerror', (error) => uncaught.push(String(error))));
  });
  afterEach(async () => {
    await pages.release();
    for (const host of hosts.splice(0)) await host.stop();
    expect(uncaught.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    await pages?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function started(over: object = {}): Promise<DemoHost> {
    const host = await startDemoHost(over);
    hosts.push(host);
    return host;
  }

  async function opened(host: DemoHost): Promise<Page> {
    const page = await pages.take();
    await page.goto(`${host.adminOrigin}/console`);
    return page;
  }

  const isOpen = (page: Page): Promise<void> => page.locator('#status[data-state=open]').waitFor();

  async function run(host: DemoHost, id: string): Promise<void> {
    await (await fetch(`${host.origin}/openrtb2/auction`, { method: 'POST', body: JSON.stringify(requestOf(id)) })).text();
  }

  const ended = (page: Page) => expect.poll(async () => Number(/^\d+/.exec((await page.locator('#chart-hint').textContent()) ?? '')?.[0]));

  test('requests the token until it is valid, and stores it for the tab', async () => {
    const page = await opened(await started({ admin_token: 'right' }));
    const dialog = page.locator('#token-dialog[open]');
    await dialog.waitFor();
    expect(await page.locator('#token-wrong').isVisible()).toBe(false);
    for (let i = 0; i < 3; i++) await page.keyboard.press('Escape');
    await dialog.waitFor();
    await page.getByRole('textbox', { name: 'Token' }).fill('wrong');
    await page.getByRole('button', { name: 'Connect' }).click();
    await page.getByText('Wrong token.').waitFor();
    expect(await page.getByRole('textbox', { name: 'Token' }).inputValue()).toBe('');
    await page.getByRole('textbox', { name: 'Token' }).fill('right');
    await page.getByRole('textbox', { name: 'Token' }).press('Enter');
    await isOpen(page);
    await page.locator('#list table').waitFor();
    expect(await dialog.count()).toBe(0);
    await page.getByRole('link', { name: 'Machines' }).click();
    await page.getByRole('region', { name: 'auction', exact: true }).locator('svg').waitFor();
    await page.reload();
    await isOpen(page);
    expect(await dialog.count()).toBe(0);
  });

  test('searches with the token that was entered after the page was loaded', async () => {
    const page = await opened(await started({ admin_token: 'right' }));
    await page.getByRole('textbox', { name: 'Token' }).fill('right');
    await page.getByRole('textbox', { name: 'Token' }).press('Enter');
    await isOpen(page);
    await page.locator('#list table').waitFor({ state: 'attached' });
    const searching = page.waitForEvent('websocket', { timeout: 10_000 });
    await page.locator('#filter-text').fill('any');
    const socket = await searching;
    const { payload } = await socket.waitForEvent('framesent');
    expect(JSON.parse(String(payload))).toMatchObject({ type: 'subscribe', find: 'any' });
  });

  test('records auctions for replay', async () => {
    const host = await started();
    const page = await opened(host);
    await isOpen(page);
    await run(host, 'not-recorded');
    await ended(page).toBe(1);
    await page.getByRole('button', { name: 'Record' }).click();
    expect(await page.getByRole('button', { name: 'Stop and save' }).getAttribute('aria-pressed')).toBe('true');
    for (const id of ['one', 'two']) await run(host, id);
    await ended(page).toBe(3);
    await page.locator('tr', { hasText: 'one' }).getByRole('link').first().click();
    await page.getByRole('button', { name: 'Replay' }).click();
    await page.getByText('same response').waitFor();
    await page.getByRole('link', { name: '← All auctions' }).click();
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Stop and save' }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toMatch(/^auctions-[\dT-]+\.ndjson$/);
    const file = join(folder, saved.suggestedFilename());
    await saved.saveAs(file);
    const requests = readCapture(readFileSync(file, 'utf8')).map(({ recording }) => JSON.stringify(recording));
    expect(requests.length).toBe(2);
    const { stdout } = await promisify(execFile)(process.execPath, [AUCTOR, 'replay', file]);
    expect(stdout).toContain('2 auctions, 2 the same, 0 different');
    await run(host, 'after');
    await ended(page).toBe(4);
    expect(await page.getByRole('button', { name: 'Record' }).getAttribute('aria-pressed')).toBe('false');
  });

  test('reports that recordings are disabled, and continues to show auctions', async () => {
    const host = await started({ taps: { recordings: false } });
    const page = await opened(host);
    await isOpen(page);
    await page.getByRole('button', { name: 'Record' }).click();
    await expect.poll(() => page.getByRole('button', { name: 'Record' }).isDisabled()).toBe(true);
    await isOpen(page);
    await run(host, 'shown');
    await page.locator('#list').getByText('shown').waitFor();
  });

  test('reconnects after a lost connection without missing events', async () => {
    const host = await started();
    const page = await opened(host);
    await isOpen(page);
    await run(host, 'before');
    await ended(page).toBe(1);
    host.dropTaps();
    await page.locator('#status[data-state=closed]').waitFor();
    // More events than a new client receives.
    for (let i = 0; i < 40; i++) await run(host, `meanwhile-${i}`);
    await isOpen(page);
    await ended(page).toBe(41);
    expect(await page.locator('#list tbody a').count()).toBe(41);
    await run(host, 'after');
    await ended(page).toBe(42);
  });

  test('works below another path, as a reverse proxy may serve it', async () => {
    const host = await started();
    const proxy = await startPathProxy(host.adminOrigin, '/ops');
    try {
      const page = await pages.take();
      await page.goto(`${proxy.url}/console/`);
      expect(page.url()).toBe(`${proxy.url}/console`);
      await isOpen(page);
      await run(host, 'proxied');
      await page.locator('#list').getByText('proxied').waitFor();
      await page.getByRole('link', { name: 'Machines' }).click();
      await page.getByRole('region', { name: 'auction', exact: true }).locator('svg').waitFor();
      await page.getByRole('button', { name: 'auction as mermaid' }).click();
      await page.getByText('stateDiagram-v2').waitFor();
      await page.goto(`${proxy.url}/console#state/collect`);
      const documentation = await page.getByRole('link', { name: 'Documentation' }).getAttribute('href');
      expect(documentation).toBe(`${proxy.url}/console/stages/collect`);
    } finally {
      proxy.close();
    }
  });

  test('reports that loading the machines failed, and retries on demand', async () => {
    const page = await opened(await started());
    await isOpen(page);
    await page.locator('#list table').waitFor();
    await page.route('**/machines', (route) => route.abort());
    await page.getByRole('link', { name: 'Machines' }).click();
    await page.getByRole('alert').getByText('Loading the machines failed').waitFor();
    await page.unroute('**/machines');
    await page.keyboard.press('l');
    await page.getByRole('link', { name: 'Machines' }).click();
    await page.getByRole('region', { name: 'auction', exact: true }).locator('svg').waitFor();
  });
});
