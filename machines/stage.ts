/**
 * Stages of a machine, for auctions and for the pods around them: how a stage's function runs (the timeline is recorded, a bug becomes
 * a refusal, nothing is thrown out of here), and the states, guards and actions of a stage that may have to wait.
 *
 * `AuctionContext` holds the auction's own record, which stages edit in place: a snapshot of the machine does not freeze it.
 */
import { fromPromise } from 'xstate';
import { errorMessage } from '#src/wire/error-message.ts';
import type { AuctionContext, Stage } from './auction.ts';
import type { StageName } from './lifecycle.ts';

interface In {
  readonly context: AuctionContext;
}

/** A stage runs on entry and goes on in the same macrostep; it waits only where its function left a promise in the record. */
export const runs = <Name extends string, Next extends string>(name: Name, next: Next) =>
  ({
    entry: name,
    // Asked in the order of how often it is so: each question costs a microsecond.
    always: [{ guard: 'free', target: next }, { guard: 'refused', target: 'refuse' }, { target: `${name}Waits` }],
  }) as const;

/** The state a stage waits in. It stands beside the stage, not in it: nesting costs. */
export const waits = <Next extends string>(next: Next) =>
  ({
    invoke: {
      src: 'pending',
      input: ({ context }: In) => context,
      onDone: [{ guard: 'refused', target: 'refuse' }, { target: next }],
    },
  }) as const;

/** How every machine of stages answers a refusal: its reply is made, and waited for only where modules have last words. */
export const refusing = {
  refuse: {
    entry: 'reject',
    always: [{ guard: 'waits', target: 'refuseWaits' }, { target: 'rejected' }],
  },
  refuseWaits: {
    invoke: { src: 'pending', input: ({ context }: In) => context, onDone: 'rejected' },
    on: { gone: {} },
  },
} as const;

/** What `runs`, `waits` and `refusing` name. */
export const stageActors = {
  pending: fromPromise<void, AuctionContext>(async ({ input }) => input.auction.pending),
};

export const stageGuards = {
  refused: ({ context }: In) => context.auction.refusal !== undefined,
  waits: ({ context }: In) => context.auction.pending !== undefined,
  free: ({ context }: In) => context.auction.refusal === undefined && context.auction.pending === undefined,
};

export const stageActions = {
  reject: ({ context }: In) => runReject(context),
  finish: ({ context }: In) => {
    context.auction.finish(context.auction);
    context.auction.abort.abort();
  },
  leave: ({ context }: In) => {
    context.auction.refusal ??= { kind: 'clientGone', messages: [] };
    context.auction.abort.abort();
  },
};

/** Runs the stage's function; leaves its promise, guarded, in `auction.pending`. */
export function runStage(name: StageName, context: AuctionContext): void {
  if (name === 'collect')
    beginStep(name, context); // closed on exit: its time is the bidders'
  else runState(name, context.stages[name], context);
}

function beginStep(name: string, { auction, services }: AuctionContext): void {
  auction.pending = undefined;
  auction.timeline.push({ state: name, atUs: services.clock.micros() - auction.startedUs, tookUs: -1 });
}

/** The same for a function that is no stage of the auction's: of a state around it. */
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

/** Makes the reply of a refused auction; leaves in `auction.pending` what must be waited for: the last words of modules. */
export function runReject({ auction, services, stages }: AuctionContext): void {
  auction.pending = undefined;
  const fail = (cause: unknown): void => services.log.error({ err: cause, auction: auction.number }, 'a refusal could not be answered');
  try {
    const wait = stages.reject(auction, services);
    if (wait) auction.pending = wait.then(undefined, fail);
  } catch (cause) {
    fail(cause);
  }
}

/** Ends the timeline's last step. */
export function closeStep({ auction, services }: AuctionContext): void {
  const step = auction.timeline.at(-1);
  if (step && step.tookUs < 0) step.tookUs = services.clock.micros() - auction.startedUs - step.atUs;
}

function fail(name: string, { auction, services }: AuctionContext, cause: unknown): void {
  services.log.error({ err: cause, auction: auction.number, state: name }, 'a stage failed');
  auction.refusal ??= { kind: 'failed', messages: [errorMessage(cause)] };
}
