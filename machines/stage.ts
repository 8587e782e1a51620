/** Runs a stage's function inside the machine: keeps the timeline, turns a bug into a refusal. A stage never throws out of here. */
import { errorMessage } from '#src/wire/error-message.ts';
import type { AuctionContext, Stage } from './auction.ts';
import type { StageName } from './lifecycle.ts';

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
