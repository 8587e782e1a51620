/** What analytics hear of an event: data of the bus's kind `event` (info-admin-analytics.md section 12). */
import type { Services } from '#src/auction/services.ts';
import type { Account } from '#src/config/account.ts';

export const VAST_EVENTS = ['start', 'firstQuartile', 'midPoint', 'thirdQuartile', 'complete'] as const;

/** The call of `/event` as it was understood. */
export interface EventCall {
  readonly type: 'win' | 'imp' | 'vast';
  /** Only with type `vast`. */
  readonly vtype?: (typeof VAST_EVENTS)[number] | undefined;
  readonly bidId: string;
  readonly accountId: string;
  /** The bidder's canonical code where it is known. */
  readonly bidder?: string | undefined;
  /** Epoch ms of the auction. */
  readonly timestamp?: number | undefined;
  readonly integration?: string | undefined;
  readonly auctionId?: string | undefined;
  /** Whether the answer is an image instead of nothing. */
  readonly image: boolean;
  readonly analytics: boolean;
}

export interface EventNotification {
  readonly event: EventCall;
  /** Its activities and analytics settings decide who may hear of it. */
  readonly account: Account;
}

/** Tells the bus, if anybody listens. */
export function notify({ bus, clock }: Pick<Services, 'bus' | 'clock'>, event: EventCall, account: Account): void {
  if (!bus.watched('event')) return;
  const data: EventNotification = { event, account };
  bus.publish({ v: 1, kind: 'event', at: clock.now(), account: event.accountId, bidder: event.bidder, data });
}
