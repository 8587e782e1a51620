/**
 * `npm run docs:site [-- FOLDER]`: the pages of `docs/` as a static, searchable site; without FOLDER in `.cache/site`. It needs no server
 * beside one for files, and no network. A link that leads nowhere, or to a missing section, is an error.
 */
import { copyFileSync, existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import MiniSearch from 'minisearch';
import { errorMessage } from '#src/lang/error-message.ts';
import { bidderPages } from './bidder-pages.ts';
import { render } from './markdown.ts';
import { pageHtml, type SitePage } from './page.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Address of a page: the README of a folder is its index. */
const addressOf = (file: string): string =>
  file
    .replace(/^docs\//, '')
    .replace(/README\.md$/, 'index.md')
    .replace(/\.md$/, '.html');

/** Markdown by file. */
function sources(): Map<string, string> {
  const files = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...globSync('docs/**/*.md', { cwd: ROOT }).sort()];
  const pages = files.map((file): [string, string] => [file, readFileSync(join(ROOT, file), 'utf8')]);
  return new Map([...pages, ...bidderPages().map(({ file, markdown }): [string, string] => [file, markdown])]);
}

/** All pages by file. @throws Error for a link to a file that does not exist */
export function makePages(): ReadonlyMap<string, SitePage> {
  const markdown = sources();
  const addresses = new Map([...markdown.keys()].map((file) => [file, addressOf(file)]));
  return new Map(
    [...markdown].map(([file, text]) => {
      const rendered = render(text, { file, root: ROOT, pages: addresses });
      return [file, { file, address: addressOf(file), rendered }];
    }),
  );
}

/** The index of the search: one entry per section. */
function searchIndex(pages: Iterable<SitePage>): string {
  const index = new MiniSearch({ fields: ['title', 'heading', 'text'], storeFields: ['title', 'heading', 'address'] });
  for (const { address, rendered } of pages) {
    for (const { heading, anchor, text } of rendered.sections) {
      const to = `${address}#${anchor}`;
      // Two sections of one name have one address: the search leads to the first.
      if (!index.has(to)) index.add({ id: to, title: rendered.title, heading, text, address: to });
    }
  }
  return JSON.stringify(index);
}

/** Writes the site, in place of an earlier one. @throws Error if the folder contains anything else */
export function writeSite(folder: string): void {
  const pages = makePages();
  if (existsSync(folder) && readdirSync(folder).length > 0 && !existsSync(join(folder, 'search.json'))) {
    throw new Error(`${folder} has other files: choose a new folder or one of a site`);
  }
  rmSync(folder, { recursive: true, force: true });
  for (const page of pages.values()) {
    const file = join(folder, page.address);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, pageHtml(page, pages));
  }
  writeFileSync(join(folder, 'search.json'), searchIndex(pages.values()));
  for (const name of ['site.css', 'site.js']) copyFileSync(join(import.meta.dirname, name), join(folder, name));
  copyFileSync(join(ROOT, 'node_modules/minisearch/dist/es/index.js'), join(folder, 'minisearch.js'));
}

if (import.meta.main) {
  const [, , given, ...others] = process.argv;
  if (given?.startsWith('-') || others.length > 0) {
    console.error('usage: npm run docs:site [-- FOLDER]');
    process.exit(2);
  }
  const folder = resolve(given ?? join(ROOT, '.cache/site'));
  try {
    writeSite(folder);
    console.log(`${folder}/index.html`);
  } catch (cause) {
    console.error(errorMessage(cause));
    process.exitCode = 1;
  }
}
