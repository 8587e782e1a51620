/** Evaluation of a bidder's HTTP response, or of a failed call, in the Java variant. */
import { NON_BID } from '#src/auction/non-bid.ts';
import { CODES } from '#src/bidders/errors.ts';
import type { CollectDialect } from '../dialect.ts';

export const collect: CollectDialect = {
  statusError: (status) =>
    status === 200 || status === 204 ? undefined : `Unexpected status code: ${status}. Run with request.test = 1 for more info`,
  readsNoContent: false,
  timeoutMessage(_message, { deadlineAt, startedAt }, { timeoutMs }) {
    const ms = timeoutMs ?? (deadlineAt === undefined ? undefined : Math.max(0, deadlineAt - startedAt));
    return ms === undefined ? 'Timeout has been exceeded' : `Timeout period of ${Math.round(ms)}ms has been exceeded`;
  },
  statusCode: (status) => (status === 400 ? CODES.badInput : CODES.badServer),
  nonBid: { tmax: NON_BID.timeout, ofStatus: (status) => (status === 503 ? NON_BID.unreachable : NON_BID.invalidResponse) },
  native: { needsType: true, shownId: (id, isImage) => (isImage ? `'${id}'` : id) },
};
