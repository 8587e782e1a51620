/** Syncs and notifications in the form modules receive. */
import type { Account } from '#src/config/account.ts';
import type { EventCall } from '#src/events/notification.ts';
import type { SyncEvent } from '#src/sync/reports.ts';
import type { JoinedBid } from './joined-bids.ts';

/** A call of `/cookie_sync` or `/setuid`. */
export interface SyncReport {
  /** The same for all modules and all deliveries. */
  readonly id: string;
  readonly kind: 'cookie_sync' | 'setuid';
  /** Epoch ms. */
  readonly at: number;
  readonly accountId: string | undefined;
  readonly event: SyncEvent;
}

/** A win, an impression or a step of a video. */
export interface NotificationReport {
  /** As of syncs. */
  readonly id: string;
  readonly kind: 'notification';
  /** Epoch ms. */
  readonly at: number;
  readonly accountId: string;
  readonly event: EventCall;
  readonly account: Account;
  /** The bid of the event, if this host ran its auction recently. */
  readonly bid: JoinedBid | undefined;
}
