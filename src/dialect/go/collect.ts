/** Evaluation of a bidder's HTTP response, or of a failed call, in the Go variant. */
import { NON_BID } from '#src/auction/non-bid.ts';
import { CODES } from '#src/bidders/errors.ts';
import type { CollectDialect } from '../contract/collect.ts';

export const collect: CollectDialect = {
  statusError: (status) =>
    status >= 200 && status < 400 ? undefined : `Server responded with failure status: ${status}. Set request.test = 1 for debugging info.`,
  readsNoContent: true,
  timeoutMessage: (message) => message,
  statusCode: () => CODES.badServer,
  nonBid: { tmax: NON_BID.error, unreachable: NON_BID.unreachable, ofUnusable: NON_BID.error, ofStatus: () => NON_BID.error },
  native: { needsType: false, shownId: (id) => id },
};
