/**
 * The life of one auction. Wiring only: what a state does is the function of its name in `src/auction/`.
 * A stage runs on entry and goes on in the same macrostep; it waits only where its function left a promise in the record.
 */
import { fromEventObservable, fromPromise, setup } from 'xstate';
import type { Auction } from '#src/auction/auction.ts';
import type { Services } from '#src/auction/services.ts';
import type { OutcomeEvent } from '#streams/bidder-calls.ts';
import type { StageName } from './lifecycle.ts';
import { closeStep, runStage } from './stage.ts';

/** What a stage does: edits the record; a promise only where something must be waited for. */
export type Stage = (auction: Auction, services: Services) => void | Promise<void>;

/** The record, what it may ask of the world, and what its states do. */
export interface AuctionContext {
  readonly auction: Auction;
  readonly services: Services;
  readonly stages: { readonly [name in Exclude<StageName, 'collect'>]: Stage } & {
    readonly collect: (auction: Auction, services: Services) => import('rxjs').Observable<OutcomeEvent>;
    readonly reject: (auction: Auction, services: Services) => void;
  };
}

export type AuctionEvent = { type: 'start' } | { type: 'gone' } | OutcomeEvent;

/** A stage: run, then on; wait in between only where it must. */
const stage = <Name extends StageName, Next extends string>(name: Name, next: Next) =>
  ({
    entry: name,
    initial: 'run',
    states: {
      run: {
        always: [{ guard: 'refused', target: '#auction.rejected' }, { guard: 'waits', target: 'wait' }, { target: `#auction.${next}` }],
      },
      wait: {
        invoke: {
          src: 'pending',
          input: ({ context }: { context: AuctionContext }) => context,
          onDone: [{ guard: 'refused', target: '#auction.rejected' }, { target: `#auction.${next}` }],
        },
      },
    },
  }) as const;

export const auctionMachine = setup({
  types: {} as { context: AuctionContext; input: AuctionContext; events: AuctionEvent },
  actors: {
    pending: fromPromise<void, AuctionContext>(async ({ input }) => input.auction.pending),
    bidderCalls: fromEventObservable<OutcomeEvent, AuctionContext>(({ input }) => input.stages.collect(input.auction, input.services)),
  },
  guards: {
    refused: ({ context }) => context.auction.refusal !== undefined,
    waits: ({ context }) => context.auction.pending !== undefined,
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
    reject: ({ context }) => context.stages.reject(context.auction, context.services),
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
  on: { gone: { target: '.rejected', actions: 'leave' } },
  states: {
    idle: { on: { start: 'validate' } },
    validate: stage('validate', 'enrich'),
    enrich: stage('enrich', 'privacy'),
    privacy: stage('privacy', 'fanOut'),
    fanOut: stage('fanOut', 'collect'),
    collect: {
      entry: 'collect',
      exit: 'collected',
      initial: 'call',
      states: {
        call: { always: [{ guard: 'nobodyToCall', target: '#auction.adjust' }, { target: 'listen' }] },
        listen: {
          invoke: { src: 'bidderCalls', input: ({ context }) => context, onDone: { target: '#auction.adjust' } },
          on: { outcome: {} },
        },
      },
    },
    adjust: stage('adjust', 'target'),
    target: stage('target', 'cache'),
    cache: stage('cache', 'respond'),
    respond: stage('respond', 'done'),
    rejected: { entry: ['reject', 'finish'], type: 'final' },
    done: { entry: 'finish', type: 'final' },
  },
});
