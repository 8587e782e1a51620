/** The page of options: sections in the order of the schema, a part that several options share told once. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { hostOptions } from '#src/config/host-options.ts';
import { commentsOf, type Told } from './comments.ts';
import { type Option, optionsOf } from './options.ts';

const CONFIG = join(import.meta.dirname, '../../src/config');
/** Rows from which on a part told before is not told again. */
const WORTH_NAMING = 3;

interface Section {
  readonly title: string;
  readonly options: readonly Option[];
}

/** First sentence of a file's opening comment. */
function titleOf(source: string): string {
  const [, comment = ''] = /^\/\*\*([\s\S]*?)\*\//.exec(source) ?? [];
  return comment
    .replaceAll(/\s*\n\s*\*\s?/g, ' ')
    .trim()
    .replace(/ \((?:[\w-]+\.md)[^)]*\)/g, '');
}

/** Every section of the schema: `{ title, options }`. */
export function sections(): Section[] {
  const source = readFileSync(join(CONFIG, 'host-options.ts'), 'utf8');
  const spreads = [...source.matchAll(/^ {2}\.\.\.(\w+),$/gm)].map(([, name = '']) => name);
  const files = new Map(
    readdirSync(join(CONFIG, 'sections')).flatMap((file) => {
      const text = readFileSync(join(CONFIG, 'sections', file), 'utf8');
      return [...text.matchAll(/^export const (\w+Options)\b/gm)].map(
        ([, name = '']) => [name, { file: join(CONFIG, 'sections', file), text }] as const,
      );
    }),
  );
  const shape = hostOptions.shape as Record<string, z.ZodType>;
  const made = spreads.map((name) => {
    const { file = '', text = '' } = files.get(name) ?? {};
    const told = commentsOf(file, name);
    return { title: titleOf(text), options: [...told].flatMap(([key, about]) => (shape[key] ? optionsOf(shape[key], about, key) : [])) };
  });
  const account: Told = { comment: 'what accounts are merged over', members: commentsOf(join(CONFIG, 'account.ts'), 'accountSchema') };
  const accounts = shape['account_defaults'];
  return accounts
    ? [
        ...made,
        { title: 'Settings of accounts, and what those have that say nothing.', options: optionsOf(accounts, account, 'account_defaults') },
      ]
    : made;
}

const cell = (text: string): string => text.replaceAll('|', '\\|');

/** Leaves out parts that stand further up under the same name. */
class Parts {
  readonly #told = new Map<string, string>();

  rows(options: readonly Option[], prefix: string): string[] {
    const rows: string[] = [];
    for (let i = 0; i < options.length; ) {
      const option = options[i] as Option;
      const rest = option.path.slice(prefix.length);
      const name = rest.split('.')[0] ?? '';
      const path = `${prefix}${name}`;
      const group = options
        .slice(i)
        .filter((one) => one.path === path || one.path.startsWith(`${path}.`) || one.path.startsWith(`${path}[`));
      rows.push(...(group.length > 1 ? this.#group(group, path) : [row(option)]));
      i += Math.max(1, group.length);
    }
    return rows;
  }

  #group(group: readonly Option[], path: string): string[] {
    const key = JSON.stringify(group.map((one) => ({ ...one, path: one.path.slice(path.length) })));
    const before = group.length >= WORTH_NAMING ? this.#told.get(key) : undefined;
    if (before !== undefined) return [row({ path, type: 'options', usual: '', comment: `As \`${before}\`.` })];
    if (!this.#told.has(key)) this.#told.set(key, path);
    const [first, ...others] = group as [Option, ...Option[]];
    if (first.path === path)
      return [row(first), ...this.rows(others, `${path}${/^\[\]|^\.<name>/.exec(others[0]?.path.slice(path.length) ?? '')?.[0] ?? ''}.`)];
    return this.rows(group, `${path}.`);
  }
}

const row = ({ path, type, usual, comment }: Option): string =>
  `| \`${path}\` | ${cell(type)} | ${usual === '' ? '' : `\`${cell(usual)}\``} | ${cell(comment)} |`;

const HEAD = `# Options

Made by \`npm run docs\` from \`src/config/\`; a test holds it to the schema.

Settings are a YAML file (\`npm start -- --config FILE\`, or \`AUCTOR_CONFIG\`) and over it the environment: \`AUCTOR_\` and the
option's path in upper case, levels joined by an underscore (\`AUCTOR_PORT=9000\`,
\`AUCTOR_ADAPTERS_APPNEXUS_ENDPOINT=https://…\`); values are read as YAML. Kebab-case spellings (\`external-url\`) and the keys of
the Java variant are read as well. A fault stops the start and names its key and the nearest known one.

\`variant: go | java\` sets the defaults of the switches that say "by variant": see [decisions](decisions/README.md). In a path
\`<name>\` stands for any name, \`[]\` for the items of a list. An option without a default is off, or goes by what its comment says.
`;

export function configPage(): string {
  const parts = new Parts();
  const bodies = sections().map(
    ({ title, options }) =>
      `## ${title.replace(/\.$/, '')}\n\n| option | type | default | what |\n|---|---|---|---|\n${parts.rows(options, '').join('\n')}\n`,
  );
  return [HEAD, ...bodies].join('\n');
}
