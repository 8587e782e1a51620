/**
 * The logic of auctions without observers: an XState actor like any other, but its transition function runs the stages in a row instead of
 * interpreting the chart, whose microsteps cost about 5 µs each. Stages, rejection and end are those of `auction.ts`, and
 * `properties/auction-machine.prop.ts` verifies that both do the same.
 */
import type { Subscription } from 'rxjs';
import type { ActorLogic, ActorRefFrom, Snapshot } from 'xstate';
import type { AuctionContext, AuctionEvent } from './auction-context.ts';
import { STAGES } from './lifecycle.ts';
import { closeStep, runReject, runStage, stageActions } from './stage.ts';

type AuctionSnapshot = Snapshot<undefined> & {
  readonly context: AuctionContext;
  readonly state: 'idle' | 'stageWaits' | 'collectWaits' | 'rejectWaits' | 'ended';
  /** The bidders' calls while they are awaited. */
  readonly calls?: Subscription | undefined;
};

/** Events of the actor to itself: a wait ended, the bidders' stream ended or failed. */
type OwnEvent =
  | { readonly type: 'resumed'; readonly pending: Promise<void> }
  | { readonly type: 'collected' }
  | { readonly type: 'streamFailed'; readonly cause: unknown };

type Logic = ActorLogic<AuctionSnapshot, AuctionEvent | OwnEvent, AuctionContext>;
type Self = ActorRefFrom<Logic>;

/** Number of begun stages while bidders are awaited. */
const WHILE_COLLECTING = STAGES.indexOf('collect') + 1;

const active = (context: AuctionContext, state: AuctionSnapshot['state'], calls?: Subscription): AuctionSnapshot => ({
  status: 'active',
  output: undefined,
  error: undefined,
  context,
  state,
  calls,
});

/** Runs the remaining stages until one waits, rejects or has calls to make. */
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

/** Runs stages from the next one to the end of the auction, or to its next wait. */
function proceed(context: AuctionContext, self: Self): AuctionSnapshot {
  runStages(context);
  const { rejection, pending, timeline } = context.auction;
  if (rejection) return reject(context, self);
  if (pending) return wait(pending, context, 'stageWaits', self);
  return timeline.length === WHILE_COLLECTING ? collect(context, self) : end(context);
}

function wait(pending: Promise<void>, context: AuctionContext, state: AuctionSnapshot['state'], self: Self): AuctionSnapshot {
  void pending.then(() => {
    // A client disconnect may have ended the auction meanwhile.
    if (self.getSnapshot().status === 'active') self.send({ type: 'resumed', pending });
  });
  return active(context, state);
}

function collect(context: AuctionContext, self: Self): AuctionSnapshot {
  const { auction, services, stages } = context;
  const calls = stages.collect(auction, services, false).subscribe({
    error: (cause: unknown) => self.send({ type: 'streamFailed', cause }),
    complete: () => self.send({ type: 'collected' }),
  });
  return active(context, 'collectWaits', calls);
}

function reject(context: AuctionContext, self: Self): AuctionSnapshot {
  runReject(context);
  const { pending } = context.auction;
  return pending ? wait(pending, context, 'rejectWaits', self) : end(context);
}

function end(context: AuctionContext): AuctionSnapshot {
  stageActions.finish({ context });
  return { status: 'done', output: undefined, error: undefined, context, state: 'ended' };
}

/** The client disconnected: bidders are no longer awaited. */
function disconnect({ context, calls }: AuctionSnapshot, self: Self): AuctionSnapshot {
  calls?.unsubscribe();
  if (calls) closeStep(context);
  stageActions.disconnect({ context });
  return reject(context, self);
}

/** @throws the error of a failed stream: the actor reports it to its observer */
function transition(snapshot: AuctionSnapshot, event: AuctionEvent | OwnEvent, { self }: { readonly self: Self }): AuctionSnapshot {
  const { context, state } = snapshot;
  const { auction } = context;
  switch (event.type) {
    case 'start':
      return proceed(context, self);
    case 'resumed':
      // After a disconnect, the wait of a stage may end during the wait of the rejection.
      if (event.pending !== auction.pending) return snapshot;
      if (state === 'rejectWaits') return end(context);
      return auction.rejection ? reject(context, self) : proceed(context, self);
    case 'collected':
      if (state !== 'collectWaits') return snapshot;
      closeStep(context);
      return proceed(context, self);
    case 'disconnected':
      return state === 'rejectWaits' ? snapshot : disconnect(snapshot, self);
    case 'streamFailed':
      throw event.cause;
    default:
      return snapshot;
  }
}

export const unobservedAuction: Logic = {
  transition,
  getInitialSnapshot: (_scope, context) => active(context, 'idle'),
  getPersistedSnapshot: (snapshot) => snapshot,
};
