/** Metrics for assertions. */
import { type Metrics, MetricsRegistry } from '#src/platform/metrics.ts';

/** The value of a bidder's counter or gauge; undefined: the series does not exist. */
function ofBidder(metrics: Metrics, name: string, bidder: string): unknown {
  const families = metrics instanceof MetricsRegistry ? metrics.read() : [];
  return families.find((family) => family.name === name)?.series.find(({ labels }) => labels['adapter'] === bidder)?.value;
}

/** A bidder's failure rate. */
export const failureShare = (metrics: Metrics, bidder: string): unknown => ofBidder(metrics, 'adapter_failure_share', bidder);

const STATES = ['healthy', 'recovering', 'throttled'];

/** A bidder's health. */
export const healthOf = (metrics: Metrics, bidder: string): string | undefined =>
  STATES[Number(ofBidder(metrics, 'adapter_health', bidder) ?? Number.NaN)];

/** Series of these families with a value other than zero, as `name{labels}` → value; without histogram buckets. */
export function nonZero(text: string, ...families: readonly string[]): Record<string, number> {
  const found: Record<string, number> = {};
  for (const [, series = '', name = '', value] of text.matchAll(/^((\w+)(?:\{[^}]*\})?) (\S+)$/gm)) {
    const isWanted = families.length === 0 || families.some((family) => name === family || name === `${family}_count`);
    if (isWanted && Number(value) !== 0) found[series] = Number(value);
  }
  return found;
}
