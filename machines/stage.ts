/**
 * Stages of a machine, for auctions and for the pods around them: how a stage's function runs (the timeline is recorded, a bug becomes
 * a rejection, nothing is thrown), and the states, guards and actions of a stage that may have to wait.
 *
 * `AuctionContext` holds the auction's own record, which stages edit in place: a snapshot of the machine does not freeze it.
 */
import { fromPromise } from 'xstate';
import { internalError } from '#src/auction/rejection.ts';
import { internalErrorResponse } from '#src/auction/response/client-response.ts';
import type { AuctionContext, Stage } from './auction-context.ts';
import type { StageName } from './lifecycle.ts';

interface In {
  readonly context: AuctionContext;
}

/** A stage runs on entry and continues in the same macrostep; it waits only if its function left a promise in the record. */
export const runs = <Name extends string, Next extends string>(name: Name, next: Next) =>
  ({
    entry: name,
    // Guards are ordered by frequency: each evaluation costs about a microsecond.
    always: [{ guard: 'free', target: next }, { guard: 'rejected', target: 'reject' }, { target: `${name}Waits` }],
  }) as const;

/** The waiting state of a stage. It is beside the stage because nested states are measurably slower. */
export const waits = <Next extends string>(next: Next) =>
  ({
    invoke: {
      src: 'pending',
      input: ({ context }: In) => context,
      onDone: [{ guard: 'rejected', target: 'reject' }, { target: next }],
    },
  }) as const;

/** How every machine of stages responds to a rejection: its response is built, and awaited only if modules have last hooks. */
export const rejecting = {
  reject: {
    entry: 'reject',
    always: [{ guard: 'waits', target: 'rejectWaits' }, { target: 'rejected' }],
  },
  rejectWaits: {
    invoke: { src: 'pending', input: ({ context }: In) => context, onDone: 'rejected' },
    on: { disconnected: {} },
  },
} as const;

/** The actors named by `runs`, `waits` and `rejecting`. */
export const stageActors = {
  pending: fromPromise<void, AuctionContext>(async ({ input }) => input.auction.pending),
};

export const stageGuards = {
  rejected: ({ context }: In) => context.auction.rejection !== undefined,
  waits: ({ context }: In) => context.auction.pending !== undefined,
  free: ({ context }: In) => context.auction.rejection === undefined && context.auction.pending === undefined,
};

export const stageActions = {
  reject: ({ context }: In) => runReject(context),
  finish: ({ context }: In) => {
    context.auction.finish(context.auction);
    context.auction.abort.abort();
  },
  disconnect: ({ context }: In) => {
    context.auction.rejection ??= { kind: 'clientDisconnected', messages: [] };
    // The step may be waiting: its function ends after the auction, if at all.
    closeStep(context);
    context.auction.abort.abort();
  },
};

/** Runs the stage's function; leaves its guarded promise in `auction.pending`. */
export function runStage(name: StageName, context: AuctionContext): void {
  if (name === 'collect')
    beginStep(name, context); // closed on exit: the step covers the bidders' time
  else runState(name, context.stages[name], context);
}

function beginStep(name: string, { auction, services }: AuctionContext): void {
  auction.pending = undefined;
  auction.timeline.push({ state: name, atUs: services.clock.micros() - auction.startedUs, tookUs: -1 });
}

/** The same for a function of an enclosing state, which is no stage of the auction. */
export function runState(name: string, run: Stage, context: AuctionContext): void {
  const { auction, services } = context;
  beginStep(name, context);
  try {
    const wait = run(auction, services);
    if (wait) auction.pending = wait.then(undefined, (cause: unknown) => fail(name, context, cause)).then(() => closeStep(context));
    else closeStep(context);
  } catch (cause) {
    fail(name, context, cause);
    closeStep(context);
  }
}

/** Builds the response of a rejected auction; leaves in `auction.pending` the promise of the modules' last hooks. */
export function runReject({ auction, services, stages }: AuctionContext): void {
  auction.pending = undefined;
  const fail = (cause: unknown): void => {
    services.log.error({ err: cause, auction: auction.number }, 'rejection response failed');
    // Without a response the caller would wait for one.
    auction.clientResponse ??= internalErrorResponse;
  };
  try {
    const wait = stages.reject(auction, services);
    if (wait) auction.pending = wait.then(undefined, fail);
  } catch (cause) {
    fail(cause);
  }
}

/** Closes the last step of the timeline. */
export function closeStep({ auction, services }: AuctionContext): void {
  const step = auction.timeline.at(-1);
  if (step && step.tookUs < 0) step.tookUs = services.clock.micros() - auction.startedUs - step.atUs;
}

/** A bug in a stage rejects the auction. */
export function fail(name: string, { auction, services }: AuctionContext, cause: unknown): void {
  services.log.error({ err: cause, auction: auction.number, state: name }, 'auction stage threw');
  auction.rejection ??= internalError;
}
