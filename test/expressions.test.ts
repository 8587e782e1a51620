/** No regular expression takes more than linear time: every literal of the sources is analysed. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { analyse } from 'scslre';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/** Super-linear expressions of texts that only the host writes: its settings, its files. Each with its reason. */
const HOSTS_OWN: Readonly<Record<string, string>> = {
  'src/aws/credentials.ts /^([\\w-]+)\\s*=\\s*(.*)$/': "the host's credentials file",
  'src/cache/address.ts /^(https?):\\/\\/([^/?#]+)([^?#]*)$/': 'external_url',
  'src/config/input/coerce.ts /^\\s*[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?\\s*$/': "the host's settings",
  'src/config/input/properties-file.ts /^((?:\\\\.|[^\\\\=:\\s])*)\\s*[=:]?\\s*(.*)$/s': "the host's settings",
  'src/config/input/resolve.ts /^(.*?)\\[([^\\]]*)\\]$/': "the host's settings",
  'src/config/units.ts /(\\d+(?:\\.\\d+)?)(ms|s|m|h)/g': 'settings, after a check of their length',
  'src/config/units.ts /^\\s*(\\d{1,12}(?:\\.\\d{1,6})?)\\s*([a-z]{0,3})\\s*$/i': "the host's settings",
  'src/host/signer.ts /\\{\\{[^}]*\\}\\}/g': 'endpoints of bidders',
};
/** Templates of sync URLs in bidders' settings. */
const TEMPLATES = 'src/sync/url-template.ts';

interface Expression {
  readonly file: string;
  readonly source: string;
  readonly flags: string;
}

/** Literals of a syntax tree. */
function literals(node: unknown, file: string, found: Expression[]): void {
  if (typeof node !== 'object' || node === null) return;
  const { regex } = node as { readonly regex?: { readonly pattern: string; readonly flags: string } };
  if (regex) found.push({ file, source: regex.pattern, flags: regex.flags });
  for (const part of Object.values(node)) literals(part, file, found);
}

const expressions: Expression[] = [];
for (const file of globSync('{src,machines,streams}/**/*.ts', { cwd: ROOT }).sort()) {
  literals(parseAst(readFileSync(join(ROOT, file), 'utf8'), { lang: 'ts' }), file, expressions);
}
const superLinear = expressions.filter(({ source, flags }) => analyse({ source, flags }).reports.length > 0);
const shown = ({ file, source, flags }: Expression): string => `${file} /${source}/${flags}`;

describe('expressions', () => {
  it('take linear time for text from outside', () => {
    expect(expressions.length).toBeGreaterThan(250);
    const excused = (one: Expression): boolean => one.file === TEMPLATES || HOSTS_OWN[shown(one)] !== undefined;
    expect(superLinear.filter((one) => !excused(one)).map(shown)).toEqual([]);
  });

  it('need every listed exception', () => {
    const all = new Set(superLinear.map(shown));
    expect(Object.keys(HOSTS_OWN).filter((one) => !all.has(one))).toEqual([]);
  });
});
