/**
 * The auction machine of auctions without observers: stages that do not wait run in a row on entry to one state. A microstep of XState
 * costs about 5 µs, and an auction has fourteen of them; this machine makes five. Stages, guards, actors, rejection and final states are
 * those of `auction.ts`, and `properties/auction-machine.prop.ts` verifies that both machines do the same.
 */
import { setup } from 'xstate';
import { auctionActors } from './auction.ts';
import type { AuctionContext, AuctionEvent } from './auction-context.ts';
import { STAGES } from './lifecycle.ts';
import { closeStep, rejecting, runStage, stageActions, stageGuards } from './stage.ts';

interface In {
  readonly context: AuctionContext;
}

/** Length of the timeline while bidders are awaited: it has one entry per stage that has begun. */
const WHILE_COLLECTING = STAGES.indexOf('collect') + 1;

/** Runs the remaining stages until one waits or rejects. */
function runStages(context: AuctionContext): void {
  const { auction } = context;
  auction.pending = undefined;
  for (let name = STAGES[auction.timeline.length]; name; name = STAGES[auction.timeline.length]) {
    runStage(name, context);
    if (name === 'collect') {
      if (auction.tasks.length > 0) return;
      closeStep(context);
    } else if (auction.pending || auction.rejection) return;
  }
}

export const unobservedMachine = setup({
  types: {} as { context: AuctionContext; input: AuctionContext; events: AuctionEvent },
  actors: auctionActors,
  guards: {
    rejected: stageGuards.rejected,
    waits: stageGuards.waits,
    isCollecting: ({ context: { auction } }: In) => auction.timeline.length === WHILE_COLLECTING && auction.rejection === undefined,
    isComplete: (args: In) => args.context.auction.timeline.length === STAGES.length && stageGuards.free(args),
  },
  actions: {
    runStages: ({ context }) => runStages(context),
    collected: ({ context }) => closeStep(context),
    ...stageActions,
  },
}).createMachine({
  id: 'auction',
  context: ({ input }) => input,
  options: { maxIterations: 100 },
  initial: 'idle',
  on: { disconnected: { target: '.reject', actions: 'disconnect' } },
  states: {
    idle: { on: { start: 'stages' } },
    stages: {
      entry: 'runStages',
      always: [
        { guard: 'isCollecting', target: 'collectWaits' },
        { guard: 'isComplete', target: 'done' },
        { guard: 'rejected', target: 'reject' },
        { target: 'stageWaits' },
      ],
    },
    stageWaits: {
      invoke: {
        src: 'pending',
        input: ({ context }) => context,
        onDone: [{ guard: 'rejected', target: 'reject' }, { target: 'stages' }],
      },
    },
    collectWaits: {
      invoke: { src: 'bidderCalls', input: ({ context }) => context, onDone: 'stages' },
      exit: 'collected',
    },
    ...rejecting,
    rejected: { entry: 'finish', type: 'final' },
    done: { entry: 'finish', type: 'final' },
  },
});
