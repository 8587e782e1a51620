/** Where clients fetch cached bids from (events-cache-stored.md section 6). */
import { flat, joined } from '#src/wire/flat.ts';

export interface CacheAddress {
  readonly scheme: string;
  readonly host: string;
  readonly path: string;
}

/** The address with its path normalised: `/` counts as none, a missing leading slash is added. */
export function cacheAddress({ scheme, host, path }: CacheAddress): CacheAddress {
  if (path === '' || path === '/') return { scheme, host, path: '' };
  return { scheme, host, path: path.startsWith('/') ? path : `/${path}` };
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
export function cacheUrl({ scheme, host, path }: CacheAddress, id: string): string {
  if (host === '' || path === '') return '';
  return joined(scheme, scheme === '' ? '' : '://', host, path, '?uuid=', id);
}
