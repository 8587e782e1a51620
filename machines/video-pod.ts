/**
 * The life of a video request: its pods are read, each made into imps, and the auction of them all runs inside, as the
 * machine of any auction. What went wrong before the auction ends here; from then on the auction has the last word.
 */
import { fromPromise, sendTo, setup } from 'xstate';
import { expandPods } from '#src/auction/video/expand.ts';
import { readVideo } from '#src/auction/video/read.ts';
import { type AuctionContext, auctionMachine } from './auction.ts';
import { runReject, runState } from './stage.ts';

interface Failed {
  readonly event: { readonly error: unknown };
}

export type VideoPodEvent = { type: 'start' } | { type: 'gone' };

/** A state: run, then on; wait in between only where storage makes it. */
const step = <Name extends string, Next extends string>(name: Name, next: Next) =>
  ({
    entry: name,
    initial: 'run',
    states: {
      run: {
        always: [{ guard: 'refused', target: '#videoPod.refuse' }, { guard: 'waits', target: 'wait' }, { target: `#videoPod.${next}` }],
      },
      wait: {
        invoke: {
          src: 'pending',
          input: ({ context }: { context: AuctionContext }) => context,
          onDone: [{ guard: 'refused', target: '#videoPod.refuse' }, { target: `#videoPod.${next}` }],
        },
      },
    },
  }) as const;

export const videoPodMachine = setup({
  types: {} as { context: AuctionContext; input: AuctionContext; events: VideoPodEvent },
  actors: {
    pending: fromPromise<void, AuctionContext>(async ({ input }) => input.auction.pending),
    auction: auctionMachine,
  },
  guards: {
    refused: ({ context }) => context.auction.refusal !== undefined,
    waits: ({ context }) => context.auction.pending !== undefined,
  },
  actions: {
    readVideo: ({ context }) => runState('readVideo', readVideo, context),
    expandPods: ({ context }) => runState('expandPods', expandPods, context),
    begin: sendTo('auction', { type: 'start' }),
    passOn: sendTo('auction', { type: 'gone' }),
    leave: ({ context }) => {
      context.auction.refusal ??= { kind: 'clientGone', messages: [] };
    },
    note: ({ context }, cause: unknown) => {
      context.services.log.error({ err: cause, auction: context.auction.number }, 'the auction of a video request failed');
      context.auction.refusal ??= { kind: 'failed', messages: [String(cause)] };
    },
    reject: ({ context }) => runReject(context),
    finish: ({ context }) => context.auction.finish(context.auction),
  },
}).createMachine({
  id: 'videoPod',
  context: ({ input }) => input,
  options: { maxIterations: 100 },
  initial: 'idle',
  on: { gone: { target: '.refuse', actions: 'leave' } },
  states: {
    idle: { on: { start: 'readVideo' } },
    readVideo: step('readVideo', 'expandPods'),
    expandPods: step('expandPods', 'auction'),
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
    refuse: {
      entry: 'reject',
      initial: 'run',
      states: {
        run: { always: [{ guard: 'waits', target: 'wait' }, { target: '#videoPod.rejected' }] },
        wait: { invoke: { src: 'pending', input: ({ context }) => context, onDone: '#videoPod.rejected' } },
      },
      on: { gone: {} },
    },
    rejected: { entry: 'finish', type: 'final' },
    done: { type: 'final' },
  },
});
