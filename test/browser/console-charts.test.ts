/** State charts, pages of states, and tables of the console. Needs Chromium; skipped without it. */
import { describe, expect, inject, test } from 'vitest';
import { requestOf } from '#test/helpers/demo-host.ts';
import { consolePages, row, shoot } from './console-page.ts';

const shared = inject('shared');
const STATES = ['idle', 'validate', 'enrich', 'privacy', 'fanOut', 'collect', 'adjust', 'target', 'cache', 'respond'];

describe.skipIf(!shared)('the console', () => {
  const { open, run, openAuction } = consolePages(shared ?? { browser: '', origin: '', adminOrigin: '' });

  test('draws each state once and names the event and guard of every transition', async () => {
    const page = await open();
    const names = await page.locator('#chart .node .name').allTextContents();
    expect(names.toSorted()).toEqual([...STATES, 'reject', 'rejected', 'done', 'any state'].toSorted());
    const labels = await page.locator('#chart .why text').allTextContents();
    expect(new Set(labels)).toEqual(
      new Set([
        'start',
        '[free] or done: pending',
        '[noCalls] or done: bidderCalls',
        '[rejected]',
        'always or done: pending',
        'disconnected',
        'error: bidderCalls',
      ]),
    );
    const edges = page.locator('#chart .edge');
    expect([await edges.count(), await page.locator('#chart .edge[marker-end]').count()]).toEqual([labels.length, labels.length]);
  });

  test('colours the charts by time or errors', async () => {
    const page = await open();
    await run({ id: 'colour-bad', imp: [], site: { page: 'https://publisher.example/' } });
    await row(page, 'colour-bad').first().waitFor();
    const colour = page.locator('#chart-colour');
    await colour.selectOption('errors');
    await page.locator('#chart a.node[class*=heat-]', { hasText: 'validate' }).waitFor();
    await colour.selectOption('time');
    await page.locator('#chart a.node[class*=heat-]', { hasText: 'validate' }).waitFor();
    await colour.selectOption('none');
    await expect.poll(() => page.locator('#chart [class*=heat-]').count()).toBe(0);
    await openAuction(page, requestOf('colour-broken', { behaviour: 'broken' }));
    const path = page.locator('#view-auction').getByLabel('Colour by');
    await path.selectOption('errors');
    expect(await page.getByRole('link', { name: /^collect .* 1 error: passed$/ }).getAttribute('class')).toContain('heat-5');
    await path.selectOption('time');
    // Two states may take about as long.
    expect(await page.locator('#view-auction .heat-5').count()).toBeGreaterThan(0);
  });

  test('opens a state: its rules, its documentation, its latency and its slowest auctions', async () => {
    const page = await open();
    await run(requestOf('state-slow', { behaviour: 'slow' }, {}, { tmax: 400 }));
    await row(page, 'state-slow').getByText('1 timed out').waitFor();
    await page.getByRole('link', { name: /^collect\b/ }).click();
    await page.getByRole('heading', { name: 'collect', level: 1 }).waitFor();
    const rules = page.getByRole('region', { name: 'Rules' }).locator('tbody tr');
    await rules.first().waitFor();
    expect(await rules.allInnerTexts()).toEqual(
      expect.arrayContaining([expect.stringMatching(/^src\/auction\/collect\/secondary\.ts\s+Secondary bidders: /)]),
    );
    expect(await page.getByRole('img', { name: /^Histogram of \d+ durations, / }).count()).toBe(1);
    const slowest = page.getByRole('region', { name: 'Slowest auctions' }).locator('tbody tr');
    const slow = slowest.filter({ hasText: 'state-slow' });
    expect(await slow.textContent()).toMatch(/^state-slowdemo[\d:]+\d+ ms\d+ ms$/);
    await shoot(page, 'state');
    const documentation = await page.getByRole('link', { name: 'Documentation' }).getAttribute('href');
    expect(await page.evaluate(`fetch('${documentation}').then((page) => page.text())`)).toMatch(/^# collect\n/);
    await slow.locator('td').last().click();
    await page.locator('#view-auction h1', { hasText: 'state-slow' }).waitFor();
  });

  test('sorts tables by any column, and opens an auction by a click on its row', async () => {
    const page = await open();
    for (const id of ['sort-b', 'sort-c', 'sort-a']) await run(requestOf(id));
    await page.getByLabel('Find').fill('sort-');
    const listed = () => page.locator('#list tbody a').allTextContents();
    await expect.poll(listed).toEqual(['sort-a', 'sort-c', 'sort-b']);
    const request = page.locator('#list').getByRole('columnheader', { name: 'Request' });
    await request.getByRole('button').click();
    await expect.poll(listed).toEqual(['sort-a', 'sort-b', 'sort-c']);
    await request.getByRole('button').press('Enter');
    await expect.poll(listed).toEqual(['sort-c', 'sort-b', 'sort-a']);
    expect(await request.getAttribute('aria-sort')).toBe('descending');
    await row(page, 'sort-b').getByText('done').click();
    await page.locator('#view-auction h1', { hasText: 'sort-b' }).waitFor();
  });

  test('reports why the list is empty', async () => {
    const page = await open();
    await run(requestOf('listed'));
    await row(page, 'listed').first().waitFor();
    await page.getByLabel('Find').fill('no such auction');
    await page
      .locator('#list')
      .getByText(/^None of the \d+ stored auctions matches the filter\.$/)
      .waitFor();
  });
});
