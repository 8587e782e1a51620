/** Pages that list other pages, or modules: nothing is missing. */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { findModules } from '#src/modules/registry.ts';

const DOCS = join(import.meta.dirname, '../../docs');
const read = (page: string): string => readFileSync(join(DOCS, page), 'utf8');

test.each(['endpoints', 'stages', 'decisions'])('the list of the pages in docs/%s is complete', (folder) => {
  const linked = new Set([...read(`${folder}/README.md`).matchAll(/\]\(([\w-]+\.md)/g)].map(([, page]) => page));
  const found = globSync('*.md', { cwd: join(DOCS, folder) }).map((page) => basename(page));
  expect(found.filter((page) => page !== 'README.md' && !linked.has(page))).toEqual([]);
});

test('the table of docs/MODULES.md has a row for each module, by one of its codes', async () => {
  const [table = ''] = /^\| Module +\| Codes [\s\S]*?\n\n/m.exec(read('MODULES.md')) ?? [];
  const listed = new Set([...table.matchAll(/`([\w.-]+)`/g)].map(([, code]) => code));
  const modules = await findModules();
  expect(modules.filter(({ code, aliases = [] }) => ![code, ...aliases].some((each) => listed.has(each))).map(({ code }) => code)).toEqual(
    [],
  );
  expect(table.trim().split('\n').length - 2).toBe(modules.length);
});
