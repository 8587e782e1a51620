/** Where clients fetch cached bids from (events-cache-stored.md section 6). */
import { flat, joined } from '#src/wire/flat.ts';

export interface CacheAddress {
  readonly scheme: string;
  readonly host: string;
  readonly path: string;
  /** What stands before and after an id; absent: `?uuid=` and nothing. */
  readonly query?: CacheQuery | undefined;
}

export interface CacheQuery {
  readonly before: string;
  readonly after: string;
}

const ID_MACRO = '%PBS_CACHE_UUID%';

/** `cache.query`: the id takes the place of its macro (Go variant), or stands at the end (Java variant). Empty: nothing special. */
export function cacheQuery(text: string): CacheQuery | undefined {
  if (text === '') return undefined;
  const at = text.indexOf(ID_MACRO);
  return at < 0
    ? { before: flat(`?${text}`), after: '' }
    : { before: flat(`?${text.slice(0, at)}`), after: flat(text.slice(at + ID_MACRO.length)) };
}

/** The address with its path normalised: `/` counts as none, a missing leading slash is added. */
export function cacheAddress({ scheme, host, path, query }: CacheAddress): CacheAddress {
  const asked = query ? { query } : {};
  if (path === '' || path === '/') return { scheme, host, path: '', ...asked };
  return { scheme, host, path: path.startsWith('/') ? path : `/${path}`, ...asked };
}

/** The address clients of this host use: the configured one, else `/cache` of the server's own public address. */
export function publicCacheAddress(external: CacheAddress, externalUrl: string): CacheAddress {
  if (external.host !== '') return cacheAddress(external);
  const found = /^(https?):\/\/([^/?#]+)([^?#]*)$/.exec(externalUrl);
  if (!found) return { scheme: '', host: '', path: '' };
  const [, scheme = '', host = '', base = ''] = found;
  return { scheme, host: flat(host), path: flat(`${base.replace(/\/+$/, '')}/cache`) };
}

/** Address of one cached value; without a scheme `host/path?uuid=`, empty without host or path. */
export function cacheUrl({ scheme, host, path, query }: CacheAddress, id: string): string {
  if (host === '' || path === '') return '';
  if (query) return joined(scheme, scheme === '' ? '' : '://', host, path, query.before, `${id}${query.after}`);
  return joined(scheme, scheme === '' ? '' : '://', host, path, '?uuid=', id);
}
