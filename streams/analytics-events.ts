/** Events of the bus for analytics modules: auctions by their kind, syncs, notifications joined to their bids. */
import { map, merge, mergeMap, Observable, type OperatorFunction, of, tap } from 'rxjs';
import type { BidSearch } from '#src/analytics/bid-search.ts';
import { JoinedBids } from '#src/analytics/joined-bids.ts';
import type { AnalyticsKind, AuctionKind } from '#src/analytics/kinds.ts';
import { PeerBids } from '#src/analytics/peer-bids.ts';
import type { NotificationReport, SyncReport } from '#src/analytics/reports.ts';
import { SharedBids } from '#src/analytics/shared-bids.ts';
import type { AuctionEnded } from '#src/auction/publish.ts';
import type { Services } from '#src/auction/services.ts';
import type { EventNotification } from '#src/events/notification.ts';
import type { WorkerPeers } from '#src/platform/peers.ts';
import type { Random } from '#src/platform/random.ts';
import type { SyncEvent } from '#src/sync/reports.ts';
import type { BusEvent, EventKind } from './events.ts';

/** An event; an auction becomes a report for each module, since each has its own copy. */
export type AnalyticsEvent =
  | { readonly id: string; readonly kind: AuctionKind; readonly at: number; readonly ended: AuctionEnded }
  | { readonly id: string; readonly kind: SyncReport['kind']; readonly at: number; readonly report: SyncReport }
  | { readonly id: string; readonly kind: 'notification'; readonly at: number; readonly report: NotificationReport };

/** Kinds of the bus from which modules' events are made. */
const SOURCES: { readonly [kind in AnalyticsKind]: EventKind } = {
  auction: 'auction',
  amp: 'auction',
  video: 'auction',
  cookie_sync: 'sync',
  setuid: 'sync',
  notification: 'event',
};

/** Finds the bids of wins and impressions. */
export interface Joining {
  readonly own: JoinedBids;
  /** With several workers or hosts: another one may know the bid. */
  readonly all: BidSearch | undefined;
  /** Stores the bids of an ended auction. */
  record(auction: AuctionEnded['auction']): void;
}

/** Undefined: no module uses notifications, or storing bids is disabled. */
export function joiningOf(
  kinds: ReadonlySet<AnalyticsKind>,
  { config, clock, random, log }: Services,
  peers: WorkerPeers | undefined,
): Joining | undefined {
  if (!kinds.has('notification')) return undefined;
  const { join } = config.analytics;
  const own = new JoinedBids(join, clock);
  if (own.capacity === 0) return undefined;
  if (join.redis) {
    const shared = new SharedBids(own, config.cache.redis, join, { clock, log });
    return { own, all: shared, record: (auction) => shared.put(own.record(auction)) };
  }
  const all = peers && !peers.singleProcess ? new PeerBids(own, config.worker_timeouts.bid_ms, { peers, clock, random }) : undefined;
  return { own, all, record: (auction) => own.record(auction) };
}

const auctions =
  (remember: (ended: AuctionEnded) => void, random: Random): OperatorFunction<BusEvent, AnalyticsEvent> =>
  (events) =>
    events.pipe(
      map(({ at, data }) => ({ at, ended: data as AuctionEnded })),
      tap(({ ended }) => remember(ended)),
      map(({ at, ended }) => ({ id: random.uuid(), kind: ended.auction.endpoint, at, ended })),
    );

const syncs = (random: Random): OperatorFunction<BusEvent, AnalyticsEvent> =>
  map(({ at, account, data }) => {
    const event = data as SyncEvent;
    const id = random.uuid();
    return { id, kind: event.type, at, report: { id, kind: event.type, at, accountId: account, event } };
  });

const notifications = (joining: Joining | undefined, random: Random): OperatorFunction<BusEvent, AnalyticsEvent> =>
  mergeMap(({ at, data }) => {
    const { event, account } = data as EventNotification;
    return bidOf(event, joining).pipe(
      map((bid): AnalyticsEvent => {
        const id = random.uuid();
        const report: NotificationReport = { id, kind: 'notification', at, accountId: event.accountId, event, account, bid };
        return { id, kind: 'notification', at, report };
      }),
    );
  });

/** The bid of a notification, now or when another worker has responded; emits once. */
function bidOf(event: EventNotification['event'], joining: Joining | undefined): Observable<NotificationReport['bid']> {
  const { own, all } = joining ?? {};
  if (!all) return of(own?.find(event));
  return new Observable((found) =>
    all.find(event, (bid) => {
      found.next(bid);
      found.complete();
    }),
  );
}

/**
 * The events of all modules.
 * @param kinds kinds that some module uses; there is no subscription to others
 * @param joining finds the bids of notifications; undefined: they are not joined
 * @param random makes the ids of events
 * @param onAuction called with each auction before any module
 */
export function analyticsEvents(
  kinds: ReadonlySet<AnalyticsKind>,
  listen: (kind: EventKind) => Observable<BusEvent>,
  joining: Joining | undefined,
  random: Random,
  onAuction: (auction: AuctionEnded['auction']) => void,
): Observable<AnalyticsEvent> {
  const sources = new Set([...kinds].map((kind) => SOURCES[kind]));
  if (joining) sources.add('auction');
  const remember = (ended: AuctionEnded): void => {
    joining?.record(ended.auction);
    onAuction(ended.auction);
  };
  const made: { readonly [source in EventKind]?: OperatorFunction<BusEvent, AnalyticsEvent> } = {
    auction: auctions(remember, random),
    sync: syncs(random),
    event: notifications(joining, random),
  };
  return merge(...[...sources].flatMap((source) => (made[source] ? listen(source).pipe(made[source]) : [])));
}
