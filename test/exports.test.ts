/** Every export of the program has a use in another file. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const files = globSync(['{src,machines,streams,bench,docs,.ci,bin,deploy,test,properties}/**/*.{ts,js}', '*.ts'], {
  cwd: ROOT,
  exclude: ['test/output'],
});
const sources = files.filter((file) => /^(src|machines|streams)\//.test(file));
const isTest = (file: string): boolean => /^(test|properties)\//.test(file);
const contents = new Map(files.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]));

/** Files that import each export, by `file name`; `*` stands for all exports of the file. */
const importers = new Map<string, Set<string>>();

function note(file: string, from: string, name: string): void {
  const path = from.startsWith('#') ? from.slice(1) : relative(ROOT, join(ROOT, dirname(file), from));
  const key = `${path} ${name}`;
  importers.set(key, (importers.get(key) ?? new Set()).add(file));
}

const namesIn = (list: string): string[] => list.split(',').flatMap((part) => /^\s*(?:type\s+)?([\w$]+)/.exec(part)?.[1] ?? []);

for (const [file, text] of contents) {
  for (const [, names = '', from = ''] of text.matchAll(/^import\s+([^;'"]*?)\s*from\s*'([#.][^']+)'/gm)) {
    for (const name of namesIn(/\{([^}]*)\}/.exec(names)?.[1] ?? '')) note(file, from, name);
    const all = /\*\s+as\s+(\w+)/.exec(names)?.[1];
    if (all) for (const [, name = ''] of text.matchAll(new RegExp(`\\b${all}\\.(\\w+)`, 'g'))) note(file, from, name);
    // Passed on as an object
    if (all && new RegExp(`(?<!as )\\b${all}\\b(?!\\.)`).test(text)) note(file, from, '*');
  }
  for (const [, names, from = '', name] of text.matchAll(
    /(?:\{([^{}]*)\}\)? (?:=>|=) )?(?:await )?import\('([#.][^']+)'\)\)?(?:\.(\w+))?/g,
  )) {
    for (const each of names === undefined ? [name ?? '*'] : namesIn(names)) note(file, from, each);
  }
}

const importersOf = (file: string, name: string): string[] =>
  [name, '*'].flatMap((each) => [...(importers.get(`${file} ${each}`) ?? [])]).filter((importer) => importer !== file);

/** How often a file contains a name, its declaration included. */
const countIn = (file: string, name: string): number => (contents.get(file) ?? '').split(/[^\w$]+/).filter((word) => word === name).length;

const exported = sources.flatMap((file) =>
  [...(contents.get(file) ?? '').matchAll(/^export (?:async )?(function\*?|const|class|interface|type) ([\w$]+)/gm)].map(
    ([, kind = '', name = '']) => ({ file, name, isType: kind === 'interface' || kind === 'type' }),
  ),
);

/** Recorded cases call the rule itself; the program uses it in another form. */
const RECORDED = 'recorded cases of the rule';

/** Exports that only tests use, each with its reason. */
const FOR_TESTS: Readonly<Record<string, string>> = {
  'src/config/account.ts AccountInput': 'the type of account settings as written',
  'src/openrtb/downgrades.ts downError': RECORDED,
  'src/openrtb/releases.ts RELEASES': RECORDED,
  'src/privacy/no-sale.ts withNoSale': RECORDED,
  'src/sync/url-template.ts escapeAroundMacros': RECORDED,
};

it('the program uses every export, be it in its own file: nothing exists for tests only', () => {
  const unused = exported.filter(
    ({ file, name }) => countIn(file, name) < 2 && importersOf(file, name).every((importer) => isTest(importer)),
  );
  expect(unused.map(({ file, name }) => `${file} ${name}`).sort()).toEqual(Object.keys(FOR_TESTS).sort());
});

/** Exports that pages load by their address. */
const BY_ADDRESS: readonly string[] = ['src/admin/console/actions.js isRepeatable', 'src/admin/console/actions.js toCurl'];

it('no function or constant is exported that no other file imports', () => {
  const own = exported.filter(({ file, name, isType }) => !isType && importersOf(file, name).length === 0);
  expect(own.map(({ file, name }) => `${file} ${name}`).sort()).toEqual(BY_ADDRESS);
});
