/** Events of the bus as analytics modules know them: auctions by their kind, syncs, notifications joined to their bids. */
import { map, merge, mergeMap, Observable, type OperatorFunction, of, tap } from 'rxjs';
import { JoinedBids } from '#src/analytics/joined-bids.ts';
import type { AnalyticsKind, AuctionKind } from '#src/analytics/module.ts';
import type { NotificationReport, SyncReport } from '#src/analytics/reports.ts';
import { SiblingBids } from '#src/analytics/sibling-bids.ts';
import type { AuctionEnded } from '#src/auction/publish.ts';
import type { Services } from '#src/auction/services.ts';
import type { EventNotification } from '#src/events/notification.ts';
import type { Siblings } from '#src/outside/siblings.ts';
import type { SyncEvent } from '#src/sync/reports.ts';
import type { BusEvent, EventKind } from './events.ts';

/** What happened; an auction becomes a report for each module, since each sees its own copy. */
export type AnalyticsEvent =
  | { readonly kind: AuctionKind; readonly at: number; readonly ended: AuctionEnded }
  | { readonly kind: SyncReport['kind']; readonly at: number; readonly report: SyncReport }
  | { readonly kind: 'notification'; readonly at: number; readonly report: NotificationReport };

/** Kinds of the bus that events of modules are made of. */
const SOURCES: { readonly [kind in AnalyticsKind]: EventKind } = {
  auction: 'auction',
  amp: 'auction',
  video: 'auction',
  cookie_sync: 'sync',
  setuid: 'sync',
  notification: 'event',
};

/** Wins and impressions find their bids here. */
export interface Joining {
  readonly own: JoinedBids;
  /** Where there are several workers: one of them may know what this one does not. */
  readonly all: SiblingBids | undefined;
}

/** Undefined: no module wants notifications, or bids are not to be remembered. */
export function joiningOf(
  kinds: ReadonlySet<AnalyticsKind>,
  { config, clock, random }: Services,
  siblings: Siblings | undefined,
): Joining | undefined {
  if (!kinds.has('notification')) return undefined;
  const own = new JoinedBids(config.analytics.join, clock);
  if (own.capacity === 0) return undefined;
  return { own, all: siblings && !siblings.alone ? new SiblingBids(own, siblings, clock, random) : undefined };
}

const auctions =
  (remember: (ended: AuctionEnded) => void): OperatorFunction<BusEvent, AnalyticsEvent> =>
  (events) =>
    events.pipe(
      map(({ at, data }) => ({ at, ended: data as AuctionEnded })),
      tap(({ ended }) => remember(ended)),
      map(({ at, ended }) => ({ kind: ended.auction.entry, at, ended })),
    );

const syncs: OperatorFunction<BusEvent, AnalyticsEvent> = map(({ at, account, data }) => {
  const event = data as SyncEvent;
  return { kind: event.type, at, report: { kind: event.type, at, accountId: account, event } };
});

const notifications = (joining: Joining | undefined): OperatorFunction<BusEvent, AnalyticsEvent> =>
  mergeMap(({ at, data }) => {
    const { event, account } = data as EventNotification;
    return bidOf(event, joining).pipe(
      map((bid): AnalyticsEvent => {
        const report: NotificationReport = { kind: 'notification', at, accountId: event.accountId, event, account, bid };
        return { kind: 'notification', at, report };
      }),
    );
  });

/** The bid a notification is about, now or when another worker has answered; emits once. */
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
 * @param kinds those some module wants; nothing else of the bus is listened to
 * @param stopping ends listening; what is still looked for comes after it
 * @param onAuction called with each auction before any module
 */
export function analyticsEvents(
  kinds: ReadonlySet<AnalyticsKind>,
  listen: (kind: EventKind) => Observable<BusEvent>,
  joining: Joining | undefined,
  onAuction: (auction: AuctionEnded['auction']) => void,
): Observable<AnalyticsEvent> {
  const sources = new Set([...kinds].map((kind) => SOURCES[kind]));
  if (joining) sources.add('auction');
  const remember = (ended: AuctionEnded): void => {
    joining?.own.keep(ended.auction);
    onAuction(ended.auction);
  };
  const made: { readonly [source in EventKind]?: OperatorFunction<BusEvent, AnalyticsEvent> } = {
    auction: auctions(remember),
    sync: syncs,
    event: notifications(joining),
  };
  return merge(...[...sources].flatMap((source) => (made[source] ? listen(source).pipe(made[source]) : [])));
}
