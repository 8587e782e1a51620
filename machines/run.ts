/** Starts one auction as its own root actor (for a video request, with its pods around it) and stops it at the end. */
import { createActor } from 'xstate';
import type { Auction } from '#src/auction/auction.ts';
import { internalError } from '#src/auction/rejection.ts';
import type { Services } from '#src/auction/services.ts';
import type { AuctionContext } from './auction-context.ts';
import { compactAuction } from './compact-auction.ts';
import type { AuctionObserver } from './observe.ts';
import { runReject } from './stage.ts';
import { videoPodMachine } from './video-pod.ts';

/** A running auction. */
export interface RunningAuction {
  /** The client disconnected; the response is no longer needed. */
  disconnect(): void;
}

/**
 * Runs `auction` through its states; `auction.finish` is called exactly once in every case.
 * @param observer present only while a subscriber observes the machine
 */
export function runAuction(
  auction: Auction,
  services: Services,
  stages: AuctionContext['stages'],
  observer?: AuctionObserver,
): RunningAuction {
  const isVideo = auction.endpoint === 'video';
  const inspect = isVideo ? observer?.inspect : undefined;
  const actor = createActor<typeof compactAuction | typeof videoPodMachine>(isVideo ? videoPodMachine : compactAuction, {
    input: { auction, services, stages, isObserved: inspect !== undefined, steps: observer?.steps },
    ...(inspect ? { inspect } : {}),
  });
  // Without an error observer a bug in the machine would end the process.
  actor.subscribe({
    error(cause) {
      services.log.error({ err: cause, auction: auction.number }, 'auction machine failed');
      auction.rejection ??= internalError;
      // The response is complete here; the remaining hooks of modules are not awaited.
      runReject({ auction, services, stages });
      auction.finish(auction);
      auction.abort.abort();
    },
  });
  actor.start();
  actor.send({ type: 'start' });
  return {
    disconnect: () => {
      if (actor.getSnapshot().status === 'active') actor.send({ type: 'disconnected' });
    },
  };
}
