/**
 * The machine of `auction.ts` in fewer steps, which auctions run on: stages that do not wait run in a row on entry to one state. A microstep
 * of XState costs about 5 µs, and the chart has fourteen of them; this machine makes four. Bidders are awaited by a subscription instead of
 * an actor, which costs as much as three microsteps. Stages, guards, rejection and final states are those of `auction.ts`. Observers get the
 * steps of the chart; `properties/auction-machine.prop.ts` verifies that both machines do and report the same.
 */
import { type ActorLogic, type SnapshotFrom, setup } from 'xstate';
import type { AuctionContext, AuctionEvent } from './auction-context.ts';
import { FINAL_STATES, STAGES } from './lifecycle.ts';
import { closeStep, fail, rejecting, runStage, stageActions, stageActors, stageGuards } from './stage.ts';

/** `collected`: all bidders' calls have ended. */
type CompactEvent = AuctionEvent | { type: 'collected' };

interface In {
  readonly context: AuctionContext;
}

/** Length of the timeline while bidders are awaited: it has one entry per stage that has begun. */
const WHILE_COLLECTING = STAGES.indexOf('collect') + 1;

/** Runs the remaining stages until one waits or rejects. */
function runStages(context: AuctionContext): void {
  const { auction, steps } = context;
  auction.pending = undefined;
  for (let name = STAGES[auction.timeline.length]; name; name = STAGES[auction.timeline.length]) {
    runStage(name, context);
    steps?.entered(name, auction.timeline.at(-1)?.atUs);
    if (name === 'collect') {
      if (auction.tasks.length > 0) return;
      closeStep(context);
    } else if (auction.rejection) return;
    else if (auction.pending) {
      steps?.entered(`${name}Waits`);
      return;
    }
  }
}

/** Calls the bidders; `ended` is called once, maybe at once. */
function callBidders(context: AuctionContext, ended: () => void): void {
  const { auction, services, stages } = context;
  context.steps?.entered('collectWaits');
  const failed = (cause: unknown): void => {
    fail('collect', context, cause);
    ended();
  };
  context.calls = stages.collect(auction, services, false).subscribe({ error: failed, complete: ended });
}

function reject(args: In): void {
  const { auction, steps } = args.context;
  const atUs = steps?.nowUs();
  stageActions.reject(args);
  steps?.entered('reject', atUs);
  if (auction.pending) steps?.entered('rejectWaits');
}

function finish(args: In): void {
  const { auction, steps } = args.context;
  const atUs = steps?.nowUs();
  const [done, rejected] = FINAL_STATES;
  const state = auction.rejection ? rejected : done;
  stageActions.finish(args);
  steps?.entered(state, atUs);
}

export const compactMachine = setup({
  types: {} as { context: AuctionContext; input: AuctionContext; events: CompactEvent },
  actors: stageActors,
  guards: {
    rejected: stageGuards.rejected,
    waits: stageGuards.waits,
    isCollecting: ({ context: { auction } }: In) => auction.timeline.length === WHILE_COLLECTING && auction.rejection === undefined,
    isComplete: (args: In) => args.context.auction.timeline.length === STAGES.length && stageGuards.free(args),
  },
  actions: {
    runStages: ({ context }) => runStages(context),
    callBidders: ({ context, self }) => callBidders(context, () => self.send({ type: 'collected' })),
    collected: ({ context }) => {
      context.calls?.unsubscribe();
      closeStep(context);
    },
    reject,
    finish,
    disconnect: (args) => {
      args.context.steps?.disconnected();
      stageActions.disconnect(args);
    },
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
      entry: 'callBidders',
      on: { collected: [{ guard: 'rejected', target: 'reject' }, { target: 'stages' }] },
      exit: 'collected',
    },
    ...rejecting,
    rejected: { entry: 'finish', type: 'final' },
    done: { entry: 'finish', type: 'final' },
  },
});

/** The machine's state before the event `start`, the same for all auctions but for their context. */
const IDLE = compactMachine.resolveState({ value: 'idle', context: {} as AuctionContext });

/** The machine as the logic of an actor that begins with a copy of its first state: XState would make that state in four microsteps. */
export const compactAuction: ActorLogic<SnapshotFrom<typeof compactMachine>, CompactEvent, AuctionContext> = {
  transition: compactMachine.transition,
  getInitialSnapshot: (_scope, context) => ({ ...IDLE, context, children: {} }),
  getPersistedSnapshot: compactMachine.getPersistedSnapshot,
};
