/**
 * The life of one vendor list, from the first auction that asked for it until it is known or given up: the folder, then the
 * archive, again after a while.
 */
import { assign, fromPromise, setup } from 'xstate';
import type { VendorList } from '#src/auction/privacy/vendor-list.ts';
import { type ListName, NoSuchList, type VendorListSource } from '#src/outside/vendor-list-source.ts';

/** Pauses after failures, ms: the first, how they grow, the longest. */
const RETRY = { first: 60_000, factor: 1.1, longest: 120_000, most: 20 } as const;

/** @param failures in a row, at least 1 */
export const retryDelayMs = (failures: number): number => Math.round(Math.min(RETRY.first * RETRY.factor ** (failures - 1), RETRY.longest));

export interface VendorListInput {
  readonly name: ListName;
  readonly source: VendorListSource;
  readonly keep: (list: VendorList) => void;
  readonly failed: (cause: unknown) => void;
}

interface Read {
  readonly event: { readonly output: VendorList | undefined };
}
interface Fetched {
  readonly event: { readonly output: VendorList };
}
interface Failed {
  readonly event: { readonly error: unknown };
}

interface VendorListContext extends VendorListInput {
  readonly failures: number;
}

export const vendorListMachine = setup({
  types: {} as { context: VendorListContext; input: VendorListInput },
  actors: {
    read: fromPromise<VendorList | undefined, VendorListContext>(({ input }) => input.source.read(input.name)),
    fetch: fromPromise<VendorList, VendorListContext>(({ input }) => input.source.fetch(input.name)),
  },
  guards: {
    isThere: (_, list: VendorList | undefined) => list !== undefined,
    isHopeless: ({ context }, cause: unknown) => cause instanceof NoSuchList || context.failures + 1 >= RETRY.most,
  },
  actions: {
    keep: ({ context }, list: VendorList | undefined) => {
      if (list) context.keep(list);
    },
    note: ({ context }, cause: unknown) => context.failed(cause),
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
  },
  delays: { pause: ({ context }) => retryDelayMs(context.failures) },
}).createMachine({
  id: 'vendorList',
  context: ({ input }) => ({ ...input, failures: 0 }),
  initial: 'wanted',
  states: {
    wanted: { on: { ask: 'reading' } },
    reading: {
      invoke: {
        src: 'read',
        input: ({ context }) => context,
        onDone: [
          {
            guard: { type: 'isThere', params: ({ event }: Read) => event.output },
            target: 'known',
            actions: { type: 'keep', params: ({ event }: Read) => event.output },
          },
          { target: 'fetching' },
        ],
        onError: 'fetching',
      },
    },
    fetching: {
      invoke: {
        src: 'fetch',
        input: ({ context }) => context,
        onDone: { target: 'known', actions: { type: 'keep', params: ({ event }: Fetched) => event.output } },
        onError: [
          {
            guard: { type: 'isHopeless', params: ({ event }: Failed) => event.error },
            target: 'givenUp',
            actions: { type: 'note', params: ({ event }: Failed) => event.error },
          },
          { target: 'pausing', actions: ['countFailure', { type: 'note', params: ({ event }: Failed) => event.error }] },
        ],
      },
    },
    pausing: { after: { pause: 'fetching' } },
    known: { type: 'final' },
    givenUp: { type: 'final' },
  },
});
