/**
 * Analytics modules as pipelines on the bus: filter → privacy gate → sample → own copy → text → batch → send. All of it runs after the
 * reply is on its way; what a module does, cannot do or does too slowly costs events (counted), never an auction.
 */
import type { Subscription } from 'rxjs';
import { AuctionReport } from '#src/analytics/auction-report.ts';
import { type CopyFor, cutCopy } from '#src/analytics/cut.ts';
import { mayTellAccount, mayTellAuction } from '#src/analytics/gate.ts';
import { JoinedBids } from '#src/analytics/joined-bids.ts';
import type { AnalyticsKind, NamedModule, Report } from '#src/analytics/module.ts';
import type { NotificationReport, SyncReport } from '#src/analytics/reports.ts';
import { auctionKey, isSampled } from '#src/analytics/sampling.ts';
import { SiblingBids } from '#src/analytics/sibling-bids.ts';
import type { AuctionEnded } from '#src/auction/publish.ts';
import type { Services } from '#src/auction/services.ts';
import type { EventNotification } from '#src/events/notification.ts';
import type { Counter } from '#src/outside/metrics.ts';
import type { Siblings } from '#src/outside/siblings.ts';
import type { SyncEvent } from '#src/sync/reports.ts';
import type { BusEvent, EventBus, EventKind } from './events.ts';
import { Outbox } from './outbox.ts';
import { unknownNamesLog } from './unknown-names.ts';

/** Kinds of the bus that events of modules are made of. */
const SOURCES: { readonly [kind in AnalyticsKind]: EventKind } = {
  auction: 'auction',
  amp: 'auction',
  video: 'auction',
  cookie_sync: 'sync',
  setuid: 'sync',
  notification: 'event',
};

/** What became of an event on its way to the text of a module. */
type Fate = 'told' | 'gated' | 'sampled_out' | 'unwanted' | 'error';

/** One module with what stands between it and the bus. */
class Pipeline {
  readonly #module: NamedModule;
  readonly #services: Services;
  readonly #kinds: ReadonlySet<AnalyticsKind>;
  readonly #copyFor: CopyFor;
  readonly #outbox: Outbox;
  readonly #fates = new Map<string, Counter>();

