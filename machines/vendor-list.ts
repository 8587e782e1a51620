/**
 * The lifecycle of one vendor list, from the first auction that needs it until it is loaded or abandoned: first the folder, then the
 * archive, then retries after a pause.
 */
import { assign, fromPromise, setup } from 'xstate';
import type { HostConfig } from '#src/config/schema.ts';
import { type ListName, NoSuchList, type VendorListSource } from '#src/feeds/vendor-list-source.ts';
import type { Random } from '#src/platform/random.ts';
import type { VendorList } from '#src/privacy/vendor-list.ts';

/** Pauses after failures in ms: the first one, growth factor, maximum; and the number of failures after which retries end. */
export interface RetryPolicy {
  readonly first: number;
  readonly factor: number;
  readonly longest: number;
  readonly max: number;
  /** Share of a pause that is added at random; absent: none. */
  readonly jitter?: number;
}

const MAX_TRIES = 20;
const RETRY: RetryPolicy = { first: 60_000, factor: 1.1, longest: 120_000, max: MAX_TRIES };

/** The host's own pauses; undefined: the default ones. */
export function retryOf({
  exponential_backoff: growing,
  fixed_interval: fixed,
}: HostConfig['gdpr']['vendorlist']['v3']['retry_policy']): RetryPolicy | undefined {
  if (fixed) return { first: fixed.delay, factor: 1, longest: fixed.delay, max: (fixed.retries_left ?? Number.POSITIVE_INFINITY) + 1 };
  if (!growing) return undefined;
  const { delay_millis: first, factor, max_delay_millis: longest, jitter } = growing;
  return { first, factor, longest, max: MAX_TRIES, jitter };
}

/**
 * @param failures consecutive failures, at least 1
 * @param drawn random number from 0 to 1, for the jitter
 */
export const retryDelayMs = (failures: number, { first, factor, longest, jitter = 0 }: RetryPolicy = RETRY, drawn = 0): number =>
  Math.round(Math.min(first * factor ** (failures - 1), longest) * (1 + jitter * drawn));

export interface VendorListInput {
  readonly name: ListName;
  readonly source: VendorListSource;
  readonly store: (list: VendorList) => void;
  readonly failed: (cause: unknown) => void;
  /** Default: growing pauses of one to two minutes, 20 attempts. */
  readonly retry?: RetryPolicy | undefined;
  /** Absent: pauses have no jitter. */
  readonly random?: Pick<Random, 'next'> | undefined;
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
    isHopeless: ({ context }, cause: unknown) => cause instanceof NoSuchList || context.failures + 1 >= (context.retry ?? RETRY).max,
  },
  actions: {
    store: ({ context }, list: VendorList | undefined) => {
      if (list) context.store(list);
    },
    note: ({ context }, cause: unknown) => context.failed(cause),
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
  },
  delays: { pause: ({ context: { failures, retry, random } }) => retryDelayMs(failures, retry, random?.next()) },
}).createMachine({
  id: 'vendorList',
  context: ({ input }) => ({ ...input, failures: 0 }),
  initial: 'wanted',
  states: {
    wanted: { on: { request: 'reading' } },
    reading: {
      invoke: {
        src: 'read',
        input: ({ context }) => context,
        onDone: [
          {
            guard: { type: 'isThere', params: ({ event }: Read) => event.output },
            target: 'known',
            actions: { type: 'store', params: ({ event }: Read) => event.output },
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
        onDone: { target: 'known', actions: { type: 'store', params: ({ event }: Fetched) => event.output } },
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
