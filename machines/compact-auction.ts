/**
 * The machine of `auction.ts` in fewer steps, which auctions run on: stages run in a row within one state unless one of them waits for
 * something other than bidders. A microstep of XState costs about 5 µs, and the chart has fourteen of them; this machine makes three. Bidders
 * are awaited by a subscription instead of an actor, which costs as much as three microsteps. Stages, guards, rejection and final states are
 * those of `auction.ts`. Observers get the steps of the chart; `properties/auction-machine.prop.ts` verifies that both machines do and report
 * the same.
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

/** Runs the remaining stages until one waits or rejects. @param collected is called when all bidders' calls have ended, maybe at once */
function runStages(context: AuctionContext, collected: () => void): void {
  const { auction, steps } = context;
  auction.pending = undefined;
  for (let name = STAGES[auction.timeline.length]; name; name = STAGES[auction.timeline.length]) {
    runStage(name, context);
    steps?.entered(name, auction.timeline.at(-1)?.atUs);
    if (name === 'collect') {
      if (auction.tasks.length > 0) {
        callBidders(context, collected);
        return;
      }
      closeStep(context);
    } else if (auction.rejection) return;
    else if (auction.pending) {
      steps?.entered(`${name}Waits`);
      return;
    }
  }
}

function callBidders(context: AuctionContext, ended: () => void): void {
  const { auction, services, stages } = context;
  context.steps?.entered('collectWaits');
  const failed = (cause: unknown): void => {
    fail('collect', context, cause);
    ended();
  };
  context.calls = stages.collect(auction, services, false).subscribe({ error: failed, complete: ended });
}

/** Ends the wait for bidders, if they are awaited. */
function endCalls(context: AuctionContext): void {
  if (context.auction.timeline.length !== WHILE_COLLECTING) return;
  context.calls?.unsubscribe();
  closeStep(context);
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
    isComplete: (args: In) => args.context.auction.timeline.length === STAGES.length && stageGuards.free(args),
  },
  actions: {
    runStages: ({ context, self }) => runStages(context, () => self.send({ type: 'collected' })),
    collected: ({ context, self }) => {
      endCalls(context);
      if (!context.auction.rejection) runStages(context, () => self.send({ type: 'collected' }));
    },
    endCalls: ({ context }) => endCalls(context),
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
    idle: { on: { start: 'running' } },
    running: {
      entry: 'runStages',
      on: { collected: { actions: 'collected' } },
      always: [
        { guard: 'isComplete', target: 'done' },
        { guard: 'rejected', target: 'reject' },
        { guard: 'waits', target: 'stageWaits' },
      ],
      exit: 'endCalls',
    },
    stageWaits: {
      invoke: {
        src: 'pending',
        input: ({ context }) => context,
        onDone: [{ guard: 'rejected', target: 'reject' }, { target: 'running' }],
      },
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
