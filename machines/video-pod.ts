/**
 * The lifecycle of a video request: its pods are read, each is expanded into imps, and one auction of all imps runs inside, as the ordinary
 * auction machine. Errors before the auction end the request here; later ones are handled by the auction.
 */
import { sendTo, setup } from 'xstate';
import { expandPods } from '#src/auction/endpoints/video/expand.ts';
import { readVideo } from '#src/auction/endpoints/video/read.ts';
import { internalError } from '#src/auction/rejection.ts';
import { auctionMachine } from './auction.ts';
import type { AuctionContext } from './auction-context.ts';
import { rejecting, runState, runs, stageActions, stageActors, stageGuards, waits } from './stage.ts';

interface Failed {
  readonly event: { readonly error: unknown };
}

export type VideoPodEvent = { type: 'start' } | { type: 'disconnected' };

export const videoPodMachine = setup({
  types: {} as { context: AuctionContext; input: AuctionContext; events: VideoPodEvent },
  actors: { ...stageActors, auction: auctionMachine },
  guards: stageGuards,
  actions: {
    readVideo: ({ context }) => runState('readVideo', readVideo, context),
    expandPods: ({ context }) => runState('expandPods', expandPods, context),
    begin: sendTo('auction', { type: 'start' }),
    forward: sendTo('auction', { type: 'disconnected' }),
    note: ({ context }, cause: unknown) => {
      context.services.log.error({ err: cause, auction: context.auction.number }, 'auction of a video request failed');
      context.auction.rejection ??= internalError;
    },
    ...stageActions,
  },
}).createMachine({
  id: 'videoPod',
  context: ({ input }) => input,
  options: { maxIterations: 100 },
  initial: 'idle',
  on: { disconnected: { target: '.reject', actions: 'disconnect' } },
  states: {
    idle: { on: { start: 'readVideo' } },
    readVideo: runs('readVideo', 'expandPods'),
    readVideoWaits: waits('expandPods'),
    expandPods: runs('expandPods', 'auction'),
    expandPodsWaits: waits('auction'),
    auction: {
      entry: 'begin',
      invoke: {
        id: 'auction',
        src: 'auction',
        input: ({ context }) => context,
        onDone: 'done',
        onError: { target: 'reject', actions: { type: 'note', params: ({ event }: Failed) => event.error } },
      },
      on: { disconnected: { actions: 'forward' } },
    },
    ...rejecting,
    rejected: { entry: 'finish', type: 'final' },
    done: { type: 'final' },
  },
});
