/** The time announced to a bidder, and whether it is sufficient (docs/stages/fan-out.md#tmax). */

import type { HostConfig } from '#src/config/schema.ts';
import { memoByObject } from '#src/lang/memo.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Auction } from '../auction.ts';

/** An auction that calls bidders, and what its times depend on. */
export interface TimePlan {
  readonly auction: Auction;
  readonly services: { readonly config: HostConfig; readonly clock: Pick<Clock, 'now'> };
  readonly adjustments: TmaxAdjustments | undefined;
}

/** Epoch ms until which bidders may respond: caching needs some of the auction's time. Undefined: no deadline. */
export const biddersDeadline = (
  { deadlineAt, caching }: Pick<Auction, 'deadlineAt' | 'caching'>,
  { cache }: Pick<HostConfig, 'cache'>,
): number | undefined => (deadlineAt === undefined ? undefined : deadlineAt - (caching.bids ? cache.expected_millis : 0));

/** ms that bidders have from now on; undefined: no deadline. */
export function remainingMs({ auction, services: { config, clock } }: TimePlan): number | undefined {
  const deadline = biddersDeadline(auction, config);
  return deadline === undefined ? undefined : deadline - clock.now();
}

/** Parsed `tmax_adjustments` of the Go variant. */
export interface TmaxAdjustments {
  readonly networkBufferMs: number;
  readonly preparationMs: number;
  readonly minMs: number;
  /** Only with a minimum time and at least one buffer. */
  readonly enforced: boolean;
}

/** The settings; undefined: disabled. */
export function tmaxAdjustments(config: HostConfig['tmax_adjustments']): TmaxAdjustments | undefined {
  if (!config.enabled) return undefined;
  const networkBufferMs = config.bidder_network_latency_buffer_ms;
  const preparationMs = config.pbs_response_preparation_duration_ms;
  const minMs = config.bidder_response_duration_min_ms;
  return { networkBufferMs, preparationMs, minMs, enforced: minMs > 0 && (networkBufferMs > 0 || preparationMs > 0) };
}

/** The settings if they are enforced; parsed once per host. */
export const enforcedAdjustments = memoByObject((config: HostConfig['tmax_adjustments']): TmaxAdjustments | undefined => {
  const adjustments = tmaxAdjustments(config);
  return adjustments?.enforced ? adjustments : undefined;
});

const isActive = ({ networkBufferMs, preparationMs, minMs, enforced }: TmaxAdjustments): boolean =>
  enforced && minMs !== 0 && (networkBufferMs !== 0 || preparationMs !== 0);

/** `tmax` for bidders, Go variant: the time until the deadline less the buffers; the request's own if nothing is enforced. */
export function goTmax(requestTmax: number, remainingMs: number | undefined, adjustments: TmaxAdjustments | undefined): number {
  if (!adjustments || remainingMs === undefined || !isActive(adjustments)) return requestTmax;
  return remainingMs - adjustments.networkBufferMs - adjustments.preparationMs;
}

/** Too little time is left for a bidder to respond: it is not called. */
export function isTooShort(remainingMs: number | undefined, adjustments: TmaxAdjustments | undefined): boolean {
  if (!adjustments || remainingMs === undefined || !isActive(adjustments)) return false;
  return remainingMs - adjustments.networkBufferMs - adjustments.preparationMs < adjustments.minMs;
}

/** Times of the Java variant, ms. */
export interface JavaTimes {
  /** The request's `tmax`, limited. */
  readonly limitMs: number;
  /** Since the start of the auction. */
  readonly spentMs: number;
  /** Reserved for the response to the caller. */
  readonly upstreamMs: number;
  readonly minMs: number;
}

/** `tmax` for one bidder, Java variant. */
export const javaTmax = ({ limitMs, spentMs, upstreamMs, minMs }: JavaTimes, percent: number, deductionMs: number): number =>
  Math.max(Math.trunc((limitMs * percent) / 100) - spentMs - deductionMs - upstreamMs, minMs);

/** The real timeout of one bidder, Java variant: never less than the announced one. */
export const javaEnforced = ({ limitMs, spentMs, upstreamMs, minMs }: JavaTimes, bidderTmax: number = minMs): number =>
  Math.max(limitMs - spentMs - upstreamMs, bidderTmax, minMs);

/** The host's settings combined with one auction's times. */
export const javaTimes = (limitMs: number, spentMs: number, host: HostConfig['auction']): JavaTimes => ({
  limitMs,
  spentMs,
  upstreamMs: host.tmax_upstream_response_time,
  minMs: host.biddertmax.min,
});
