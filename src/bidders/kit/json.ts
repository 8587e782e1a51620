/** JSON in the formats that partners know from established servers. */
import { isObject } from '#src/json/merge.ts';

const escapeCharacter = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

const safe = (json: string): string => json.replace(/[<>&\u2028\u2029]/g, escapeCharacter);

/** JSON that is safe in HTML: characters with a meaning in markup are escaped. */
export const escapedJson = (value: unknown): string => safe(JSON.stringify(value));

/** JSON without white space, safe in HTML; numbers, escapes and the order of fields remain as written. */
export const compactJson = (json: string): string => safe(json.replace(/("[^"\\]*(?:\\.[^"\\]*)*")|\s+/g, '$1'));

/** As `escapedJson`, the fields of all objects sorted by name. */
export const sortedJson = (value: unknown): string => escapedJson(sorted(value));

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, sorted(value[name])]));
}

/** The raw JSON of a field of an object; `json` is known to be an object. */
export function fieldString(json: string, name: string): string | undefined {
  let depth = 0;
  let last = '';
  let key: string | undefined;
  let start = 0;
  for (let at = 0; at < json.length; at++) {
    const character = json.charAt(at);
    if (depth === 1 && (character === ',' || character === '}')) {
      if (key === name) return json.slice(start, at).trim();
      key = undefined;
    }
    if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') depth--;
    else if (character === ':' && depth === 1) {
      key = JSON.parse(last) as string;
      start = at + 1;
    } else if (character === '"') {
      const end = endOfString(json, at);
      last = json.slice(at, end + 1);
      at = end;
    }
  }
  return undefined;
}

/** Index of the closing quote of the string that starts at `at`. */
function endOfString(json: string, at: number): number {
  let end = at + 1;
  while (end < json.length && json.charAt(end) !== '"') end += json.charAt(end) === '\\' ? 2 : 1;
  return end;
}
