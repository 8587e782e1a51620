/**
 * The life of one auction. Wiring only: what a state does is the function of its name in `src/auction/`.
 * A stage runs on entry and goes on in the same macrostep; it waits only where its function left a promise in the record.
 */
import { fromEventObservable, fromPromise, setup } from 'xstate';
import type { Auction } from '#src/auction/auction.ts';
import type { Services } from '#src/auction/services.ts';
import type { OutcomeEvent } from '#streams/bidder-calls.ts';
import type { StageName } from './lifecycle.ts';
import { closeStep, runReject, runStage } from './stage.ts';

/** What a stage does: edits the record; a promise only where something must be waited for. */
export type Stage = (auction: Auction, services: Services) => void | Promise<void>;

/** The record, what it may ask of the world, and what its states do. */
export interface AuctionContext {
  readonly auction: Auction;
  readonly services: Services;
  readonly stages: { readonly [name in Exclude<StageName, 'collect'>]: Stage } & {
    readonly collect: (auction: Auction, services: Services, told?: boolean) => import('rxjs').Observable<OutcomeEvent>;
    readonly reject: Stage;
  };
  /** Somebody looks at the machine's steps: only then is each outcome an event of its own. */
  readonly watched?: boolean | undefined;
}

export type AuctionEvent = { type: 'start' } | { type: 'gone' } | OutcomeEvent;

const run = <Name extends StageName, Next extends string>(name: Name, next: Next) =>
  ({
    entry: name,
    // Asked in the order of how often it is so: each question costs a microsecond.
    always: [{ guard: 'free', target: next }, { guard: 'refused', target: 'refuse' }, { target: `${name}Waits` }],
  }) as const;

const wait = <Next extends string>(next: Next) =>
  ({
    invoke: {
      src: 'pending',
      input: ({ context }: { context: AuctionContext }) => context,
      onDone: [{ guard: 'refused', target: 'refuse' }, { target: next }],
    },
  }) as const;

type Stages<Name extends StageName, Next extends string> = { [N in Name]: ReturnType<typeof run<Name, Next>> } & {
  [N in `${Name}Waits`]: ReturnType<typeof wait<Next>>;
};

/** A stage: run, then on; beside it the state it waits in, entered only where it must. Side by side: nesting costs. */
const stage = <Name extends StageName, Next extends string>(name: Name, next: Next) =>
  ({ [name]: run(name, next), [`${name}Waits`]: wait(next) }) as unknown as Stages<Name, Next>;

export const auctionMachine = setup({
  types: {} as { context: AuctionContext; input: AuctionContext; events: AuctionEvent },
  actors: {
    pending: fromPromise<void, AuctionContext>(async ({ input }) => input.auction.pending),
    bidderCalls: fromEventObservable<OutcomeEvent, AuctionContext>(({ input: { auction, services, stages, watched } }) =>
      stages.collect(auction, services, watched),
    ),
  },
  guards: {
    refused: ({ context }) => context.auction.refusal !== undefined,
    waits: ({ context }) => context.auction.pending !== undefined,
    free: ({ context }) => context.auction.refusal === undefined && context.auction.pending === undefined,
    nobodyToCall: ({ context }) => context.auction.tasks.length === 0,
    nothingToCache: ({ context }) => !context.auction.caching.bids && !context.auction.caching.vast,
  },
  actions: {
    validate: ({ context }) => runStage('validate', context),
    enrich: ({ context }) => runStage('enrich', context),
    privacy: ({ context }) => runStage('privacy', context),
    fanOut: ({ context }) => runStage('fanOut', context),
    collect: ({ context }) => runStage('collect', context),
    collected: ({ context }) => closeStep(context),
    adjust: ({ context }) => runStage('adjust', context),
    target: ({ context }) => runStage('target', context),
    cache: ({ context }) => runStage('cache', context),
    respond: ({ context }) => runStage('respond', context),
    reject: ({ context }) => runReject(context),
    finish: ({ context }) => context.auction.finish(context.auction),
    leave: ({ context }) => {
      context.auction.refusal ??= { kind: 'clientGone', messages: [] };
    },
  },
}).createMachine({
  id: 'auction',
  context: ({ input }) => input,
  options: { maxIterations: 100 },
  initial: 'idle',
  on: { gone: { target: '.refuse', actions: 'leave' } },
  states: {
    idle: { on: { start: 'validate' } },
    ...stage('validate', 'enrich'),
    ...stage('enrich', 'privacy'),
    ...stage('privacy', 'fanOut'),
    ...stage('fanOut', 'collect'),
    collect: {
      entry: 'collect',
      always: [{ guard: 'nobodyToCall', target: 'adjust', actions: 'collected' }, { target: 'collectWaits' }],
    },
    collectWaits: {
      invoke: { src: 'bidderCalls', input: ({ context }) => context, onDone: 'adjust' },
      on: { outcome: {} },
      exit: 'collected',
    },
    ...stage('adjust', 'target'),
    ...stage('target', 'cache'),
    ...stage('cache', 'respond'),
    ...stage('respond', 'done'),
    refuse: {
      entry: 'reject',
      initial: 'run',
      states: {
        run: { always: [{ guard: 'waits', target: 'wait' }, { target: '#auction.rejected' }] },
        wait: { invoke: { src: 'pending', input: ({ context }) => context, onDone: '#auction.rejected' } },
      },
      on: { gone: {} },
    },
    rejected: { entry: 'finish', type: 'final' },
    done: { entry: 'finish', type: 'final' },
  },
});
