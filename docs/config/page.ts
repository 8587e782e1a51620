/** The page of options: sections in the order of the schema; a part shared by several options is printed once. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { hostOptions } from '#src/config/host-options.ts';
import { type CommentNode, commentsOf } from './comments.ts';
import { type Option, optionsOf } from './options.ts';

const CONFIG = join(import.meta.dirname, '../../src/config');
/** Min rows of a repeated part that is replaced by a reference. */
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
    const comments = commentsOf(file, name);
    return {
      title: titleOf(text),
      options: [...comments].flatMap(([key, about]) => (shape[key] ? optionsOf(shape[key], about, key) : [])),
    };
  });
  const account: CommentNode = {
    comment: 'defaults merged under every account',
    fields: commentsOf(join(CONFIG, 'account.ts'), 'accountSchema'),
  };
  const accounts = shape['account_defaults'];
  return accounts
    ? [
        ...made,
        {
          title: 'Account settings; fields an account does not set keep these defaults.',
          options: optionsOf(accounts, account, 'account_defaults'),
        },
      ]
    : made;
}

const cell = (text: string): string => text.replaceAll('|', '\\|');

/** Omits parts already printed under the same name. */
class Parts {
  readonly #comments = new Map<string, string>();

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
    const before = group.length >= WORTH_NAMING ? this.#comments.get(key) : undefined;
    if (before !== undefined) return [row({ path, type: 'options', defaultText: '', comment: `As \`${before}\`.` })];
    if (!this.#comments.has(key)) this.#comments.set(key, path);
    const [first, ...others] = group as [Option, ...Option[]];
    if (first.path === path)
      return [row(first), ...this.rows(others, `${path}${/^\[\]|^\.<name>/.exec(others[0]?.path.slice(path.length) ?? '')?.[0] ?? ''}.`)];
    return this.rows(group, `${path}.`);
  }
}

const row = ({ path, type, defaultText, comment }: Option): string =>
  `| \`${path}\` | ${cell(type)} | ${defaultText === '' ? '' : `\`${cell(defaultText)}\``} | ${cell(comment)} |`;

const HEAD = `# Options

Made by \`npm run docs\` from \`src/config/\`; a test holds it to the schema.

Settings are files in YAML or JSON (\`auctor start --config FILE,FILE\`, or \`AUCTOR_CONFIG\`; later ones are laid over earlier ones),
over them the environment: \`AUCTOR_\` and the option's path in upper case, levels joined by an underscore (\`AUCTOR_PORT=9000\`,
\`AUCTOR_ADAPTERS_APPNEXUS_ENDPOINT=https://…\`); values are read as YAML. Over all of them stand arguments: \`--any.key=value\`.
Dashes, underscores and case of a key do not count, and the keys of both variants are read as well: [MIGRATING](MIGRATING.md).

An error stops the start and names the key as it was written, its file and line, and the rule. A key that no option has is a
warning with the nearest known key, and an error with \`--strict\`. \`auctor check\` does the same without starting,
\`auctor print-config\` shows what holds and where each value came from. Editors take [settings.schema.json](settings.schema.json).

\`variant: go | java\` sets the defaults of the switches that say "by variant" (see [decisions](decisions/README.md)), and of the options
listed in [MIGRATING](MIGRATING.md). In a path
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
