/** Starts one auction as its own root actor (a video request's with its pods around it) and sees to its end. */
import { createActor, type InspectionEvent, type Subscription } from 'xstate';
import type { Auction } from '#src/auction/auction.ts';
import type { Services } from '#src/auction/services.ts';
import { type AuctionContext, auctionMachine } from './auction.ts';
import { runReject } from './stage.ts';
import { videoPodMachine } from './video-pod.ts';

/** A running auction. */
export interface RunningAuction {
  /** The client went away: nobody needs the answer any more. */
  leave(): void;
}

/**
 * Runs `auction` through its states; `auction.finish` is called exactly once, whatever happens.
 * @param inspect given only while somebody watches
 */
export function runAuction(
  auction: Auction,
  services: Services,
  stages: AuctionContext['stages'],
  inspect?: (event: InspectionEvent) => void,
): RunningAuction {
  const machine = auction.entry === 'video' ? videoPodMachine : auctionMachine;
  const actor = createActor<typeof auctionMachine | typeof videoPodMachine>(machine, {
    input: { auction, services, stages, watched: inspect !== undefined },
    ...(inspect ? { inspect } : {}),
  });
  // Without an error observer a bug in the machine would end the process (stack.md, pitfall 3).
  const watch: Subscription = actor.subscribe({
    error(cause) {
      services.log.error({ err: cause, auction: auction.number }, 'an auction machine failed');
      auction.refusal ??= { kind: 'failed', messages: [String(cause)] };
      // The reply stands at once; what modules may still have to say is not waited for.
      runReject({ auction, services, stages });
      auction.finish(auction);
      auction.abort.abort();
    },
    complete: () => watch?.unsubscribe(),
  });
  actor.start();
  actor.send({ type: 'start' });
  return {
    leave: () => {
      if (actor.getSnapshot().status === 'active') actor.send({ type: 'gone' });
    },
  };
}
