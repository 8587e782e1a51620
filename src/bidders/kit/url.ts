/** URLs in the format of established servers: queries sorted by key, blank as `+`, everything escaped except `A-Z a-z 0-9 - _ . ~`. */

import { percentEncode, queryEscape } from '#src/lang/percent.ts';
import type { Failure, Result } from '#src/lang/result.ts';
import { quoted } from './messages.ts';

/** A value escaped for one path segment: `$ & + : = @` are not escaped. */
export const pathEscape = (value: string): string => percentEncode(value).replace(/%(?:24|26|2B|3A|3D|40)/g, decodeURIComponent);

/** A complete path: as `pathEscape`, but `/ ; ,` are not escaped either. */
export const escapePath = (path: string): string => percentEncode(path).replace(/%(?:24|26|2B|2C|2F|3A|3B|3D|40)/g, decodeURIComponent);

/** The host of an endpoint: a name with an optional port. */
export const HOST_AND_PORT = /^[a-zA-Z0-9.-]+(:[0-9]+)?$/;

/** Whether a param is valid as the host of an endpoint. */
export const isHost = (value: string): boolean => HOST_AND_PORT.test(value);

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

// biome-ignore lint/suspicious/noControlCharactersInRegex: it matches control characters on purpose
const CONTROL = /[\u0000-\u001f\u007f]/;
const SCHEME = /^([a-z][a-z\d+.-]*):(.*)$/is;

/** The host name of a URL (empty if it has none), or the error message of a URL parser that partners know. */
export function hostNameOf(url: string): Result<string> {
  const failed = (cause: string): Failure => ({ error: `parse ${quoted(url)}: ${cause}` });
  if (CONTROL.test(url)) return failed('net/url: invalid control character in URL');
  const [, location = ''] = /^([^?#]*)/.exec(url) ?? [];
  if (location.startsWith(':')) return failed('missing protocol scheme');
  const [, scheme, hierarchy = location] = SCHEME.exec(location) ?? [];
  const isRooted = hierarchy.startsWith('/');
  if (scheme !== undefined && !isRooted) return { value: '' };
  if (!isRooted && /^[^/]*:/.test(hierarchy)) return failed('first path segment in URL cannot contain colon');
  const [badEscape] = /%(?![\da-f]{2}).{0,2}/is.exec(hierarchy) ?? [];
  if (badEscape !== undefined) return failed(`invalid URL escape ${quoted(badEscape)}`);
  const [, authority = ''] = /^\/\/([^/]*)/.exec(hierarchy) ?? [];
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  if (host.startsWith('[') && !host.includes(']')) return failed("missing ']' in host");
  const [badCharacter] = /[ ^`{|}\\]/.exec(host) ?? [];
  if (badCharacter !== undefined) return failed(`invalid character ${quoted(badCharacter)} in host name`);
  const [, hostName = '', port = ''] = /^(\[[^\]]*\]|[^:]*)(:.*)?$/s.exec(host) ?? [];
  if (!/^(?::\d*)?$/.test(port)) return failed(`invalid port ${quoted(port)} after host`);
  return { value: hostName.replace(/^\[|\]$/g, '') };
}
