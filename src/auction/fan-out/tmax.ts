/** The time a bidder is told it has, and whether there is enough of it (auction-exchange.md 5.2, 5.3; decisions row 7). */
import type { HostConfig } from '#src/config/schema.ts';

/** Go variant's `tmax_adjustments` made ready. */
export interface TmaxAdjustments {
  readonly networkBufferMs: number;
  readonly preparationMs: number;
  readonly minMs: number;
  /** Only with a least time and at least one buffer. */
  readonly enforced: boolean;
}

const compiled = new WeakMap<HostConfig['tmax_adjustments'], TmaxAdjustments | { readonly enforced: false }>();
const OFF = { enforced: false } as const;

/** The settings; undefined: switched off. */
export function tmaxAdjustments(config: HostConfig['tmax_adjustments']): TmaxAdjustments | undefined {
  if (!config.enabled) return undefined;
  const networkBufferMs = config.bidder_network_latency_buffer_ms;
  const preparationMs = config.pbs_response_preparation_duration_ms;
  const minMs = config.bidder_response_duration_min_ms;
  return { networkBufferMs, preparationMs, minMs, enforced: minMs > 0 && (networkBufferMs > 0 || preparationMs > 0) };
}

/** The settings where they are enforced, made ready once a host. */
export function enforcedAdjustments(config: HostConfig['tmax_adjustments']): TmaxAdjustments | undefined {
  let known = compiled.get(config);
  if (!known) {
    known = tmaxAdjustments(config) ?? OFF;
    compiled.set(config, known);
  }
  return known.enforced ? known : undefined;
}

const isActive = ({ networkBufferMs, preparationMs, minMs, enforced }: TmaxAdjustments): boolean =>
  enforced && minMs !== 0 && (networkBufferMs !== 0 || preparationMs !== 0);

/** `tmax` for bidders, Go variant: what is left until the deadline less the buffers; the request's own where nothing is enforced. */
export function goTmax(requestTmax: number, remainingMs: number | undefined, adjustments: TmaxAdjustments | undefined): number {
  if (!adjustments || remainingMs === undefined || !isActive(adjustments)) return requestTmax;
  return remainingMs - adjustments.networkBufferMs - adjustments.preparationMs;
}

/** Too little is left for a bidder to answer: it is not called. */
export function isTooShort(remainingMs: number | undefined, adjustments: TmaxAdjustments | undefined): boolean {
  if (!adjustments || remainingMs === undefined || !isActive(adjustments)) return false;
  return remainingMs - adjustments.networkBufferMs - adjustments.preparationMs < adjustments.minMs;
}

/** Times of the Java variant, in ms. */
export interface JavaTimes {
  /** The request's `tmax`, capped. */
  readonly limitMs: number;
  /** From the start of the auction to now. */
  readonly spentMs: number;
  /** Kept back for the answer to the caller. */
  readonly upstreamMs: number;
  readonly minMs: number;
}

/** `tmax` for one bidder, Java variant. */
export const javaTmax = ({ limitMs, spentMs, upstreamMs, minMs }: JavaTimes, percent: number, deductionMs: number): number =>
  Math.max(Math.trunc((limitMs * percent) / 100) - spentMs - deductionMs - upstreamMs, minMs);

/** How long one bidder may really take, Java variant: never less than it was told. */
export const javaEnforced = ({ limitMs, spentMs, upstreamMs, minMs }: JavaTimes, bidderTmax: number = minMs): number =>
  Math.max(limitMs - spentMs - upstreamMs, bidderTmax, minMs);

/** The host's numbers beside those of one auction. */
export const javaTimes = (limitMs: number, spentMs: number, host: HostConfig['auction']): JavaTimes => ({
  limitMs,
  spentMs,
  upstreamMs: host.tmax_upstream_response_time,
  minMs: host.biddertmax.min,
});
