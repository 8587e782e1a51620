/** Bidders that requests may name although this host cannot call them: they answer with the reason (auction-request.md 12.10). */
import type { Auction } from '#src/auction/auction.ts';
import type { Services } from '#src/auction/services.ts';
import { CODES } from '#src/bidders/errors.ts';
import { replacementOf } from '#src/bidders/removed.ts';
import { NON_BID } from './filter.ts';
import { leaveOut } from './task.ts';

const disabledMessage = (code: string): string =>
  `${code} is not configured properly on this auctor deploy.\nIf you believe this should work, contact the company hosting the service and tell them to check their configuration.`;

/** Why the bidder that a name stands for is not called; undefined where nobody knows it. */
function reasonOf(target: string, bidders: Services['bidders']): string | undefined {
  const known = bidders.known(target);
  if (known) return known.info.whiteLabelOnly ? bidders.disabledMessage(known.code) : disabledMessage(known.code);
  const old = target.toLowerCase();
  const heir = replacementOf(old);
  return heir === undefined ? bidders.disabledMessage(old) : `${old} has been deprecated and is no longer available. Use ${heir} instead.`;
}

/** Files the reason as the bidder's own error, unless privacy has kept the bidder out before. */
export function answerUncallable(auction: Auction, { bidders, config }: Services, bidder: string, impIds: readonly string[]): void {
  if (!config.rules.reportUncallable || auction.privacy.get(bidder)?.mayCall === false) return;
  const reason = reasonOf(auction.aliases.get(bidder) ?? bidder, bidders);
  if (reason === undefined) return;
  auction.findings.error(bidder, CODES.badInput, reason);
  leaveOut(auction, bidder, impIds, NON_BID.error);
}
