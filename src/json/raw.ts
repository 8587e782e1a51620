/** Parts of valid JSON as they are written, with their spaces, digits and escapes. */

/** Where strings, objects and lists of JSON begin or end. */
const MARKS = /["{}[\]]/g;
/** The end of a string, or an escape in it. */
const IN_STRING = /["\\]/g;
/** A number or a literal. */
const SCALAR = /[^\s,:\]}]+/y;
/** Between parts. */
const SEPARATORS = /[\s,:]*/y;

/** Position after what the pattern matches at `at`. */
function after(pattern: RegExp, json: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(json) ? pattern.lastIndex : at;
}

/** Position after the string that begins at `at`. One pattern for it would need memory for each of its escapes. */
function endOfString(json: string, at: number): number {
  IN_STRING.lastIndex = at + 1;
  for (let found = IN_STRING.exec(json); found; found = IN_STRING.exec(json)) {
    if (found[0] === '"') return IN_STRING.lastIndex;
    IN_STRING.lastIndex++;
  }
  return json.length;
}

/** Position after the value that begins at `at`. */
function endOfValue(json: string, at: number): number {
  if (json[at] === '"') return endOfString(json, at);
  if (json[at] !== '{' && json[at] !== '[') return after(SCALAR, json, at);
  let depth = 0;
  MARKS.lastIndex = at;
  for (let mark = MARKS.exec(json); mark; mark = MARKS.exec(json)) {
    const [text] = mark;
    if (text === '"') MARKS.lastIndex = endOfString(json, mark.index);
    else if (text === '{' || text === '[') depth++;
    else if (--depth === 0) return MARKS.lastIndex;
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
