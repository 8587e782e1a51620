/**
 * The life of a video request: its pods are read, each made into imps, and the auction of them all runs inside, as the
 * machine of any auction. What went wrong before the auction ends here; from then on the auction has the last word.
 */
import { sendTo, setup } from 'xstate';
import { expandPods } from '#src/auction/video/expand.ts';
import { readVideo } from '#src/auction/video/read.ts';
import { type AuctionContext, auctionMachine } from './auction.ts';
import { refusing, runState, runs, stageActions, stageActors, stageGuards, waits } from './stage.ts';

interface Failed {
  readonly event: { readonly error: unknown };
}

export type VideoPodEvent = { type: 'start' } | { type: 'gone' };

export const videoPodMachine = setup({
  types: {} as { context: AuctionContext; input: AuctionContext; events: VideoPodEvent },
  actors: { ...stageActors, auction: auctionMachine },
  guards: stageGuards,
  actions: {
    readVideo: ({ context }) => runState('readVideo', readVideo, context),
    expandPods: ({ context }) => runState('expandPods', expandPods, context),
    begin: sendTo('auction', { type: 'start' }),
    passOn: sendTo('auction', { type: 'gone' }),
    note: ({ context }, cause: unknown) => {
      context.services.log.error({ err: cause, auction: context.auction.number }, 'the auction of a video request failed');
      context.auction.refusal ??= { kind: 'failed', messages: [String(cause)] };
    },
    ...stageActions,
  },
}).createMachine({
  id: 'videoPod',
  context: ({ input }) => input,
  options: { maxIterations: 100 },
  initial: 'idle',
  on: { gone: { target: '.refuse', actions: 'leave' } },
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
        onError: { target: 'refuse', actions: { type: 'note', params: ({ event }: Failed) => event.error } },
      },
      on: { gone: { actions: 'passOn' } },
    },
    ...refusing,
    rejected: { entry: 'finish', type: 'final' },
    done: { type: 'final' },
  },
});
