/** Secondary bidders: an auction does not wait for them once all others have ended. */
import type { Auction } from '../auction.ts';

/** Message for a secondary bidder that had not ended. */
export const SECONDARY_TIMED_OUT = 'secondary bidder timed out, auction proceeded';

/** The tasks to wait for: all but those of secondary bidders, or all if there are no others. The request's list, else the account's. */
export function primaryTasks({ tasks, request, account }: Pick<Auction, 'tasks' | 'request' | 'account'>): Auction['tasks'] {
  const named = request.ext?.srv?.secondarybidders ?? account.secondary_bidders;
  if (named.length === 0) return tasks;
  const primary = tasks.filter(({ bidder }) => !named.includes(bidder));
  return primary.length > 0 ? primary : tasks;
}
