/**
 * URLs as established servers of this kind write them: queries sorted by key, blank as `+`, everything escaped but
 * `A-Z a-z 0-9 - _ . ~`.
 */

const percent = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

/** Escaped by the rule above, blanks as `%20`. */
export const percentEncode = (value: string): string => encodeURIComponent(value.toWellFormed()).replace(/[!'()*]/g, percent);

/** A value made safe for a query. */
export const queryEscape = (value: string): string => percentEncode(value).replaceAll('%20', '+');

/** A value made safe for one segment of a path: `$ & + : = @` stay. */
export const pathEscape = (value: string): string => percentEncode(value).replace(/%(?:24|26|2B|3A|3D|40)/g, decodeURIComponent);

/** Whether a param can be the host of an endpoint: a name and perhaps a port. */
export const isHost = (value: string): boolean => /^[a-zA-Z0-9.-]+(:[0-9]+)?$/.test(value);

export type Query = { readonly [key: string]: string | number | readonly string[] | undefined };

/** `a=1&b=x+y`, sorted by key; `undefined` is left out, a list is one pair an item. */
export function encodeQuery(query: Query): string {
  const pairs: string[] = [];
  for (const key of Object.keys(query).sort()) {
    const value = query[key];
    if (value === undefined) continue;
    for (const one of typeof value === 'object' ? value : [String(value)]) pairs.push(`${queryEscape(key)}=${queryEscape(one)}`);
  }
  return pairs.join('&');
}

/** Undoes `queryEscape`; `undefined` if an escape is incomplete. Bytes that are no UTF-8 read as `\uFFFD`. */
export function queryUnescape(text: string): string | undefined {
  if (/%(?![\da-f]{2})/i.test(text)) return undefined;
  return text.replaceAll('+', ' ').replace(/(?:%[\da-f]{2})+/gi, (bytes) => Buffer.from(bytes.replaceAll('%', ''), 'hex').toString());
}

/** The pairs of a query; what cannot be read is left out. */
export function parseQuery(query: string): { [key: string]: string[] } {
  const found: { [key: string]: string[] } = Object.create(null);
  for (const pair of query.split('&')) {
    if (pair === '' || pair.includes(';')) continue;
    const cut = pair.indexOf('=');
    const key = queryUnescape(cut < 0 ? pair : pair.slice(0, cut));
    const value = queryUnescape(cut < 0 ? '' : pair.slice(cut + 1));
    if (key === undefined || value === undefined) continue;
    found[key] ??= [];
    found[key].push(value);
  }
  return found;
}

/** The URL with these query fields set (replacing those of the same name) and its query sorted. */
export function withQuery(url: string, query: Query): string {
  const [, before = '', old = '', fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(url) ?? [];
  const encoded = encodeQuery({ ...parseQuery(old), ...query });
  return `${before}${encoded === '' ? '' : `?${encoded}`}${fragment}`;
}
