/** Aliases of a request: `ext.srv.aliases` and the vendor ids that belong to them. */

import { isObject } from '#src/json/merge.ts';
import type { Result } from '#src/lang/result.ts';

export interface GivenAliases {
  readonly aliases?: { readonly [alias: string]: string } | undefined;
  readonly gvlids?: { readonly [alias: string]: number } | undefined;
}

/** The aliases; an error if `ext` is not an object. */
export function readAliases(ext: unknown): Result<GivenAliases> {
  if (ext === undefined || ext === null) return { value: {} };
  if (!isObject(ext)) return { error: 'request.ext is invalid' };
  const srv = isObject(ext['srv']) ? ext['srv'] : {};
  const { aliases, aliasgvlids } = srv as { aliases?: GivenAliases['aliases']; aliasgvlids?: GivenAliases['gvlids'] };
  return { value: { aliases, gvlids: aliasgvlids } };
}
