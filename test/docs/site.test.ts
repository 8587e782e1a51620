/** The site of the docs: all pages, and links that lead somewhere. */
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import MiniSearch from 'minisearch';
import { afterAll, expect, test } from 'vitest';
import { FILES } from '../../docs/site/contents.ts';
import { writeSite } from '../../docs/site/write.ts';

const ROOT = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'auctor-site-'));
writeSite(folder);
afterAll(() => rmSync(folder, { recursive: true }));

const pages = globSync('**/*.html', { cwd: folder });
const html = new Map(pages.map((page) => [page, readFileSync(join(folder, page), 'utf8')]));

/** Whether an address of a page exists, with its section. */
function leadsSomewhere(page: string, to: string): boolean {
  const [path = '', id] = to.split('#');
  const target = path === '' ? page : join(dirname(page), path);
  if (!target.endsWith('.html')) return existsSync(join(folder, target));
  return html.has(target) && (id === undefined || html.get(target)?.includes(` id="${id}"`) === true);
}

test('the site replaces an earlier one, and no folder with other files', () => {
  const other = mkdtempSync(join(tmpdir(), 'auctor-no-site-'));
  writeFileSync(join(other, 'mine.txt'), 'mine');
  expect(() => writeSite(other)).toThrow('has other files');
  expect(readFileSync(join(other, 'mine.txt'), 'utf8')).toBe('mine');
  rmSync(other, { recursive: true });
});

test('the menu of the site has every page of docs', () => {
  const files = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...globSync('docs/**/*.md', { cwd: ROOT })];
  expect(files.filter((file) => !FILES.includes(file))).toEqual([]);
});

test('the site has a page for each of the adapters', () => {
  expect(pages.filter((page) => page.startsWith('bidders/')).length).toBe(globSync('src/bidders/adapters/*.ts', { cwd: ROOT }).length + 1);
});

test('links of the site lead to pages and sections that exist', () => {
  const links = [...html].flatMap(([page, text]) => [...text.matchAll(/(?:href|src)="([^":]+)"/g)].map(([, to = '']) => ({ page, to })));
  expect(links.filter(({ page, to }) => !leadsSomewhere(page, to))).toEqual([]);
  expect(links.length).toBeGreaterThan(10_000);
});

test('the search of the site finds an option, a bidder and an endpoint', () => {
  const options = { fields: ['title', 'heading', 'text'], storeFields: ['address'] };
  const index = MiniSearch.loadJSON(readFileSync(join(folder, 'search.json'), 'utf8'), options);
  const first = (text: string): string => String(index.search(text, { boost: { title: 4, heading: 3 } })[0]?.['address']);
  expect(['rubicon', 'cookie_sync', 'max_wait_share'].map((text) => first(text).replace(/#.*/, ''))).toEqual([
    'bidders/rubicon.html',
    'endpoints/cookie-sync.html',
    'CONFIG.html',
  ]);
});
