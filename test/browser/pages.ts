/** Pages of the run's browser. A new page costs a second of CPU, so the tests of a file take turns with it, each with an empty profile. */
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core';

export interface Pages {
  /** A page without content and stored data. */
  take(options?: BrowserContextOptions): Promise<Page>;
  /** Empties the taken pages for the next test. */
  release(): Promise<void>;
  close(): Promise<void>;
}

interface Taken {
  readonly page: Page;
  readonly free: Page[];
}

/** @param prepare called once with each new page; its listeners remain */
export async function connectPages(browserAddress: string, prepare: (page: Page) => void): Promise<Pages> {
  const browser = await chromium.connect(browserAddress);
  const free = new Map<string, Page[]>();
  const taken: Taken[] = [];

  async function newPage(options: BrowserContextOptions): Promise<Page> {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    prepare(page);
    return page;
  }

  return {
    async take(options = {}) {
      const key = JSON.stringify(options);
      const same = free.get(key) ?? [];
      free.set(key, same);
      const page = same.pop() ?? (await newPage(options));
      taken.push({ page, free: same });
      return page;
    },
    async release() {
      for (const { page, free: same } of taken.splice(0)) {
        await page.unrouteAll();
        await page.evaluate('localStorage.clear(); sessionStorage.clear()');
        await page.goto('about:blank');
        same.push(page);
      }
    },
    close: () => browser.close(),
  };
}
