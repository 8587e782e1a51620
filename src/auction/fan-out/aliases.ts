/** Request aliases as a request says them: `ext.srv.aliases` and the vendor ids that go with them. */
import { isObject } from '#src/wire/merge.ts';

export interface GivenAliases {
  readonly aliases?: { readonly [alias: string]: string } | undefined;
  readonly gvlids?: { readonly [alias: string]: number } | undefined;
}

/** An Error where `ext` is no object. */
export function readAliases(ext: unknown): GivenAliases | Error {
  if (ext === undefined || ext === null) return {};
  if (!isObject(ext)) return new Error('request.ext is invalid');
  const srv = isObject(ext['srv']) ? ext['srv'] : {};
  const { aliases, aliasgvlids } = srv as { aliases?: GivenAliases['aliases']; aliasgvlids?: GivenAliases['gvlids'] };
  return { aliases, gvlids: aliasgvlids };
}
