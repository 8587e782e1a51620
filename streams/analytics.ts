/**
 * Analytics modules as pipelines on the bus. All of it runs after the response is sent; a failing or slow module loses events (counted)
 * and never affects an auction.
 *
 *     bus → events (auctions, syncs, notifications joined to their bids)
 *       each module and kind: filter (kind) → passing (privacy gate) → passing (sample) → filter (room) → map (own copy → text)
 *         → passing (of interest) → tap (counted) → catchError (counted, goes on) → outbox (batches, retries)
 */
import { catchError, filter, type MonoTypeOperatorFunction, map, merge, type Observable, Subject, takeUntil, tap } from 'rxjs';
import { AuctionReport } from '#src/analytics/auction-report.ts';
import type { AnalyticsKind } from '#src/analytics/kinds.ts';
import { type CopyFor, maskedCopy } from '#src/analytics/masked-copy.ts';
import type { EncodedEvent, NamedModule, Report } from '#src/analytics/module.ts';
import { mayReportAccount, mayReportAuction } from '#src/analytics/permission.ts';
import { auctionKey, isSampled } from '#src/analytics/sampling.ts';
import { unknownNamesLog } from '#src/analytics/unknown-names.ts';
import type { Services } from '#src/auction/services.ts';
import type { Counter } from '#src/platform/metrics.ts';
import type { WorkerPeers } from '#src/platform/peers.ts';
import { type AnalyticsEvent, analyticsEvents, joiningOf } from './analytics-events.ts';
import type { EventBus } from './events.ts';
import type { Outbox } from './outbox.ts';
import { outboxOf } from './outbox-of.ts';
import type { SpooledOutbox } from './spooled-outbox.ts';

/** What happened to an event on its way to a module's text. */
type ReportOutcome = 'reported' | 'gated' | 'sampled_out' | 'unwanted' | 'error';

interface Line {
  readonly id: string;
  readonly at: number;
  readonly encoded: EncodedEvent | undefined;
}

/** One module and its path from the bus. */
class Pipeline {
  readonly #module: NamedModule;
  readonly #services: Services;
  readonly #copyFor: CopyFor;
  readonly #outbox: Outbox | SpooledOutbox;
  readonly #outcomes = new Map<string, Counter>();

