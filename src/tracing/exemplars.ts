/** Exemplars: the traces of observations in latency histograms, for scrapers that accept OpenMetrics. */
import type { Auction } from '#src/auction/auction.ts';
import { coreOf } from '#src/auction/bidder-task.ts';
import { REQUEST_TYPES } from '#src/metrics/requests.ts';
import type { Metrics } from '#src/platform/metrics.ts';
import type { Exemplar } from '#src/platform/metrics-format.ts';

/** @param seconds duration of the auction */
export function storeExemplars(
  { requestType, rejection, outcomes, tasks }: Auction,
  trace: Omit<Exemplar, 'value'>,
  seconds: number,
  metrics: Metrics,
): void {
  if (!rejection) metrics.trace('request_time_seconds', { request_type: REQUEST_TYPES[requestType] }, { ...trace, value: seconds });
  for (const outcome of outcomes) {
    metrics.trace('adapter_request_time_seconds', { adapter: coreOf(outcome, tasks) }, { ...trace, value: outcome.ms / 1000 });
  }
}
