/** Endpoint templates: `https://{{.Host}}/bid?zone={{.ZoneID}}`. Values go in as they are; who needs them escaped does that. */

export type Fill = (values: { readonly [name: string]: string | number | undefined }) => string;

/** Taken apart once; a macro without a value becomes empty. @throws Error where a macro is not well formed (the host's config is wrong then) */
export function compileTemplate(template: string): Fill {
  const parts = template.split(/\{\{\s*\.(\w+)\s*\}\}/);
  if (parts.some((part) => part.includes('{{'))) throw new Error(`unable to parse endpoint url template: ${template}`);
  if (parts.length === 1) return () => template;
  return (values) => {
    let filled = '';
    for (let i = 0; i < parts.length; i++) filled += i % 2 === 0 ? parts[i] : (values[parts[i] ?? ''] ?? '');
    return filled;
  };
}
