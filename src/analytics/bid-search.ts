/** Searches for bids that this process does not know. */
import type { EventCall } from '#src/events/notification.ts';
import type { JoinedBid } from './joined-bids.ts';

export interface BidSearch {
  /** Finds the bid of a notification; `then` is called once, at once or later. Never throws. */
  find(event: EventCall, then: (bid: JoinedBid | undefined) => void): void;
  /** Ends all searches; those that wait find nothing. */
  stop(): void;
}
