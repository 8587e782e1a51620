/**
 * What the log says of single auctions while somebody wants that: traces for a while, or so many requests with their
 * answers. Bodies are as taps show them: cut by the auction's own privacy decisions.
 */
import type { Subscription } from 'rxjs';
import type { AuctionEnded } from '#src/auction/publish.ts';
import type { Clock } from '#src/outside/clock.ts';
import type { Log } from '#src/outside/log.ts';
import { cutTo } from '#src/taps/calls.ts';
import { render } from '#src/taps/render.ts';
import type { BusEvent, EventBus, EventKind } from './events.ts';
import { subscriptionSchema, toMatched, wants } from './taps/subscription.ts';

export const LOG_LEVELS = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Auctions of an account, of a bidder, or of both, for so long. */
export interface TraceWish {
  readonly account?: string | undefined;
  readonly bidder?: string | undefined;
  readonly level: LogLevel;
  readonly durationMs: number;
}

/** The next so many requests that match all that is given. */
export interface InteractionWish {
  readonly endpoint?: 'auction' | 'amp' | undefined;
  readonly status?: number | undefined;
  readonly account?: string | undefined;
  /** Log this bidder's calls instead of ours. */
  readonly bidder?: string | undefined;
  readonly limit: number;
}

export interface LogWatchEnv {
  readonly bus: EventBus;
  readonly log: Log;
  readonly clock: Pick<Clock, 'after'>;
  /** Characters of a body; 0: all. */
  readonly maxBodyBytes: number;
}

/** Traces under way at once; the oldest gives way. */
const MOST_TRACES = 10;

const nothingRecorded = (): undefined => undefined;

export class LogWatch {
  readonly #env: LogWatchEnv;
  readonly #traces = new Set<() => void>();
  #interactions: Subscription | undefined;

  constructor(env: LogWatchEnv) {
    this.#env = env;
  }

  trace({ account, bidder, level, durationMs }: TraceWish): void {
    const listening = this.#listen(['auction', 'bidder'], { account, bidder }, (event) => this.#tell(level, event, 'trace of an auction'));
    const end = (): void => {
      cancel();
      listening.unsubscribe();
      this.#traces.delete(end);
    };
    const cancel = this.#env.clock.after(durationMs, end);
    const [oldest] = this.#traces;
    if (this.#traces.size >= MOST_TRACES) oldest?.();
    this.#traces.add(end);
  }

  /** A wish takes the place of the one before it. */
  interactions({ endpoint, status, account, bidder, limit }: InteractionWish): void {
    this.#interactions?.unsubscribe();
    let left = limit;
    const kind = bidder === undefined ? 'auction' : 'bidder';
    this.#interactions = this.#listen([kind], { account, bidder }, (event) => {
      const { auction } = event.data as AuctionEnded;
      if (endpoint !== undefined && auction.entry !== endpoint) return;
      if (status !== undefined && auction.reply?.status !== status) return;
      if (left-- > 0) this.#tell('info', event, 'a request and its answer');
      if (left <= 0) this.#interactions?.unsubscribe();
    });
  }

  stop(): void {
    for (const end of this.#traces) end();
    this.#interactions?.unsubscribe();
  }

  #listen(
    kinds: EventKind[],
    filter: { account?: string | undefined; bidder?: string | undefined },
    hear: (event: BusEvent) => void,
  ): Subscription {
    const wanted = subscriptionSchema.parse({ kinds, ...filter });
    return this.#env.bus.listen(kinds).subscribe((event) => {
      if (wants(wanted, toMatched(event))) hear(event);
    });
  }

  /** An event that cannot be told must cost nobody else. */
  #tell(level: LogLevel, event: BusEvent, message: string): void {
    const { log, maxBodyBytes } = this.#env;
    const { kind, auction, request, account, bidder } = event;
    try {
      const { plain, bodies = plain } = render(event, { bodies: true, recording: false }, cutTo(maxBodyBytes), nothingRecorded);
      log[level]({ kind, auction, request, account, bidder, told: JSON.parse(bodies) as object }, message);
    } catch (cause) {
      log.error({ err: cause, kind }, 'an event could not be logged');
    }
  }
}
