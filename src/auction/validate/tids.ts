/** Transaction ids of request and imps (auction-request.md section 3). */
import type { BidRequest } from '#src/wire/ortb.ts';

const MACRO = /\{\{UUID\}\}/g;
/** The Java variant takes it in any case. */
const MACRO_LIKE_JAVA = /\{\{UUID\}\}/gi;

/** The id that stands after the step: new where it is missing or must be made again, the macro in it replaced. */
function freshTid(tid: unknown, again: boolean, uuid: () => string, likeJava: boolean): string {
  if (again || typeof tid !== 'string' || (likeJava ? tid.trim() : tid) === '') return uuid();
  return tid.includes('{{') ? tid.replace(likeJava ? MACRO_LIKE_JAVA : MACRO, uuid) : tid;
}

/**
 * Fills `source.tid` and every `imp.ext.tid`, in place.
 * @param again ids that were sent are replaced, too (stored or AMP requests on hosts that make ids)
 * @param likeJava blank ids count as missing, and the macro is found in any case
 */
export function fillTids(request: BidRequest, again: boolean, uuid: () => string, likeJava = false): void {
  request.source ??= {};
  request.source.tid = freshTid(request.source.tid, again, uuid, likeJava);
  for (const imp of request.imp) {
    imp.ext ??= {};
    imp.ext.tid = freshTid(imp.ext.tid, again, uuid, likeJava);
  }
}
