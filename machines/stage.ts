/** Runs a stage's function inside the machine: keeps the timeline, turns a bug into a refusal. A stage never throws out of here. */
import type { AuctionContext } from './auction.ts';
import type { StageName } from './lifecycle.ts';

/** Runs the stage's function; leaves its promise, guarded, in `auction.pending`. */
export function runStage(name: StageName, context: AuctionContext): void {
  const { auction, services, stages } = context;
  auction.pending = undefined;
  auction.timeline.push({ state: name, atUs: services.clock.micros() - auction.startedUs, tookUs: -1 });
  if (name === 'collect') return; // closed on exit: its time is the bidders'
  try {
    const wait = stages[name](auction, services);
    if (wait) auction.pending = wait.then(undefined, (cause: unknown) => fail(name, context, cause)).then(() => closeStep(context));
    else closeStep(context);
  } catch (cause) {
    fail(name, context, cause);
    closeStep(context);
  }
}

/** Ends the timeline's last step. */
export function closeStep({ auction, services }: AuctionContext): void {
  const step = auction.timeline.at(-1);
  if (step && step.tookUs < 0) step.tookUs = services.clock.micros() - auction.startedUs - step.atUs;
}

function fail(name: StageName, { auction, services }: AuctionContext, cause: unknown): void {
  services.log.error({ err: cause, auction: auction.number, state: name }, 'a stage failed');
  auction.refusal ??= { kind: 'failed', messages: [cause instanceof Error ? cause.message : String(cause)] };
}
