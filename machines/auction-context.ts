/** What an auction’s machine runs on: the record, its services, and the functions of its states. */
import type { Observable, Subscription } from 'rxjs';
import type { Auction } from '#src/auction/auction.ts';
import type { Services } from '#src/auction/services.ts';
import type { OutcomeEvent } from '#streams/bidder-calls.ts';
import type { StageName } from './lifecycle.ts';

/** The work of a stage: it edits the record and leaves a promise only if something must be awaited. */
export type Stage = (auction: Auction, services: Services) => void | Promise<void>;

/** Reports the steps of a chart whose states run in a row. Times are µs since the auction started. */
export interface StepObserver {
  /** Call when the entry of the state is complete. @param atUs when it was entered; absent: now */
  entered(state: string, atUs?: number): void;
  /** The next step is that of a client disconnect. */
  disconnected(): void;
  nowUs(): number;
}

/** The record, the services it may use, and the functions of its states. */
export interface AuctionContext {
  readonly auction: Auction;
  readonly services: Services;
  readonly stages: { readonly [name in Exclude<StageName, 'collect'>]: Stage } & {
    readonly collect: (auction: Auction, services: Services, reported?: boolean) => Observable<OutcomeEvent>;
    readonly reject: Stage;
  };
  /** Set while a subscriber observes the machine's steps: only then is each outcome an event of its own. */
  readonly isObserved?: boolean | undefined;
  /** Receives the steps of the compact machine; absent: it has no observer. */
  readonly steps?: StepObserver | undefined;
  /** The calls in flight of the compact machine. */
  calls?: Subscription | undefined;
}

export type AuctionEvent = { type: 'start' } | { type: 'disconnected' } | OutcomeEvent;
