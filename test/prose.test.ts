/** Comments, test titles and docs cite pages that exist, and use the field's terms instead of home-made phrases. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: ROOT }).filter((page) => page !== 'CHANGELOG.md');
const code = globSync(['{src,machines,streams,test,properties,bench,docs}/**/*.{ts,js,css}', '.ci/*'], { cwd: ROOT });

/** Phrases that were replaced by plain English throughout. */
const PHRASES = [
  'goes by',
  'go by',
  'is told',
  'are told',
  'what is told',
  'who reads',
  'says no',
  'cannot be had',
  'in its place',
  'takes the place of',
  'under way',
  'turned away',
  'turns away',
  'made anew',
];

const COMMENT = /\/\*[\s\S]*?\*\/|(?:^|\s)\/\/ [^\n]*(?:\n\s*\/\/ [^\n]*)*|^#(?!!) [^\n]*/gm;
const TITLE = /\b(?:describe|test|it)(?:\.\w+)*(?:\([^\n]*\))?\(\s*(['"`])((?:(?!\1)[^\\\n]|\\.)*)\1/g;
const oneLine = (text: string): string => text.replace(/\s*\n\s*(?:\*|\/\/|#)?\s*/g, ' ');

/** Texts for people by file: comments and titles of code, complete pages. */
const messages: readonly (readonly [file: string, text: string])[] = [
  ...pages.map((page) => [page, readFileSync(join(ROOT, page), 'utf8')] as const),
  ...code.flatMap((file) => {
    const source = readFileSync(join(ROOT, file), 'utf8');
    const comments = [...source.matchAll(COMMENT)].map(([comment]) => comment);
    const titles = [...source.matchAll(TITLE)].map(([, , title = '']) => title);
    return [...comments, ...titles].map((text) => [file, text] as const);
  }),
];

const exists = (file: string, page: string): boolean =>
  existsSync(join(ROOT, page)) ||
  existsSync(join(ROOT, 'docs', page)) ||
  existsSync(join(ROOT, file, '..', page)) ||
  pages.some((known) => basename(known) === page);

describe('comments, titles and docs', () => {
  it('cite only pages of the repository', () => {
    const dead = messages.flatMap(([file, text]) =>
      [...text.matchAll(/(?<![\w/<-])[\w./-]+\.md\b/g)].filter(([page]) => !exists(file, page)).map(([page]) => `${file}: ${page}`),
    );
    expect([...new Set(dead)]).toEqual([]);
  });

  it.each(PHRASES)('do not contain the phrase %j', (phrase) => {
    const pattern = new RegExp(`\\b${phrase}\\b`, 'i');
    const found = messages.filter(([, text]) => pattern.test(oneLine(text)));
    expect(found.map(([file, text]) => `${file}: ${oneLine(text).slice(0, 120)}`)).toEqual([]);
  });
});
