/** Transaction ids of request and imps. */
import type { BidRequest } from '#src/openrtb/ortb.ts';

const MACRO = /\{\{UUID\}\}/g;
const MACRO_IN_ANY_CASE = /\{\{UUID\}\}/gi;

/** The resulting id: new if it is missing or must be regenerated, with its macro replaced (if lenient, also instead of a new one). */
function freshTid(tid: unknown, regenerate: boolean, uuid: () => string, isLenient: boolean): string {
  if (typeof tid !== 'string' || (isLenient ? tid.trim() : tid) === '' || (regenerate && !isLenient)) return uuid();
  const filled = tid.includes('{{') ? tid.replace(isLenient ? MACRO_IN_ANY_CASE : MACRO, uuid) : tid;
  return regenerate && filled === tid ? uuid() : filled;
}

/**
 * Fills `source.tid` and every `imp.ext.tid`, in place.
 * @param regenerate replace existing ids, too (stored or AMP requests on hosts that generate ids)
 * @param isLenient blank ids count as missing, and the macro is case-insensitive
 */
export function fillTids(request: BidRequest, regenerate: boolean, uuid: () => string, isLenient: boolean): void {
  request.source ??= {};
  request.source.tid = freshTid(request.source.tid, regenerate, uuid, isLenient);
  for (const imp of request.imp) {
    imp.ext ??= {};
    imp.ext.tid = freshTid(imp.ext.tid, regenerate, uuid, isLenient);
  }
}
