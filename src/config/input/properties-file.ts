/** Files with `key=value` lines, which the Java variant accepts besides YAML. */
import type { Property } from './property.ts';
import type { ReadFile } from './yaml.ts';

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', f: '\f' };

const withoutEscapes = (text: string): string =>
  text.replaceAll(/\\(?:u([0-9a-fA-F]{4})|(.))/gs, (_, code: string | undefined, letter = '') =>
    code === undefined ? (ESCAPES[letter] ?? letter) : String.fromCharCode(Number.parseInt(code, 16)),
  );

/** One document; a trailing backslash continues the line. */
export function readPropertiesFile(text: string, source: string, rank: number): ReadFile {
  const properties: Property[] = [];
  const lines = text.split(/\r?\n/);
  for (let i = 0; i < lines.length; i++) {
    const first = i + 1;
    let line = (lines[i] ?? '').trimStart();
    if (line === '' || line.startsWith('#') || line.startsWith('!')) continue;
    while (/(^|[^\\])(\\\\)*\\$/.test(line) && i + 1 < lines.length) line = line.slice(0, -1) + (lines[++i] ?? '').trimStart();
    const [, key = '', value = ''] = /^((?:\\.|[^\\=:\s])*)\s*[=:]?\s*(.*)$/s.exec(line) ?? [];
    const written = withoutEscapes(key);
    properties.push({ keys: [written], value: withoutEscapes(value), origin: { source, rank, line: first, written } });
  }
  return { documents: [properties], errors: [] };
}
