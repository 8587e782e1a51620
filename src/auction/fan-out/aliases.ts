/** Aliases of a request: `ext.srv.aliases` and the vendor ids that belong to them. */

import { isObject } from '#src/json/merge.ts';
import type { Result } from '#src/lang/result.ts';

export interface GivenAliases {
  readonly aliases?: { readonly [alias: string]: string } | undefined;
  readonly gvlids?: { readonly [alias: string]: number } | undefined;
}

const isMap = (value: unknown): boolean => value === undefined || value === null || isObject(value);

/** The aliases; an error if `ext` or one of the two is not an object. */
export function readAliases(ext: unknown): Result<GivenAliases> {
  if (ext === undefined || ext === null) return { value: {} };
  const srv: unknown = isObject(ext) ? (ext['srv'] ?? {}) : undefined;
  if (!isObject(srv)) return { error: 'request.ext is invalid' };
  const { aliases, aliasgvlids } = srv as { aliases?: GivenAliases['aliases']; aliasgvlids?: GivenAliases['gvlids'] };
  if (!isMap(aliases) || !isMap(aliasgvlids)) return { error: 'request.ext is invalid' };
  return { value: { aliases, gvlids: aliasgvlids } };
}
