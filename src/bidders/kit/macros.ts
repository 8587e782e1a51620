/**
 * Endpoint templates: `https://{{.Host}}/bid?zone={{.ZoneID}}`. Values go in as they are; who needs them escaped does that.
 * Hosts of the Java variant write `{Host}`, `{ZoneId}`: such names match ignoring case, and stay where no macro is meant.
 */

type Values = { readonly [name: string]: string | number | undefined };
export type Fill = (values: Values) => string;
type Part = string | ((values: Values) => string | number);

const MACRO = /(\{\{\s*\.\w+\s*\}\}|(?<!\{)\{\w+\}(?!\}))/;

/** Taken apart once; a macro without a value becomes empty. @throws Error where a macro is not well formed (the host's config is wrong then) */
export function compileTemplate(template: string): Fill {
  const parts = template.split(MACRO).map((text, i) => (i % 2 === 0 ? text : toMacro(text)));
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

function toMacro(text: string): Part {
  const name = text.replace(/[{}.\s]/g, '');
  if (text.startsWith('{{')) return (values) => values[name] ?? '';
  const lower = name.toLowerCase();
  return (values) => {
    const key = Object.keys(values).find((one) => one.toLowerCase() === lower);
    return key === undefined ? text : (values[key] ?? '');
  };
}
