/** One auction in the console: its bidders over time, prices, changes of its request, and actions. Needs Chromium; skipped without it. */
import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, inject, test } from 'vitest';
import { requestOf } from '#test/helpers/demo-host.ts';
import { consolePages, shoot, violations } from './console-page.ts';

const shared = inject('shared');
const MANY = 200;
const HAS_CURL = spawnSync('curl', ['--version']).status === 0;

/** A request for many bidders: some are slow, some do not bid. */
function manyBidders(id: string): { readonly id: string } & object {
  const names = Array.from({ length: MANY }, (_, index) => `alias${index}`);
  const paramsOf = (index: number): object => (index % 40 === 0 ? { behaviour: 'slow' } : index % 3 > 0 ? { behaviour: 'no-bid' } : {});
  const bidder = Object.fromEntries(names.map((name, index) => [name, paramsOf(index)]));
  const aliases = Object.fromEntries(names.map((name) => [name, 'demo']));
  const imp = [{ id: 'top', banner: { format: [{ w: 300, h: 250 }] }, ext: { prebid: { bidder } } }];
  return { ...requestOf(id, {}, {}, { imp, tmax: 1500, ext: { prebid: { aliases, targeting: {}, returnallbidstatus: true } } }), id };
}

describe.skipIf(!shared)('the console', () => {
  const { open, run, openAuction } = consolePages(shared ?? { browser: '', origin: '', adminOrigin: '' });

  test('folds 200 bidders by outcome, and draws only the visible ones of an opened outcome', async () => {
    const page = await open();
    await openAuction(page, manyBidders('many-bidders'));
    const waterfall = page.getByRole('group', { name: /^Waterfall: 200 bidders/ });
    const lanes = waterfall.locator('.space .lane');
    expect(await waterfall.locator('.space button').count()).toBe(await lanes.count());
    await waterfall.getByRole('button', { name: /timeout/ }).click();
    expect(await lanes.locator('.timeout').first().isVisible()).toBe(true);
    expect(await waterfall.locator('.lane.late').count()).toBeGreaterThan(0);
    await waterfall.getByLabel('fold by outcome').uncheck();
    expect(await lanes.count()).toBeLessThan(40);
    await waterfall.getByLabel('Sort by').selectOption('bidder');
    expect(await lanes.first().locator('.who').textContent()).toBe('alias0');
    await page.evaluate("document.querySelector('.lanes').scrollTo(0, 100_000)");
    await lanes.getByText('alias199').waitFor();
    expect(await waterfall.locator('.limit').count()).toBe(2);
    expect(await waterfall.locator('.tick').first().textContent()).toBe('0 µs');
    await shoot(page, 'auction-200-bidders');
    expect(await violations(page)).toEqual([]);
  });

  test('shows how a price was converted, adjusted, compared with its floor and rounded', async () => {
    const page = await open();
    const imp = { bidfloor: 0.5, bidfloorcur: 'USD' };
    const srv = { targeting: {}, bidadjustmentfactors: { generic: 0.5 } };
    await openAuction(page, requestOf('price-path', {}, imp, { ext: { prebid: srv } }));
    const bids = page.getByRole('region', { name: 'Bids and outcomes' }).locator('tbody tr', { hasText: 'generic' });
    expect(await bids.locator('td[data-head="Price, CPM"]').first().textContent()).toMatch(
      /^2\.4 USD → × 0\.5 = 1\.2 USD( → floor 0\.5 USD)? → bucket 1\.20$/,
    );
  });

  test('shows what a bidder was sent about the previous auctions of the user', async () => {
    const page = await open();
    const user = { user: { buyeruid: 'of-the-console-test' } };
    await run(requestOf('previous-first', { price: 1 }, {}, user));
    await openAuction(page, requestOf('previous-second', {}, {}, user));
    const rows = page.getByRole('region', { name: 'Previous auctions' }).locator('tbody tr');
    expect(await rows.first().textContent()).toMatch(/^demo[\d:]+toplostprice1 USD2\.4 USD$/);
  });

  test('shows what changed in the request up to each bidder', async () => {
    const page = await open();
    await openAuction(page, requestOf('changed-request'));
    const changes = page.getByRole('region', { name: 'Changes of the request' });
    await changes.getByText('From the request as sent to the one after validate').click();
    await changes.locator('tbody tr', { hasText: 'added' }).first().waitFor();
    await changes.getByText("From the resolved request to demo's").click();
    await changes
      .getByText(/^\d+ changes$/)
      .nth(1)
      .waitFor();
  });

  test('runs the request of an auction again, and compares the two auctions', async () => {
    const page = await open();
    await run(requestOf('compare-b', { behaviour: 'no-bid' }));
    await openAuction(page, requestOf('compare-a'));
    const choice = page.getByLabel('Compare with');
    const other = await choice.locator('option', { hasText: 'compare-b' }).getAttribute('value');
    await choice.selectOption(other);
    await page.getByRole('heading', { name: 'compare-a and compare-b' }).waitFor();
    const demo = page.getByRole('region', { name: 'Bidders' }).locator('tbody tr', { hasText: 'demo' });
    expect(await demo.last().textContent()).toMatch(/^demobids, .*lostno-bid, /);
    await page.getByText('As sent').click();
    await page.getByRole('region', { name: 'Requests' }).locator('tbody tr', { hasText: 'compare-b' }).waitFor();
    await shoot(page, 'compare');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'compare-a' }).click();
    await page.getByRole('button', { name: 'Run again' }).click();
    expect(JSON.parse(await page.locator('#try-body').inputValue())).toMatchObject({ id: 'compare-a' });
  });

  test('copies a request as a curl command with any characters', async () => {
    const page = await open();
    const command: string = await page.evaluate(`import('/console/actions.js').then(({ toCurl }) =>
      toCurl({ endpoint: 'auction', bodies: { request: '{"id":"it\\'s"}' } }, 'http://127.0.0.1:8000'))`);
    expect(command).toBe(`curl 'http://127.0.0.1:8000/openrtb2/auction' -H 'Content-Type: application/json' -d '{"id":"it'\\''s"}'`);
  });

  test('offers to send a request again only if it is known and complete', async () => {
    const page = await open();
    const bodies = [undefined, { request: '' }, { request: '{"id":"a… (9 more)' }, { request: '{"id":"a"}' }];
    const isRepeatable = await page.evaluate(`import('/console/actions.js').then(({ isRepeatable }) =>
      ${JSON.stringify(bodies.map((request) => ({ endpoint: 'auction', bodies: request })))}.map(isRepeatable))`);
    expect(isRepeatable).toEqual([false, false, false, true]);
  });

  test.skipIf(!HAS_CURL)('copies a request as a curl command that runs the auction again', async () => {
    const page = await open();
    await page.evaluate('navigator.clipboard.writeText = async (copied) => { window.copied = copied; }');
    const id = 'curl\'s $HOME "1"';
    await openAuction(page, { ...requestOf('curl'), id });
    await page.getByRole('button', { name: 'Copy as curl' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const command: string = await page.evaluate('window.copied');
    const { stdout } = await promisify(execFile)('sh', ['-c', `${command} --silent --show-error`]);
    const response = JSON.parse(stdout) as { readonly id: string; readonly seatbid: readonly { readonly seat: string }[] };
    expect([response.id, response.seatbid.map(({ seat }) => seat).sort()]).toEqual([id, ['demo', 'generic']]);
  });

  test('copies without the clipboard that browsers offer to pages with TLS only, and shows when it cannot', async () => {
    const page = await open();
    await openAuction(page, requestOf('no-clipboard'));
    await page.evaluate("document.addEventListener('copy', () => { window.copied = String(getSelection()); })");
    await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })");
    await page.getByRole('button', { name: 'Copy as curl' }).click();
    await page.getByRole('button', { name: 'Copied', exact: true }).waitFor();
    expect(await page.evaluate('window.copied')).toContain('no-clipboard');
    const denied = '{ value: { writeText: () => Promise.reject(new Error("denied")) } }';
    await page.evaluate(`Object.defineProperty(navigator, 'clipboard', ${denied})`);
    await page.getByRole('button', { name: 'Copied', exact: true }).click();
    await page.getByRole('button', { name: 'Not copied' }).waitFor();
  });
});
