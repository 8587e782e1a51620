/** Transaction ids of request and imps (auction-request.md section 3). */
import type { BidRequest } from '#src/wire/ortb.ts';

const MACRO = /\{\{UUID\}\}/g;
const MACRO_IN_ANY_CASE = /\{\{UUID\}\}/gi;

/** The id that stands after the step: new where it is missing or must be made again, the macro in it replaced. */
function freshTid(tid: unknown, again: boolean, uuid: () => string, isLenient: boolean): string {
  if (again || typeof tid !== 'string' || (isLenient ? tid.trim() : tid) === '') return uuid();
  return tid.includes('{{') ? tid.replace(isLenient ? MACRO_IN_ANY_CASE : MACRO, uuid) : tid;
}

/**
 * Fills `source.tid` and every `imp.ext.tid`, in place.
 * @param again ids that were sent are replaced, too (stored or AMP requests on hosts that make ids)
 * @param isLenient blank ids count as missing, and the macro is found in any case
 */
export function fillTids(request: BidRequest, again: boolean, uuid: () => string, isLenient: boolean): void {
  request.source ??= {};
  request.source.tid = freshTid(request.source.tid, again, uuid, isLenient);
  for (const imp of request.imp) {
    imp.ext ??= {};
    imp.ext.tid = freshTid(imp.ext.tid, again, uuid, isLenient);
  }
}
