/** URLs in the format of established servers: queries sorted by key, blank as `+`, everything escaped except `A-Z a-z 0-9 - _ . ~`. */

const percent = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

/** Escaped by the rule above, blanks as `%20`. */
export const percentEncode = (value: string): string => encodeURIComponent(value.toWellFormed()).replace(/[!'()*]/g, percent);

/** A value escaped for a query. */
export const queryEscape = (value: string): string => percentEncode(value).replaceAll('%20', '+');

/** A value escaped for one path segment: `$ & + : = @` are not escaped. */
export const pathEscape = (value: string): string => percentEncode(value).replace(/%(?:24|26|2B|3A|3D|40)/g, decodeURIComponent);

/** Whether a param is valid as the host of an endpoint: a name with an optional port. */
export const isHost = (value: string): boolean => /^[a-zA-Z0-9.-]+(:[0-9]+)?$/.test(value);

export type Query = { readonly [key: string]: string | number | readonly string[] | undefined };

/** `a=1&b=x+y`, sorted by key; `undefined` is omitted, a list becomes one pair per item. */
export function encodeQuery(query: Query): string {
  const pairs: string[] = [];
  for (const key of Object.keys(query).sort()) {
    const value = query[key];
    if (value === undefined) continue;
    for (const one of typeof value === 'object' ? value : [String(value)]) pairs.push(`${queryEscape(key)}=${queryEscape(one)}`);
  }
  return pairs.join('&');
}

/** Reverses `queryEscape`; `undefined` for an incomplete escape. Invalid UTF-8 becomes `\uFFFD`. */
export function queryUnescape(text: string): string | undefined {
  if (/%(?![\da-f]{2})/i.test(text)) return undefined;
  return text.replaceAll('+', ' ').replace(/(?:%[\da-f]{2})+/gi, (bytes) => Buffer.from(bytes.replaceAll('%', ''), 'hex').toString());
}

/** The pairs of a query; malformed ones are skipped. */
export function parseQuery(query: string): { [key: string]: string[] } {
  const found: { [key: string]: string[] } = Object.create(null);
  for (const pair of query.split('&')) {
    if (pair === '' || pair.includes(';')) continue;
    const separator = pair.indexOf('=');
    const key = queryUnescape(separator < 0 ? pair : pair.slice(0, separator));
    const value = queryUnescape(separator < 0 ? '' : pair.slice(separator + 1));
    if (key === undefined || value === undefined) continue;
    found[key] ??= [];
    found[key].push(value);
  }
  return found;
}

/** The URL with these query fields set (existing ones are replaced) and its query sorted. */
export function withQuery(url: string, query: Query): string {
  const [, before = '', old = '', fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(url) ?? [];
  const encoded = encodeQuery({ ...parseQuery(old), ...query });
  return `${before}${encoded === '' ? '' : `?${encoded}`}${fragment}`;
}
