/**
 * Endpoint templates: `https://{{.Host}}/bid?zone={{.ZoneID}}`. Hosts of the Java variant write `{Host}`, `{ZoneId}`: such names match
 * case-insensitively, and remain if no macro has that name.
 */
import { percentEncode, queryEscape } from '#src/lang/percent.ts';
import type { TrafficSpec } from './spec.ts';
import { pathEscape } from './url.ts';

type Values = { readonly [name: string]: string | number | undefined };
export type Fill = (values: Values) => string;
type Escape = (value: string) => string;
type Part = string | ((values: Values) => string | number);

const MACRO = /(\{\{\s*\.\w+\s*\}\}|(?<!\{)\{\w+\}(?!\}))/;
const ESCAPES = { none: (value: string) => value, path: pathEscape, query: queryEscape, percent: percentEncode } as const;

/** The escaping of macro values by its name. */
export const escapeOf = (how: TrafficSpec<never, never>['escapeMacros'] | 'percent' = 'none'): Escape => ESCAPES[how];

/**
 * The template, parsed once; a macro without a value becomes empty.
 * @throws Error if a macro is malformed (an error in the host's config)
 */
export function compileTemplate(template: string, escaped: Escape = ESCAPES.none): Fill {
  const parts = template.split(MACRO).map((text, i) => (i % 2 === 0 ? text : toMacro(text, escaped)));
  if (parts.some((part) => typeof part === 'string' && part.includes('{{'))) {
    throw new Error(`unable to parse endpoint url template: ${template}`);
  }
  if (parts.length === 1) return () => template;
  return (values) => {
    let filled = '';
    for (const part of parts) filled += typeof part === 'string' ? part : part(values);
    return filled;
  };
}

function toMacro(text: string, escaped: Escape): Part {
  const name = text.replace(/[{}.\s]/g, '');
  if (text.startsWith('{{')) return (values) => escaped(String(values[name] ?? ''));
  const lower = name.toLowerCase();
  return (values) => {
    const key = Object.keys(values).find((one) => one.toLowerCase() === lower);
    return key === undefined ? text : escaped(String(values[key] ?? ''));
  };
}

/** Replaces placeholders of another form, each at every occurrence: `fillPlaceholders(endpoint, { __key__: key })`. */
export function fillPlaceholders(template: string, values: { readonly [placeholder: string]: string }): string {
  return Object.entries(values).reduce((filled, [placeholder, value]) => filled.replaceAll(placeholder, () => value), template);
}
