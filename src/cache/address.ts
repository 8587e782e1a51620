/** Address from which clients fetch cached bids. */

import { flat, joined } from '#src/lang/flat.ts';
import { trimEndCharacters } from '#src/lang/trim.ts';

export interface CacheAddress {
  readonly scheme: string;
  readonly host: string;
  readonly path: string;
  /** Text before and after an id; absent: `?uuid=` and nothing. */
  readonly query?: CacheQuery | undefined;
}

export interface CacheQuery {
  readonly before: string;
  readonly after: string;
}

const ID_MACRO = '%PBS_CACHE_UUID%';

/** `cache.query`: the id replaces its macro (Go variant), or is appended (Java variant). Empty: the default. */
export function cacheQuery(text: string): CacheQuery | undefined {
  if (text === '') return undefined;
  const at = text.indexOf(ID_MACRO);
  return at < 0
    ? { before: flat(`?${text}`), after: '' }
    : { before: flat(`?${text.slice(0, at)}`), after: flat(text.slice(at + ID_MACRO.length)) };
}

/** The address with a normalized path: `/` counts as empty, a missing leading slash is added. */
export function cacheAddress({ scheme, host, path, query }: CacheAddress): CacheAddress {
  const search = query ? { query } : {};
  if (path === '' || path === '/') return { scheme, host, path: '', ...search };
  return { scheme, host, path: path.startsWith('/') ? path : `/${path}`, ...search };
}

/** The address for clients of this host: the configured one, else `/cache` of the server's own public address. */
export function publicCacheAddress(external: CacheAddress, externalUrl: string): CacheAddress {
  if (external.host !== '') return cacheAddress(external);
  const found = /^(https?):\/\/([^/?#]+)([^?#]*)$/.exec(externalUrl);
  if (!found) return { scheme: '', host: '', path: '' };
  const [, scheme = '', host = '', base = ''] = found;
  return { scheme, host: flat(host), path: flat(`${trimEndCharacters(base, '/')}/cache`) };
}

/** Address of one cached value; without a scheme `host/path?uuid=`, empty without host or path. */
export function cacheUrl({ scheme, host, path, query }: CacheAddress, id: string): string {
  if (host === '' || path === '') return '';
  if (query) return joined(scheme, scheme === '' ? '' : '://', host, path, query.before, `${id}${query.after}`);
  return joined(scheme, scheme === '' ? '' : '://', host, path, '?uuid=', id);
}
