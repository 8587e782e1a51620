/** The console of the documented host with four modules: decision trees of rules, and hooks of an auction. Needs Chromium; skipped without it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { parse } from 'yaml';
import { type DemoHost, requestOf, startDemoHost } from '#test/helpers/demo-host.ts';
import { consolePages, shoot, violations } from './console-page.ts';

const shared = inject('shared');

function documentedSettings(): object {
  const page = readFileSync(join(import.meta.dirname, '../../docs/MODULES.md'), 'utf8');
  const [, settings = ''] = /```yaml\n(# four modules\n[\s\S]*?)```/.exec(page) ?? [];
  const { hooks, account_defaults } = parse(settings) as { hooks: object; account_defaults: object };
  return { hooks, account_defaults };
}

describe.skipIf(!shared)('the console of a host with four modules', () => {
  const place = { browser: shared?.browser ?? '', origin: '', adminOrigin: '' };
  let host: DemoHost;
  beforeAll(async () => {
    host = await startDemoHost(documentedSettings());
    Object.assign(place, { origin: host.origin, adminOrigin: host.adminOrigin });
  });
  afterAll(() => host?.stop());
  const { open, run, openAuction } = consolePages(place);

  const device = { ua: 'Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X)', geo: { country: 'MEX' } };

  test('draws the rules of an account as a tree, with the matches of each result', async () => {
    for (const country of ['MEX', 'MEX', 'CUB'])
      await run(requestOf(`rules-${country}`, {}, {}, { device: { ...device, geo: { country } } }));
    const page = await open();
    await page.getByRole('link', { name: 'Rules' }).click();
    const tree = page.getByRole('group', { name: 'Rules of countries' });
    await tree.locator('.figure', { hasText: '0 matches' }).first().waitFor();
    await page.getByRole('searchbox', { name: 'Account' }).fill('demo');
    await page.getByRole('button', { name: 'Show' }).click();
    await tree.locator('.figure', { hasText: '2 matches' }).waitFor();
    const boxes = await tree.locator('.node').evaluateAll((nodes) => nodes.map((node) => node.getAttribute('aria-label')));
    expect(boxes).toEqual(['deviceCountry?', 'excludeBidders generic, 2 matches', 'no change, 1 match']);
    expect(await tree.locator('.why').allTextContents()).toEqual(['MEX', 'otherwise']);
    expect(await violations(page)).toEqual([]);
    await shoot(page, 'rules');
  });

  test('shows the hooks of four modules in an auction, with their changes', async () => {
    const page = await open();
    await openAuction(page, requestOf('four-modules', {}, {}, { device }));
    const hooks = page.getByRole('region', { name: 'Modules' });
    await hooks.waitFor();
    const text = await hooks.textContent();
    for (const module of ['auctor.devicedetection', 'prebid.rulesengine', 'pb-response-correction', 'pb-richmedia-filter'])
      expect(text).toContain(module);
    await shoot(page, 'four-modules');
  });
});
