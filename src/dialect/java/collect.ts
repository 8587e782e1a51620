/** Evaluation of a bidder's HTTP response, or of a failed call, in the Java variant. */
import { NON_BID } from '#src/auction/non-bid.ts';
import { CODES } from '#src/bidders/errors.ts';
import type { CollectDialect } from '../contract/collect.ts';

/** Only a server that says it is overloaded counts as unreachable. */
function ofStatus(status = 0): number {
  if (status === 503) return NON_BID.unreachable;
  return status < 200 || status >= 400 ? NON_BID.invalidResponse : NON_BID.error;
}

export const collect: CollectDialect = {
  statusError: (status) =>
    status === 200 || status === 204 ? undefined : `Unexpected status code: ${status}. Run with request.test = 1 for more info`,
  readsNoContent: false,
  timeoutMessage(_message, { deadlineAt, startedAt }, { timeoutMs }) {
    const ms = timeoutMs ?? (deadlineAt === undefined ? undefined : Math.max(0, deadlineAt - startedAt));
    return ms === undefined ? 'Timeout has been exceeded' : `Timeout period of ${Math.round(ms)}ms has been exceeded`;
  },
  statusCode: (status) => (status === 400 ? CODES.badInput : CODES.badServer),
  nonBid: { tmax: NON_BID.timeout, unreachable: NON_BID.error, ofUnusable: NON_BID.noBid, ofStatus },
  native: { needsType: true, shownId: (id, isImage) => (isImage ? `'${id}'` : id) },
};
