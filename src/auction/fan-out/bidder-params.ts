/** `ext.srv.bidderparams`: parameters of a bidder for the complete request. */

import { isObject } from '#src/json/merge.ts';
import type { Ext } from '#src/openrtb/ext.ts';

/** The parameters by bidder; undefined: none. @throws Error if `ext` is malformed */
export function bidderParamsOf(request: unknown): Ext | undefined {
  if (!isObject(request)) throw new Error('error bidRequest should not be nil');
  const { ext } = request;
  if (ext === undefined || ext === null) return undefined;
  if (!isObject(ext)) throw new Error('error decoding Request.ext : it is no object');
  const params = isObject(ext['srv']) ? ext['srv']['bidderparams'] : undefined;
  return isObject(params) ? params : undefined;
}