  constructor(module: NamedModule, services: Services) {
    this.#module = module;
    this.#services = services;
    this.#kinds = new Set(module.kinds);
    this.#copyFor = { name: module.name, hasGround: module.gvlId > 0 || module.asksConsent === true };
    this.#outbox = new Outbox(`analytics.${module.name}`, module.delivery, (batch, signal) => module.send(batch, signal), services);
    module.start?.({ flush: (channel) => this.#outbox.flush(channel) });
  }

  /** Tells the module of an auction, cut to what it may see. */
  auction({ auction, tookMs }: AuctionEnded, at: number): void {
    const { share } = this.#module;
    const key = (): string => auctionKey(auction.request.id, auction.startedAt);
    this.#tell(
      auction.entry,
      () => (mayTellAuction(this.#module, auction, this.#services) ? isSampled(share, key()) || 'sampled_out' : 'gated'),
      () => new AuctionReport(auction, cutCopy(auction, this.#copyFor, this.#services), at, tookMs),
    );
  }

  /** Syncs go to all modules: no activity is asked (privacy.md section 2). */
  sync(report: SyncReport): void {
    this.#tell(
      report.kind,
      () => true,
      () => report,
    );
  }

  notification(report: NotificationReport): void {
    const { account, bid, event } = report;
    const { name, share } = this.#module;
    const key = (): string =>
      bid ? auctionKey(bid.requestId, bid.auctionStartedAt) : auctionKey(event.auctionId ?? event.bidId, event.timestamp ?? 0);
    this.#tell(
      report.kind,
      () => (mayTellAccount(name, account, this.#services) ? isSampled(share, key()) || 'sampled_out' : 'gated'),
      () => report,
    );
  }

  async stop(graceMs: number): Promise<void> {
    await this.#outbox.stop(graceMs);
    await this.#module.stop?.();
  }

  /** @param passes true, or what keeps the event from the module */
  #tell(kind: AnalyticsKind, passes: () => true | Fate, make: () => Report): void {
    if (!this.#kinds.has(kind)) return;
    try {
      const passed = passes();
      if (passed !== true) this.#count(kind, passed);
      else if (this.#outbox.hasRoom()) this.#put(kind, make());
    } catch (cause) {
      this.#failed(kind, cause);
    }
  }

  /** Every failure is counted, the first of a kind told. */
  #failed(kind: AnalyticsKind, cause: unknown): void {
    if (!this.#fates.has(`${kind} error`))
      this.#services.log.error({ err: cause, module: this.#module.name, kind }, 'an analytics module failed');
    this.#count(kind, 'error');
  }

  #put(kind: AnalyticsKind, report: Report): void {
    const told = this.#module.encode(report);
    this.#count(kind, told ? 'told' : 'unwanted');
    if (told) this.#outbox.put(told.text, report.at, told.channel);
  }

  #count(kind: AnalyticsKind, result: Fate): void {
    const key = `${kind} ${result}`;
    let counter = this.#fates.get(key);
    if (!counter) {
      const labels = { module: this.#module.name, kind, result };
      counter = this.#services.metrics.counter('analytics_events', 'Events an analytics module was, or was not, told of.', labels);
      this.#fates.set(key, counter);
    }
    counter.add();
  }
}

/** Running pipelines. */
export interface Analytics {
  /** Takes nothing more, sends what there is within `graceMs`. Never rejects. */
  stop(graceMs: number): Promise<void>;
}

/** Wins and impressions find their bids here. */
interface Joining {
  readonly own: JoinedBids;
  /** Where there are several workers: one of them may know what this one does not. */
  readonly all: SiblingBids | undefined;
}

/** Undefined: no module wants them, or they are not to be remembered. */
function joiningOf(
  kinds: ReadonlySet<AnalyticsKind>,
  { config, clock, random }: Services,
  siblings: Siblings | undefined,
): Joining | undefined {
  if (!kinds.has('notification')) return undefined;
  const own = new JoinedBids(config.analytics.join, clock);
  if (own.capacity === 0) return undefined;
  return { own, all: siblings && !siblings.alone ? new SiblingBids(own, siblings, clock, random) : undefined };
}

/**
 * Starts a pipeline for each module. Without any the bus is not listened to, so no event is built.
 * @param siblings the other workers of this host
 */
export function startAnalytics(
  modules: readonly NamedModule[],
  services: Services & { readonly bus: EventBus },
  siblings?: Siblings,
): Analytics {
  const pipelines = modules.map((module) => new Pipeline(module, services));
  const kinds = new Set(modules.flatMap((module) => module.kinds));
  const joined = joiningOf(kinds, services, siblings);
  const sources = new Set([...kinds].map((kind) => SOURCES[kind]));
  if (joined) sources.add('auction');
  const logUnknown = kinds.has('auction') ? unknownNamesLog(new Set(modules.map(({ name }) => name)), services) : undefined;
  const listening: Subscription | undefined =
    pipelines.length === 0 ? undefined : services.bus.listen([...sources]).subscribe((event) => hear(event, pipelines, joined, logUnknown));
  return {
    async stop(graceMs) {
      listening?.unsubscribe();
      joined?.all?.stop();
      await Promise.all(
        pipelines.map((pipeline) =>
          pipeline.stop(graceMs).catch((cause: unknown) => services.log.error({ err: cause }, 'an analytics module cannot stop')),
        ),
      );
    },
  };
}

type OnAuction = (auction: AuctionEnded['auction']) => void;

function hear(
  { kind, at, account, data }: BusEvent,
  pipelines: readonly Pipeline[],
  joined: Joining | undefined,
  onAuction: OnAuction | undefined,
): void {
  if (kind === 'auction') {
    const ended = data as AuctionEnded;
    joined?.own.keep(ended.auction);
    onAuction?.(ended.auction);
    for (const pipeline of pipelines) pipeline.auction(ended, at);
  } else if (kind === 'sync') {
    const event = data as SyncEvent;
    const report: SyncReport = { kind: event.type, at, accountId: account, event };
    for (const pipeline of pipelines) pipeline.sync(report);
  } else {
    const { event, account: settings } = data as EventNotification;
    const tell = (bid: NotificationReport['bid']): void => {
      const report: NotificationReport = { kind: 'notification', at, accountId: event.accountId, event, account: settings, bid };
      for (const pipeline of pipelines) pipeline.notification(report);
    };
    if (joined?.all) joined.all.find(event, tell);
    else tell(joined?.own.find(event));
  }
}
