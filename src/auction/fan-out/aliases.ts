/** Aliases of a request: `ext.srv.aliases` and the vendor ids that belong to them. */
import { isObject } from '#src/json/merge.ts';

export interface GivenAliases {
  readonly aliases?: { readonly [alias: string]: string } | undefined;
  readonly gvlids?: { readonly [alias: string]: number } | undefined;
}

/** An Error if `ext` is not an object. */
export function readAliases(ext: unknown): GivenAliases | Error {
  if (ext === undefined || ext === null) return {};
  if (!isObject(ext)) return new Error('request.ext is invalid');
  const srv = isObject(ext['srv']) ? ext['srv'] : {};
  const { aliases, aliasgvlids } = srv as { aliases?: GivenAliases['aliases']; aliasgvlids?: GivenAliases['gvlids'] };
  return { aliases, gvlids: aliasgvlids };
}
