/** Endpoint templates: `https://{{.Host}}/bid?zone={{.ZoneID}}`. Values go in as they are; who needs them escaped does that. */

export type Fill = (values: { readonly [name: string]: string | number | undefined }) => string;

/** Taken apart once; a macro without a value becomes empty. */
export function compileTemplate(template: string): Fill {
  const parts = template.split(/\{\{\s*\.(\w+)\s*\}\}/);
  if (parts.length === 1) return () => template;
  return (values) => {
    let filled = '';
    for (let i = 0; i < parts.length; i++) filled += i % 2 === 0 ? parts[i] : (values[parts[i] ?? ''] ?? '');
    return filled;
  };
}
