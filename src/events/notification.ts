/** The event's data for analytics: the bus's kind `event`. */
import type { Services } from '#src/auction/services.ts';
import type { Account } from '#src/config/account.ts';

export const VAST_EVENTS = ['start', 'firstQuartile', 'midPoint', 'thirdQuartile', 'complete'] as const;

/** The parsed call of `/event`. */
export interface EventCall {
  readonly type: 'win' | 'imp' | 'vast';
  /** Only with type `vast`. */
  readonly vtype?: (typeof VAST_EVENTS)[number] | undefined;
  readonly bidId: string;
  readonly accountId: string;
  /** The bidder's canonical code if it is known. */
  readonly bidder?: string | undefined;
  /** Epoch ms of the auction. */
  readonly timestamp?: number | undefined;
  readonly integration?: string | undefined;
  readonly auctionId?: string | undefined;
  /** Whether the response is an image instead of empty. */
  readonly image: boolean;
  readonly analytics: boolean;
}

export interface EventNotification {
  readonly event: EventCall;
  /** Its activities and analytics settings decide which modules receive the event. */
  readonly account: Account;
}

/** Publishes the event if there are subscribers. */
export function notify({ bus, clock }: Pick<Services, 'bus' | 'clock'>, event: EventCall, account: Account): void {
  if (!bus.hasSubscribers('event')) return;
  const data: EventNotification = { event, account };
  bus.publish({ v: 1, kind: 'event', at: clock.now(), account: event.accountId, bidder: event.bidder, data });
}
