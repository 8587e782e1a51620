/**
 * The life of one auction. Wiring only: what a state does is the function of its name in `src/auction/`.
 * How a stage runs and waits is in `stage.ts`.
 */
import { fromEventObservable, setup } from 'xstate';
import type { Auction } from '#src/auction/auction.ts';
import type { Services } from '#src/auction/services.ts';
import type { OutcomeEvent } from '#streams/bidder-calls.ts';
import type { StageName } from './lifecycle.ts';
import { closeStep, refusing, runStage, runs, stageActions, stageActors, stageGuards, waits } from './stage.ts';

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

export const auctionMachine = setup({
  types: {} as { context: AuctionContext; input: AuctionContext; events: AuctionEvent },
  actors: {
    ...stageActors,
    bidderCalls: fromEventObservable<OutcomeEvent, AuctionContext>(({ input: { auction, services, stages, watched } }) =>
      stages.collect(auction, services, watched),
    ),
  },
  guards: {
    ...stageGuards,
    nobodyToCall: ({ context }) => context.auction.tasks.length === 0,
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
    ...stageActions,
  },
}).createMachine({
  id: 'auction',
  context: ({ input }) => input,
  options: { maxIterations: 100 },
  initial: 'idle',
  on: { gone: { target: '.refuse', actions: 'leave' } },
  states: {
    idle: { on: { start: 'validate' } },
    validate: runs('validate', 'enrich'),
    validateWaits: waits('enrich'),
    enrich: runs('enrich', 'privacy'),
    enrichWaits: waits('privacy'),
    privacy: runs('privacy', 'fanOut'),
    privacyWaits: waits('fanOut'),
    fanOut: runs('fanOut', 'collect'),
    fanOutWaits: waits('collect'),
    collect: {
      entry: 'collect',
      always: [{ guard: 'nobodyToCall', target: 'adjust', actions: 'collected' }, { target: 'collectWaits' }],
    },
    collectWaits: {
      invoke: { src: 'bidderCalls', input: ({ context }) => context, onDone: 'adjust' },
      on: { outcome: {} },
      exit: 'collected',
    },
    adjust: runs('adjust', 'target'),
    adjustWaits: waits('target'),
    target: runs('target', 'cache'),
    targetWaits: waits('cache'),
    cache: runs('cache', 'respond'),
    cacheWaits: waits('respond'),
    respond: runs('respond', 'done'),
    respondWaits: waits('done'),
    ...refusing,
    rejected: { entry: 'finish', type: 'final' },
    done: { entry: 'finish', type: 'final' },
  },
});
