import { auctionTimeout, capTmax } from '#src/auction/enrich/deadline.ts';
import {
  goTmax,
  isTooShort,
  type JavaTimes,
  javaEnforced,
  javaTmax,
  type TmaxAdjustments,
  tmaxAdjustments,
} from '#src/auction/fan-out/tmax.ts';
import type { Row } from '../suites/tables.ts';

interface Settings {
  readonly bidderNetworkLatencyBufferMs?: number;
  readonly responsePreparationMs?: number;
  readonly bidderResponseMinMs?: number;
  readonly enabled?: boolean;
  readonly enforced?: boolean;
}

interface Input {
  readonly op: string;
  readonly config: Settings | null;
  readonly adjustments: Settings | null;
  readonly remainingMs: number | null;
  readonly requestTmax: number;
  readonly tmax: number | null;
  readonly default: number;
  readonly max: number;
  readonly min?: number;
  readonly upstream?: number;
  readonly percent?: number;
  readonly processing?: number;
  readonly deduction?: number;
}

const ours = (settings: Settings | null): TmaxAdjustments | undefined =>
  settings
    ? {
        networkBufferMs: settings.bidderNetworkLatencyBufferMs ?? 0,
        preparationMs: settings.responsePreparationMs ?? 0,
        minMs: settings.bidderResponseMinMs ?? 0,
        enforced: settings.enforced ?? false,
      }
    : undefined;

const theirs = (settings: TmaxAdjustments | undefined): object | undefined =>
  settings && {
    bidderNetworkLatencyBufferMs: settings.networkBufferMs,
    responsePreparationMs: settings.preparationMs,
    bidderResponseMinMs: settings.minMs,
    enforced: settings.enforced,
  };

/** The request's own time was limited before. */
const timesOf = ({ requestTmax, processing, upstream, min }: Input): JavaTimes => ({
  limitMs: requestTmax,
  spentMs: processing ?? 0,
  upstreamMs: upstream ?? 0,
  minMs: min ?? 0,
});

const OPS: { readonly [op: string]: (input: Input) => Record<string, unknown> } = {
  settings: ({ config }) => ({
    settings: theirs(
      tmaxAdjustments({
        enabled: config?.enabled ?? false,
        bidder_response_duration_min_ms: config?.bidderResponseMinMs ?? 0,
        bidder_network_latency_buffer_ms: config?.bidderNetworkLatencyBufferMs ?? 0,
        pbs_response_preparation_duration_ms: config?.responsePreparationMs ?? 0,
      }),
    ),
  }),
  'bidder-tmax': (input) => ({ tmax: goTmax(input.requestTmax, input.remainingMs ?? undefined, ours(input.adjustments)) }),
  enough: (input) => ({ tooShort: isTooShort(input.remainingMs ?? undefined, ours(input.adjustments)) }),
  'request-default': (input) => ({ tmax: auctionTimeout(input.tmax ?? 0, input) }),
  'java-limit': (input) => ({ tmax: capTmax(input.requestTmax, input.max) }),
  'java-bidder': (input) => ({ tmax: javaTmax(timesOf(input), input.percent ?? 100, input.deduction ?? 0) }),
  'java-enforced': (input) => ({ tmax: javaEnforced(timesOf(input)) }),
};

export function run(row: Row): Record<string, unknown> {
  const input = row.in as unknown as Input;
  return OPS[input.op]?.(input) ?? {};
}
