/** `ext.srv.bidderparams`: parameters a bidder gets for the whole request. */
import type { Ext } from '#src/wire/ext.ts';
import { isObject } from '#src/wire/merge.ts';

/** The parameters by bidder; undefined: none. @throws Error where the request could not hold any */
export function bidderParamsOf(request: unknown): Ext | undefined {
  if (!isObject(request)) throw new Error('error bidRequest should not be nil');
  const { ext } = request;
  if (ext === undefined || ext === null) return undefined;
  if (!isObject(ext)) throw new Error('error decoding Request.ext : it is no object');
  const params = isObject(ext['srv']) ? ext['srv']['bidderparams'] : undefined;
  return isObject(params) ? params : undefined;
}