  constructor(module: NamedModule, events: Observable<AnalyticsEvent>, services: Services) {
    this.#module = module;
    this.#services = services;
    this.#copyFor = { name: module.name, hasLegalBasis: module.gvlId > 0 || module.needsConsent === true };
    this.#outbox = outboxOf(module, services);
    module.start?.({ flush: (channel) => this.#outbox.flush(channel) });
    merge(...[...new Set(module.kinds)].map((kind) => this.#lines(kind, events))).subscribe(({ id, at, encoded }) => {
      if (encoded) this.#outbox.put(encoded.text, at, encoded.channel, id);
    });
  }

  async stop(graceMs: number): Promise<void> {
    await this.#outbox.stop(graceMs);
    await this.#module.stop?.();
  }

  /** Events of one kind as the module encodes them. */
  #lines(kind: AnalyticsKind, events: Observable<AnalyticsEvent>): Observable<Line> {
    return events.pipe(
      filter((event) => event.kind === kind),
      this.#passing(kind, 'gated', (event) => this.#mayQueue(event)),
      this.#passing(kind, 'sampled_out', (event) => this.#isSampled(event)),
      filter(() => this.#outbox.hasRoom()),
      map((event): Line => ({ id: event.id, at: event.at, encoded: this.#module.encode(this.#reportOf(event)) })),
      this.#passing(kind, 'unwanted', ({ encoded }) => encoded !== undefined),
      tap(() => this.#count(kind, 'reported')),
      catchError((cause, again) => {
        this.#failed(kind, cause);
        return again;
      }),
    );
  }

  /** Passes matching events; others are counted. */
  #passing<T>(kind: AnalyticsKind, otherwise: ReportOutcome, passes: (value: T) => boolean): MonoTypeOperatorFunction<T> {
    return filter((value) => {
      const passed = passes(value);
      if (!passed) this.#count(kind, otherwise);
      return passed;
    });
  }

  /** Syncs go to all modules: cookie-sync events skip the activity check. */
  #mayQueue(event: AnalyticsEvent): boolean {
    if ('ended' in event) return mayReportAuction(this.#module, event.ended.auction, this.#services);
    return event.kind !== 'notification' || mayReportAccount(this.#module.name, event.report.account, this.#services);
  }

  /** An auction and the notifications of its bids get the same decision; syncs are not sampled. */
  #isSampled(event: AnalyticsEvent): boolean {
    const { share } = this.#module;
    if ('ended' in event) return isSampled(share, auctionKey(event.ended.auction.request.id, event.ended.auction.startedAt));
    if (event.kind !== 'notification') return true;
    const { bid, event: call } = event.report;
    return isSampled(
      share,
      bid ? auctionKey(bid.requestId, bid.auctionStartedAt) : auctionKey(call.auctionId ?? call.bidId, call.timestamp ?? 0),
    );
  }

  /** An auction is masked for the module. */
  #reportOf(event: AnalyticsEvent): Report {
    if (!('ended' in event)) return event.report;
    const { auction, tookMs } = event.ended;
    return new AuctionReport(auction, maskedCopy(auction, this.#copyFor, this.#services), event.at, tookMs, event.id);
  }

  /** Every failure is counted, the first of a kind logged. */
  #failed(kind: AnalyticsKind, cause: unknown): void {
    if (!this.#outcomes.has(`${kind} error`))
      this.#services.log.error({ err: cause, module: this.#module.name, kind }, 'analytics module failed');
    this.#count(kind, 'error');
  }

  #count(kind: AnalyticsKind, result: ReportOutcome): void {
    const key = `${kind} ${result}`;
    let counter = this.#outcomes.get(key);
    if (!counter) {
      const labels = { module: this.#module.name, kind, result };
      counter = this.#services.metrics.counter('analytics_events', 'Events of an analytics module by result.', labels);
      this.#outcomes.set(key, counter);
    }
    counter.add();
  }
}

/** Running pipelines. */
export interface Analytics {
  /** Accepts no further events and sends the remaining ones within `graceMs`. Never rejects. */
  stop(graceMs: number): Promise<void>;
}

/**
 * Starts a pipeline for each module. Without modules there is no subscription to the bus, so no event is built.
 * @param peers the other workers of this host
 */
export function startAnalytics(
  modules: readonly NamedModule[],
  services: Services & { readonly bus: EventBus },
  peers?: WorkerPeers,
): Analytics {
  const { bus, log } = services;
  const kinds = new Set(modules.flatMap((module) => module.kinds));
  const joining = joiningOf(kinds, services, peers);
  const events = new Subject<AnalyticsEvent>();
  const stopping = new Subject<void>();
  const pipelines = modules.map((module) => new Pipeline(module, events, services));
  const logUnknown = kinds.has('auction') ? unknownNamesLog(new Set(modules.map(({ name }) => name)), services) : undefined;
  analyticsEvents(
    kinds,
    (kind) => bus.listen([kind]).pipe(takeUntil(stopping)),
    joining,
    services.random,
    (auction) => logUnknown?.(auction),
  )
    .pipe(
      catchError((cause, again) => {
        log.error({ err: cause }, 'an event was lost before reaching any analytics module');
        return again;
      }),
    )
    .subscribe(events);
  return {
    async stop(graceMs) {
      stopping.next();
      joining?.all?.stop();
      const stopped = pipelines.map((pipeline) =>
        pipeline.stop(graceMs).catch((cause: unknown) => log.error({ err: cause }, 'stopping an analytics module failed')),
      );
      await Promise.all(stopped);
    },
  };
}
