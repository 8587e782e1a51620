/**
 * Analytics modules as pipelines on the bus. All of it runs after the reply is on its way; what a module does, cannot do or does too
 * slowly costs events (counted), never an auction.
 *
 *     bus → events (auctions, syncs, notifications joined to their bids)
 *       each module and kind: filter (kind) → passing (privacy gate) → passing (sample) → filter (room) → map (own copy → text)
 *         → passing (of interest) → catchError (counted) → outbox (batches, retries)
 */
import { catchError, filter, type MonoTypeOperatorFunction, map, merge, type Observable, Subject, takeUntil, tap } from 'rxjs';
import { AuctionReport } from '#src/analytics/auction-report.ts';
import { type CopyFor, cutCopy } from '#src/analytics/cut.ts';
import { mayTellAccount, mayTellAuction } from '#src/analytics/gate.ts';
import type { AnalyticsKind, NamedModule, Report, Told } from '#src/analytics/module.ts';
import { auctionKey, isSampled } from '#src/analytics/sampling.ts';
import type { Services } from '#src/auction/services.ts';
import type { Counter } from '#src/outside/metrics.ts';
import type { Siblings } from '#src/outside/siblings.ts';
import { type AnalyticsEvent, analyticsEvents, joiningOf } from './analytics-events.ts';
import type { EventBus } from './events.ts';
import { Outbox } from './outbox.ts';
import { unknownNamesLog } from './unknown-names.ts';

/** What became of an event on its way to the text of a module. */
type Fate = 'told' | 'gated' | 'sampled_out' | 'unwanted' | 'error';

interface Line {
  readonly at: number;
  readonly told: Told | undefined;
}

/** One module with what stands between it and the bus. */
class Pipeline {
  readonly #module: NamedModule;
  readonly #services: Services;
  readonly #copyFor: CopyFor;
  readonly #outbox: Outbox;
  readonly #fates = new Map<string, Counter>();

  constructor(module: NamedModule, events: Observable<AnalyticsEvent>, services: Services) {
    this.#module = module;
    this.#services = services;
    this.#copyFor = { name: module.name, hasGround: module.gvlId > 0 || module.asksConsent === true };
    this.#outbox = new Outbox(`analytics.${module.name}`, module.delivery, (batch, signal) => module.send(batch, signal), services);
    module.start?.({ flush: (channel) => this.#outbox.flush(channel) });
    merge(...[...new Set(module.kinds)].map((kind) => this.#lines(kind, events))).subscribe(({ at, told }) => {
      if (told) this.#outbox.put(told.text, at, told.channel);
    });
  }

  async stop(graceMs: number): Promise<void> {
    await this.#outbox.stop(graceMs);
    await this.#module.stop?.();
  }

  /** Events of one kind as the module tells them. */
  #lines(kind: AnalyticsKind, events: Observable<AnalyticsEvent>): Observable<Line> {
    return events.pipe(
      filter((event) => event.kind === kind),
      this.#passing(kind, 'gated', (event) => this.#mayTell(event)),
      this.#passing(kind, 'sampled_out', (event) => this.#isSampled(event)),
      filter(() => this.#outbox.hasRoom()),
      map((event): Line => ({ at: event.at, told: this.#module.encode(this.#reportOf(event)) })),
      this.#passing(kind, 'unwanted', ({ told }) => told !== undefined),
      tap(() => this.#count(kind, 'told')),
      catchError((cause, again) => {
        this.#failed(kind, cause);
        return again;
      }),
    );
  }

  /** What passes; what does not is counted. */
  #passing<T>(kind: AnalyticsKind, otherwise: Fate, passes: (value: T) => boolean): MonoTypeOperatorFunction<T> {
    return filter((value) => {
      const passed = passes(value);
      if (!passed) this.#count(kind, otherwise);
      return passed;
    });
  }

  /** Syncs go to all modules: no activity is asked. */
  #mayTell(event: AnalyticsEvent): boolean {
    if ('ended' in event) return mayTellAuction(this.#module, event.ended.auction, this.#services);
    return event.kind !== 'notification' || mayTellAccount(this.#module.name, event.report.account, this.#services);
  }

  /** An auction and the notifications of its bids go the same way; syncs are not sampled. */
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

  /** An auction is cut to what the module may see. */
  #reportOf(event: AnalyticsEvent): Report {
    if (!('ended' in event)) return event.report;
    const { auction, tookMs } = event.ended;
    return new AuctionReport(auction, cutCopy(auction, this.#copyFor, this.#services), event.at, tookMs);
  }

  /** Every failure is counted, the first of a kind logged. */
  #failed(kind: AnalyticsKind, cause: unknown): void {
    if (!this.#fates.has(`${kind} error`))
      this.#services.log.error({ err: cause, module: this.#module.name, kind }, 'an analytics module failed');
    this.#count(kind, 'error');
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

/**
 * Starts a pipeline for each module. Without any the bus is not listened to, so no event is built.
 * @param siblings the other workers of this host
 */
export function startAnalytics(
  modules: readonly NamedModule[],
  services: Services & { readonly bus: EventBus },
  siblings?: Siblings,
): Analytics {
  const { bus, log } = services;
  const kinds = new Set(modules.flatMap((module) => module.kinds));
  const joining = joiningOf(kinds, services, siblings);
  const events = new Subject<AnalyticsEvent>();
  const stopping = new Subject<void>();
  const pipelines = modules.map((module) => new Pipeline(module, events, services));
  const logUnknown = kinds.has('auction') ? unknownNamesLog(new Set(modules.map(({ name }) => name)), services) : undefined;
  analyticsEvents(
    kinds,
    (kind) => bus.listen([kind]).pipe(takeUntil(stopping)),
    joining,
    (auction) => logUnknown?.(auction),
  )
    .pipe(
      catchError((cause, again) => {
        log.error({ err: cause }, 'an event was lost before any analytics module');
        return again;
      }),
    )
    .subscribe(events);
  return {
    async stop(graceMs) {
      stopping.next();
      joining?.all?.stop();
      const stopped = pipelines.map((pipeline) =>
        pipeline.stop(graceMs).catch((cause: unknown) => log.error({ err: cause }, 'an analytics module cannot stop')),
      );
      await Promise.all(stopped);
    },
  };
}
