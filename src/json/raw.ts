/** Parts of valid JSON as they are written, with their spaces, digits and escapes. */

/** Where strings, objects and lists of JSON begin and end. */
const MARKS = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]]/gs;
/** A string, or a value without parts. */
const SCALAR = /"[^"\\]*(?:\\.[^"\\]*)*"|[^\s,:\]}]+/sy;
/** Between parts. */
const SEPARATORS = /[\s,:]*/y;

/** Position after what the pattern matches at `at`. */
function after(pattern: RegExp, json: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(json) ? pattern.lastIndex : at;
}

/** Position after the value that begins at `at`. */
function endOfValue(json: string, at: number): number {
  if (json[at] !== '{' && json[at] !== '[') return after(SCALAR, json, at);
  let depth = 0;
  MARKS.lastIndex = at;
  for (let mark = MARKS.exec(json); mark; mark = MARKS.exec(json)) {
    const [text] = mark;
    if (text === '{' || text === '[') depth++;
    else if ((text === '}' || text === ']') && --depth === 0) return MARKS.lastIndex;
  }
  return json.length;
}

/** The items of a list; of an object, its names and values by turns. */
export function rawItems(json: string): string[] {
  const items: string[] = [];
  const end = json.trimEnd().length - 1;
  let at = after(SEPARATORS, json, json.search(/[[{]/) + 1);
  while (at < end) {
    const next = endOfValue(json, at);
    items.push(json.slice(at, next));
    at = after(SEPARATORS, json, next);
  }
  return items;
}

/** The values of an object by name; of equal names, the last one's. */
export function rawFields(json: string): { readonly [name: string]: string } {
  const items = rawItems(json);
  const fields: [name: string, value: string][] = [];
  for (let i = 0; i + 1 < items.length; i += 2) fields.push([JSON.parse(items[i] as string) as string, items[i + 1] as string]);
  return Object.fromEntries(fields);
}
