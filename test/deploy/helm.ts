/**
 * Renders the templates of deploy/helm without Helm: `if … end` of a value, values, `default`, `toYaml`, `nindent`, `sha256sum`. Any other
 * construct is an error, so that the chart stays checkable.
 */
import { createHash } from 'node:crypto';
import { stringify } from 'yaml';

type Scope = Readonly<Record<string, unknown>>;

const lookUp = (scope: Scope, path: string): unknown =>
  path
    .split('.')
    .filter((name) => name !== '')
    .reduce<unknown>((value, name) => (value as Scope | undefined)?.[name], scope);

const FILTERS: Readonly<Record<string, (value: unknown, argument: unknown) => unknown>> = {
  default: (value, other) => value || other,
  nindent: (value, width) => `\n${String(value).trimEnd()}`.replaceAll('\n', `\n${' '.repeat(Number(width))}`),
  sha256sum: (value) => createHash('sha256').update(String(value)).digest('hex'),
};

function evaluate(scope: Scope, expression: string): string {
  const [first = '', ...filters] = expression.split('|').map((part) => part.trim());
  const argument = (word: string | undefined): unknown => (word?.startsWith('.') ? lookUp(scope, word) : word);
  let value: unknown = first.startsWith('toYaml ') ? stringify(argument(first.slice('toYaml '.length)), { lineWidth: 0 }) : argument(first);
  for (const filter of filters) {
    const [name = '', word] = filter.split(/\s+/);
    const apply = FILTERS[name];
    if (!apply) throw new Error(`unknown filter: ${filter}`);
    value = apply(value, argument(word));
  }
  if (value === undefined || (!first.startsWith('.') && !first.startsWith('toYaml .'))) throw new Error(`no value: ${expression}`);
  return String(value);
}

/** @throws Error for a value that does not exist and for any construct not named above */
export function render(template: string, scope: Scope): string {
  return template
    .replaceAll(/^ *\{\{- if (\.[\w.]+) \}\}\n([\s\S]*?)^ *\{\{- end \}\}\n/gm, (_, path: string, body: string) =>
      lookUp(scope, path) ? body : '',
    )
    .replaceAll(/^ *\{\{- (.+?) \}\}/gm, (_, expression: string) => evaluate(scope, expression).replace(/^\n/, ''))
    .replaceAll(/\{\{ (.+?) \}\}/g, (_, expression: string) => evaluate(scope, expression));
}
