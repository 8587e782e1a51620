/**
 * The lifecycle of the newest vendor list. It never ends: a failed refresh keeps the current list and is retried sooner than the regular
 * interval.
 */
import { assign, emit, fromPromise, setup } from 'xstate';
import type { VendorListSource } from '#src/feeds/vendor-list-source.ts';
import type { VendorList } from '#src/privacy/vendor-list.ts';
import { retryDelayMs } from './vendor-list.ts';

export interface LiveListInput {
  readonly source: VendorListSource;
  readonly refreshMs: number;
  readonly failed: (cause: unknown) => void;
}

interface Fetched {
  readonly event: { readonly output: VendorList };
}
interface Failed {
  readonly event: { readonly error: unknown };
}

/** Emitted for each list that was fetched. */
interface ListFetched {
  readonly type: 'fetched';
  readonly list: VendorList;
}

interface LiveListContext extends LiveListInput {
  readonly failures: number;
}

export const liveVendorListMachine = setup({
  types: {} as { context: LiveListContext; input: LiveListInput; emitted: ListFetched },
  actors: { fetchLive: fromPromise<VendorList, LiveListContext>(({ input }) => input.source.fetchLive()) },
  actions: {
    report: emit((_, list: VendorList) => ({ type: 'fetched' as const, list })),
    note: ({ context }, cause: unknown) => context.failed(cause),
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
    forgetFailures: assign({ failures: 0 }),
  },
  delays: {
    refresh: ({ context }) => context.refreshMs,
    pause: ({ context }) => Math.min(retryDelayMs(context.failures), context.refreshMs),
  },
}).createMachine({
  id: 'liveVendorList',
  context: ({ input }) => ({ ...input, failures: 0 }),
  initial: 'idle',
  states: {
    idle: { on: { start: 'fetching' } },
    fetching: {
      invoke: {
        src: 'fetchLive',
        input: ({ context }) => context,
        onDone: { target: 'fresh', actions: ['forgetFailures', { type: 'report', params: ({ event }: Fetched) => event.output }] },
        onError: { target: 'pausing', actions: ['countFailure', { type: 'note', params: ({ event }: Failed) => event.error }] },
      },
    },
    fresh: { after: { refresh: 'fetching' } },
    pausing: { after: { pause: 'fetching' } },
  },
});
