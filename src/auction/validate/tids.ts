/** Transaction ids of request and imps (auction-request.md section 3). */
import type { BidRequest } from '#src/wire/ortb.ts';

const MACRO = '{{UUID}}';

/** The id that stands after the step: new where it is missing or must be made again, the macro in it replaced. */
function freshTid(tid: unknown, again: boolean, uuid: () => string): string {
  if (again || typeof tid !== 'string' || tid === '') return uuid();
  return tid.includes(MACRO) ? tid.replaceAll(MACRO, uuid) : tid;
}

/**
 * Fills `source.tid` and every `imp.ext.tid`, in place.
 * @param again ids that were sent are replaced, too (stored or AMP requests on hosts that make ids)
 */
export function fillTids(request: BidRequest, again: boolean, uuid: () => string): void {
  request.source ??= {};
  request.source.tid = freshTid(request.source.tid, again, uuid);
  for (const imp of request.imp) {
    imp.ext ??= {};
    imp.ext.tid = freshTid(imp.ext.tid, again, uuid);
  }
}
