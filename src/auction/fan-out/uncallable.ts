/** Bidders that requests may name although this host cannot call them: the response contains the reason. */

import { CODES } from '#src/bidders/errors.ts';
import { replacementOf } from '#src/bidders/removed.ts';
import type { Auction } from '../auction.ts';
import { NON_BID } from '../non-bid.ts';
import type { Services } from '../services.ts';
import { recordNonBids } from './task.ts';

const disabledMessage = (code: string): string =>
  `${code} is not configured properly on this auctor deploy.\nIf you believe this should work, contact the company hosting the service and tell them to check their configuration.`;

/** Why the named bidder is not called; undefined if it is unknown. */
function reasonOf(target: string, bidders: Services['bidders']): string | undefined {
  const known = bidders.known(target);
  if (known) return known.info.whiteLabelOnly ? bidders.disabledMessage(known.code) : disabledMessage(known.code);
  const old = target.toLowerCase();
  const replacement = replacementOf(old);
  return replacement === undefined
    ? bidders.disabledMessage(old)
    : `${old} has been deprecated and is no longer available. Use ${replacement} instead.`;
}

/** Records the reason as the bidder's own error, unless privacy has blocked the bidder already. */
export function reportUncallable(auction: Auction, { bidders, config }: Services, bidder: string, impIds: readonly string[]): void {
  if (!config.rules.reportUncallable || auction.privacy.get(bidder)?.mayCall === false) return;
  const reason = reasonOf(auction.aliases.get(bidder) ?? bidder, bidders);
  if (reason === undefined) return;
  auction.diagnostics.error(bidder, CODES.badInput, reason);
  recordNonBids(auction, bidder, impIds, NON_BID.error);
}
