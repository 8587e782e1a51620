/** The console in a browser, for tests: opens pages, runs auctions, stores screenshots in test/output/console. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { connectPages, type Pages } from './pages.ts';

const SCREENSHOTS = join(import.meta.dirname, '../output/console');
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const DESK = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

/** Undesired behaviour of the pages of a test. */
interface Observed {
  /** Errors and warnings of the browser's console, and uncaught errors. */
  readonly logged: string[];
  /** Requested origins. */
  readonly requested: Set<string>;
}

export interface ConsolePages {
  /** The console in an empty profile, connected. */
  open(options?: BrowserContextOptions): Promise<Page>;
  /** Runs an auction. @returns the status of the response */
  run(request: object): Promise<number>;
  /** Runs an auction until it is in the list, and opens it. */
  openAuction(page: Page, request: { readonly id?: unknown } & object): Promise<void>;
}

const nothing = (): Observed => ({ logged: [], requested: new Set() });

/** Empties all pages after each test, which fails if one of them reported an error or called another origin. */
export function consolePages(host: { readonly browser: string; readonly origin: string; readonly adminOrigin: string }): ConsolePages {
  let pages: Pages;
  let observed = nothing();
  beforeAll(async () => {
    pages = await connectPages(host.browser, observe);
  });
  afterAll(() => pages?.close());
  afterEach(async () => {
    const { logged, requested } = observed;
    await pages.release();
    observed = nothing();
    expect(logged).toEqual([]);
    const own = host.adminOrigin;
    expect([...requested].sort()).toEqual([own, own.replace('http', 'ws')]);
  });

  function observe(page: Page): void {
    page.on('console', (message) => ['error', 'warning'].includes(message.type()) && observed.logged.push(message.text()));
    page.on('pageerror', (error) => observed.logged.push(String(error)));
    page.context().on('request', (request) => observed.requested.add(new URL(request.url()).origin));
    page.on('websocket', (socket) => observed.requested.add(new URL(socket.url()).origin));
  }

  async function run(request: object): Promise<number> {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${host.origin}/openrtb2/auction`, { method: 'POST', headers, body: JSON.stringify(request) });
    await response.text();
    return response.status;
  }

  async function open(options: BrowserContextOptions = { viewport: DESK }): Promise<Page> {
    const page = await pages.take(options);
    await page.goto(`${host.adminOrigin}/console`);
    await page.locator('#status[data-state=open]').waitFor();
    await page.locator('#list table').waitFor({ state: 'attached' });
    return page;
  }

  async function openAuction(page: Page, request: { readonly id?: unknown } & object): Promise<void> {
    await run(request);
    await row(page, String(request.id)).first().getByRole('link').click();
    await page.locator('#view-auction h1').waitFor();
  }

  return { open, run, openAuction };
}

export const row = (page: Page, id: string): Locator => page.locator('#list tbody tr', { hasText: id });

/** JPEG takes the browser two thirds of the CPU time of PNG. */
export async function shoot(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.jpg`), fullPage: true, type: 'jpeg', quality: 70 });
}

/** Violations of WCAG 2.2 A and AA on the page: `rule: element`. */
export async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(`if (!window.axe) { ${AXE} }`);
  return page.evaluate(`axe
    .run(document, { resultTypes: ['violations'], runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })
    .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html, any }) => id + ': ' + html.slice(0, 120) + ' ' + (any[0]?.message ?? ''))))`);
}
