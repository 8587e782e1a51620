/** Ids the server gives bids (auction-exchange.md 8.2). */
import type { Auction } from '#src/auction/auction.ts';
import { OWN } from '#src/auction/findings.ts';
import type { Services } from '#src/auction/services.ts';
import { CODES } from '#src/bidders/errors.ts';

/** Ids of bidders shorter than this are not trusted to be unlike others (`enforce_random_bid_id`). */
const MIN_ID_LENGTH = 17;

/** `generate_bid_id`: an own id beside the bidder's. `enforce_random_bid_id`: short ids of bidders are replaced. */
export function giveBidIds(auction: Auction, { config, random }: Services): void {
  if (!config.generate_bid_id && !config.enforce_random_bid_id) return;
  for (const { bids } of auction.seats.values()) {
    for (const bid of bids) {
      try {
        if (config.enforce_random_bid_id && bid.bid.id.length < MIN_ID_LENGTH) bid.bid.id = random.uuid();
        if (config.generate_bid_id) bid.generatedId = random.uuid();
      } catch {
        auction.findings.error(OWN, CODES.unknown, 'Error generating bid.ext.srv.bidid');
      }
    }
  }
}
