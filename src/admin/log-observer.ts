/**
 * Temporary logging of single auctions: traces for a limited time, or a number of requests with their responses. Bodies are masked as in
 * taps, by the auction's own privacy decisions.
 */
import type { Subscription } from 'rxjs';
import type { AuctionEnded, BidderEnded } from '#src/auction/publish.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Log } from '#src/platform/log.ts';
import { truncateTo } from '#src/taps/calls.ts';
import { fieldsOf } from '#src/taps/matched.ts';
import { type Matcher, toMatcher } from '#src/taps/matcher.ts';
import { render } from '#src/taps/render.ts';
import { subscriptionSchema } from '#src/taps/subscription.ts';
import type { BusEvent, EventBus, EventKind } from '#streams/events.ts';

export const LOG_LEVELS = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Auctions of an account, of a bidder, or of both, for a limited time. */
export interface TraceRequest {
  readonly account?: string | undefined;
  readonly bidder?: string | undefined;
  readonly level: LogLevel;
  readonly durationMs: number;
}

/** The next matching requests, up to a number. */
export interface InteractionRequest {
  readonly endpoint?: 'auction' | 'amp' | undefined;
  /** Status of the logged response: the host's, or of a bidder that of any of its calls. */
  readonly status?: number | undefined;
  readonly account?: string | undefined;
  /** Log this bidder's calls instead of the host's requests. */
  readonly bidder?: string | undefined;
  readonly limit: number;
}

export interface LogObserverEnv {
  readonly bus: EventBus;
  readonly log: Log;
  readonly clock: Pick<Clock, 'after'>;
  /** Max characters of a body; 0: no limit. */
  readonly maxBodyBytes: number;
}

/** Max concurrent traces; the oldest is replaced. */
const MAX_TRACES = 10;

const noop = (): undefined => undefined;

/** A bidder ends before the host responds to its own caller. */
function statusesOf({ kind, data }: BusEvent): readonly (number | undefined)[] {
  if (kind === 'bidder') return (data as BidderEnded).outcome.calls.map(({ response }) => response?.status);
  return [(data as AuctionEnded).auction.clientResponse?.status];
}

export class LogObserver {
  readonly #env: LogObserverEnv;
  /** Ends of the active traces by account and bidder, the oldest first. */
  readonly #traces = new Map<string, () => void>();
  #interactions: Subscription | undefined;

  constructor(env: LogObserverEnv) {
    this.#env = env;
  }

  /** A trace of the same auctions replaces the previous one: no auction is logged twice. */
  trace({ account, bidder, level, durationMs }: TraceRequest): void {
    const key = JSON.stringify([account, bidder]);
    this.#traces.get(key)?.();
    const listening = this.#listen(['auction', 'bidder'], { account, bidder }, (event) => this.#report(level, event, 'auction trace'));
    const end = (): void => {
      cancel();
      listening.unsubscribe();
      this.#traces.delete(key);
    };
    const cancel = this.#env.clock.after(durationMs, end);
    const [oldest] = this.#traces.values();
    if (this.#traces.size >= MAX_TRACES) oldest?.();
    this.#traces.set(key, end);
  }

  /** A new request replaces the previous one. */
  interactions({ endpoint, status, account, bidder, limit }: InteractionRequest): void {
    this.#interactions?.unsubscribe();
    let left = limit;
    const kind = bidder === undefined ? 'auction' : 'bidder';
    this.#interactions = this.#listen([kind], { account, bidder }, (event) => {
      const { auction } = event.data as AuctionEnded;
      if (endpoint !== undefined && auction.endpoint !== endpoint) return;
      if (status !== undefined && !statusesOf(event).includes(status)) return;
      if (left-- > 0) this.#report('info', event, 'request and response');
      if (left <= 0) this.#interactions?.unsubscribe();
    });
  }

  stop(): void {
    for (const end of this.#traces.values()) end();
    this.#interactions?.unsubscribe();
  }

  #listen(
    kinds: EventKind[],
    filter: { account?: string | undefined; bidder?: string | undefined },
    listener: (event: BusEvent) => void,
  ): Subscription {
    const passes = toMatcher(subscriptionSchema.parse({ kinds, ...filter }));
    const { bus } = this.#env;
    const listening = bus.listen(kinds).subscribe((event) => {
      if (this.#matches(passes, event)) listener(event);
    });
    if (kinds.includes('auction')) listening.add(bus.observe('bodies'));
    return listening;
  }

  #matches(passes: Matcher, event: BusEvent): boolean {
    try {
      return passes({ ...event, ...fieldsOf(event) });
    } catch (cause) {
      this.#env.log.error({ err: cause, kind: event.kind }, 'logging an event failed');
      return false;
    }
  }

  /** A failure to log one event must not affect others. */
  #report(level: LogLevel, event: BusEvent, message: string): void {
    const { log, maxBodyBytes } = this.#env;
    const { kind, auction, request, account, bidder } = event;
    try {
      const { plain, bodies = plain } = render(event, { bodies: true, recording: false }, truncateTo(maxBodyBytes), noop);
      log[level]({ kind, auction, request, account, bidder, reported: JSON.parse(bodies) as object }, message);
    } catch (cause) {
      log.error({ err: cause, kind }, 'logging an event failed');
    }
  }
}
