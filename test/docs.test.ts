/** The pages match the code. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { STAGES } from '#machines/lifecycle.ts';
import { configPage, sections } from '../docs/config/page.ts';
import { anchorOf } from '../docs/site/markdown.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...globSync('docs/**/*.md', { cwd: ROOT })];

/** First column of every table row, without back ticks. */
const firstColumn = (page: string): string[] => [...page.matchAll(/^\| *`([^`|]+)` *\|/gm)].map(([, name = '']) => name);

/** A section of a page by its heading. */
function section(page: string, heading: string): string {
  const from = page.indexOf(`\n## ${heading}\n`);
  expect(from, heading).toBeGreaterThanOrEqual(0);
  const to = page.indexOf('\n## ', from + 1);
  return page.slice(from, to < 0 ? undefined : to);
}

describe('docs/CONFIG.md', () => {
  it('is generated from the schema', () => {
    expect(read('docs/CONFIG.md')).toBe(configPage());
  });

  it('describes every option, or its group', () => {
    const options = sections().flatMap((one) => one.options);
    const documented = new Set(
      options.filter(({ comment, path }) => comment !== '' && path !== 'account_defaults').map(({ path }) => path),
    );
    const isDocumented = (path: string): boolean =>
      documented.has(path) || (/[.[]/.test(path) && isDocumented(path.replace(/(\.<name>|\[\]|\.\w+)$/, '')));
    expect(options.filter(({ path, type }) => type !== 'options' && !isDocumented(path)).map(({ path }) => path)).toEqual([]);
  });
});

describe('docs/ARCHITECTURE.md', () => {
  it('lists the states in order', () => {
    expect(firstColumn(section(read('docs/ARCHITECTURE.md'), 'The life of an auction'))).toEqual([...STAGES]);
  });

  it('lists every folder of the repository, and no other', () => {
    const rows = section(read('docs/ARCHITECTURE.md'), 'Folders').matchAll(/^\| (`[^|]+`) +\|/gm);
    const listed = [...rows].flatMap(([, names = '']) => [...names.matchAll(/`([\w./-]+?)\/?`/g)].map(([, name = '']) => name));
    const isFolder = (name: string): boolean => existsSync(join(ROOT, name));
    const wanted = globSync('src/*/', { cwd: ROOT }).map((path) => path.replace(/\/$/, ''));
    expect(listed.filter((name) => !isFolder(name))).toEqual([]);
    expect(wanted.filter((name) => isFolder(name) && !listed.includes(name))).toEqual([]);
  });
});

describe('docs/DEPENDENCIES.md', () => {
  it('gives a reason for every package, and for no other', () => {
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read('package.json')) as Record<string, object>;
    const wanted = [dependencies, devDependencies, optionalDependencies].flatMap((group) => Object.keys(group ?? {}));
    expect(firstColumn(read('docs/DEPENDENCIES.md')).sort()).toEqual(wanted.sort());
  });
});

describe('links', () => {
  it.each(pages)('of %s are valid', (page) => {
    const links = [...read(page).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, to = '']) => to).filter((to) => !/^https?:/.test(to));
    expect(links.filter((to) => !existsSync(join(ROOT, dirname(page), to)))).toEqual([]);
  });

  it('in code format name existing files and folders', () => {
    const named = pages.flatMap((page) =>
      [...read(page).matchAll(/`((?:src|test|machines|streams|docs|properties|bench)\/[\w./-]*)`/g)].map(
        ([, path = '']) => `${page}: ${path}`,
      ),
    );
    // files that a newcomer or a test run will create
    const examples = /acme|test\/output/;
    expect(named.filter((line) => !examples.test(line) && !existsSync(join(ROOT, line.split(': ')[1] ?? '')))).toEqual([]);
  });
});

const anchorsOf = (page: string): string[] => [...read(page).matchAll(/^#+ +(.+)$/gm)].map(([, heading = '']) => anchorOf(heading));

/** Whether a page and its anchor exist. */
function exists(target: string): boolean {
  const [page = '', id] = target.split('#');
  return existsSync(join(ROOT, page)) && (id === undefined || anchorsOf(page).includes(id));
}

describe('the pages of endpoints and stages', () => {
  const sources = globSync('{src,machines,streams}/**/*.ts', { cwd: ROOT });
  const cited = sources.flatMap((file) =>
    [...read(file).matchAll(/docs\/[\w./-]+\.md(?:#[\w-]+)?/g)].map(([target]) => ({ file, target })),
  );

  it('are cited in comments by names and anchors that exist', () => {
    expect(cited.filter(({ target }) => !exists(target))).toEqual([]);
  });

  it('have links to anchors that exist', () => {
    const links = pages.flatMap((page) =>
      [...read(page).matchAll(/\]\(([^)\s:]*#[^)\s]+)\)/g)].map(([, to = '']) => {
        const [file = '', id] = to.split('#');
        return `${file === '' ? page : join(dirname(page), file)}#${id}`;
      }),
    );
    expect(links.filter((target) => !exists(target))).toEqual([]);
  });

  it('are there for every stage, cited by its file', () => {
    const kebab = (stage: string): string => stage.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const wanted = STAGES.map((stage) => `docs/stages/${kebab(stage)}.md`);
    expect(wanted.filter((page) => !cited.some(({ target }) => target === page))).toEqual([]);
  });

  it('are there for every endpoint, cited by its file', () => {
    const routes = globSync('src/http/*.ts', { cwd: ROOT }).filter((file) => /export function register\w+\(/.test(read(file)));
    expect(routes.filter((file) => !cited.some((one) => one.file === file && one.target.startsWith('docs/endpoints/')))).toEqual([]);
    expect(routes.length).toBeGreaterThan(10);
  });
});
