/** Bidders an auction does not wait for once all others have ended (auction-exchange.md 5.9). */
import type { Auction } from '../auction.ts';

/** What is told of one that had not ended. */
export const LEFT_BEHIND = 'secondary bidder timed out, auction proceeded';

/** The tasks to wait for: all but those of secondary bidders, or all where there are no others. The request's list, else the account's. */
export function primaryTasks({ tasks, request, account }: Pick<Auction, 'tasks' | 'request' | 'account'>): Auction['tasks'] {
  const named = request.ext?.srv?.secondarybidders ?? account.secondary_bidders;
  if (named.length === 0) return tasks;
  const primary = tasks.filter(({ bidder }) => !named.includes(bidder));
  return primary.length > 0 ? primary : tasks;
}
