/** `ext.srv.bidderparams`: parameters of a bidder for the complete request. */

import { notAnObject } from '#src/json/checks.ts';
import { isObject } from '#src/json/merge.ts';
import type { Result } from '#src/lang/result.ts';
import type { Ext } from '#src/openrtb/ext.ts';

/** The parameters by bidder; undefined: none. Malformed ones, or a malformed `ext`, are an error. */
export function bidderParamsOf(request: unknown): Result<Ext | undefined> {
  if (!isObject(request)) return { error: 'error bidRequest should not be nil' };
  const { ext } = request;
  if (ext === undefined || ext === null) return { value: undefined };
  if (!isObject(ext)) return { error: 'error decoding Request.ext : it is no object' };
  const params = isObject(ext['srv']) ? ext['srv']['bidderparams'] : undefined;
  if (params === undefined || params === null) return { value: undefined };
  return isObject(params) ? { value: params } : { error: notAnObject(params) };
}
