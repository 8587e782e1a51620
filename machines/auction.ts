/**
 * The lifecycle of one auction. Wiring only: each state runs the function of the same name in `src/auction/`. `stage.ts` defines how a
 * stage runs and waits. Video requests run this machine inside theirs, other auctions the same in fewer steps (`compact-auction.ts`).
 */

import { fromEventObservable, setup } from 'xstate';
import type { OutcomeEvent } from '#streams/bidder-calls.ts';
import type { AuctionContext, AuctionEvent } from './auction-context.ts';
import { closeStep, fail, rejecting, runStage, runs, stageActions, stageActors, stageGuards, waits } from './stage.ts';

interface Failed {
  readonly event: { readonly error: unknown };
}

export const auctionMachine = setup({
  types: {} as { context: AuctionContext; input: AuctionContext; events: AuctionEvent },
  actors: {
    ...stageActors,
    bidderCalls: fromEventObservable<OutcomeEvent, AuctionContext>(({ input: { auction, services, stages, isObserved } }) =>
      stages.collect(auction, services, isObserved),
    ),
  },
  guards: {
    ...stageGuards,
    noCalls: ({ context }) => context.auction.tasks.length === 0,
  },
  actions: {
    validate: ({ context }) => runStage('validate', context),
    enrich: ({ context }) => runStage('enrich', context),
    privacy: ({ context }) => runStage('privacy', context),
    fanOut: ({ context }) => runStage('fanOut', context),
    collect: ({ context }) => runStage('collect', context),
    collected: ({ context }) => closeStep(context),
    collectFailed: ({ context }, cause: unknown) => fail('collect', context, cause),
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
  on: { disconnected: { target: '.reject', actions: 'disconnect' } },
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
      always: [{ guard: 'noCalls', target: 'adjust', actions: 'collected' }, { target: 'collectWaits' }],
    },
    collectWaits: {
      invoke: {
        src: 'bidderCalls',
        input: ({ context }) => context,
        onDone: 'adjust',
        onError: { target: 'reject', actions: { type: 'collectFailed', params: ({ event }: Failed) => event.error } },
      },
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
    ...rejecting,
    rejected: { entry: 'finish', type: 'final' },
    done: { entry: 'finish', type: 'final' },
  },
});
