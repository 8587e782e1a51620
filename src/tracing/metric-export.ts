/** Metrics for an OpenTelemetry collector: the families of this process at regular intervals, cumulative since its start. */
import type { Services } from '#src/auction/services.ts';
import type { HostConfig } from '#src/config/schema.ts';
import { enabledFamilies } from '#src/metrics/enabled-families.ts';
import type { Post } from '#src/net/post.ts';
import type { DurationSnapshot } from '#src/platform/duration-histogram.ts';
import type { MetricsRegistry } from '#src/platform/metrics.ts';
import { type BucketSnapshot, type FamilySnapshot, type SeriesSnapshot, summaryOf } from '#src/platform/metrics-format.ts';
import { type Attributes, nanosOf, resourceOf, toAttributes } from './otlp.ts';

const CUMULATIVE = 2;

interface Times {
  /** ns since the epoch. */
  readonly startTimeUnixNano: string;
  readonly timeUnixNano: string;
}

const numberPoint = ({ labels, value }: SeriesSnapshot, times: Times): object => ({
  attributes: toAttributes(labels),
  ...times,
  asDouble: value,
});

function histogramPoint({ labels, value }: SeriesSnapshot, times: Times): object {
  const { bounds, counts, sum, count } = value as BucketSnapshot;
  const beyond = count - counts.reduce((all, each) => all + each, 0);
  return {
    attributes: toAttributes(labels),
    ...times,
    count: String(count),
    sum,
    bucketCounts: [...counts, beyond].map(String),
    explicitBounds: bounds,
  };
}

/** Quantiles of the last minutes; sum and number since the start. */
function summaryPoint({ labels, value }: SeriesSnapshot, times: Times): object {
  const { quantiles, sum, count } = summaryOf(value as DurationSnapshot);
  const quantileValues = quantiles.map(([quantile, seconds]) => ({ quantile, value: seconds }));
  return { attributes: toAttributes(labels), ...times, count: String(count), sum, quantileValues };
}

function metricOf({ name, kind, help, series }: FamilySnapshot, times: Times): object {
  if (kind === 'histogram')
    return {
      name,
      description: help,
      histogram: { aggregationTemporality: CUMULATIVE, dataPoints: series.map((each) => histogramPoint(each, times)) },
    };
  if (kind === 'summary') return { name, description: help, summary: { dataPoints: series.map((each) => summaryPoint(each, times)) } };
  const dataPoints = series.map((each) => numberPoint(each, times));
  if (kind === 'gauge') return { name, description: help, gauge: { dataPoints } };
  return { name, description: help, sum: { aggregationTemporality: CUMULATIVE, isMonotonic: true, dataPoints } };
}

/** A body for `POST /v1/metrics`. */
function metricsBody(families: readonly FamilySnapshot[], resource: Attributes, version: string, times: Times): string {
  const metrics = families.filter(({ series }) => series.length > 0).map((family) => metricOf(family, times));
  const scopeMetrics = [{ scope: { name: 'auctor', version }, metrics }];
  return JSON.stringify({ resourceMetrics: [{ resource: { attributes: toAttributes(resource) }, scopeMetrics }] });
}

type Exported = Pick<Services, 'config' | 'clock' | 'log' | 'version'> & { readonly metrics: MetricsRegistry };

export interface MetricExport {
  /** Exports the final values within the timeout of a POST. Never rejects. */
  stop(): Promise<void>;
}

/** Undefined if the export is disabled. A failed export is logged once per outage; the next one contains everything. */
export function startMetricExport({ config, clock, log, metrics, version }: Exported, post: Post): MetricExport | undefined {
  const options: HostConfig['otlp']['metrics'] = config.otlp.metrics;
  if (!options.enabled) return undefined;
  const startTimeUnixNano = nanosOf(clock.now() * 1000);
  const resource = resourceOf(config.tracing, version);
  const enabled = enabledFamilies(config.metrics);
  let isFailing = false;
  const send = async (): Promise<void> => {
    const body = metricsBody(enabled(metrics.read()), resource, version, { startTimeUnixNano, timeUnixNano: nanosOf(clock.now() * 1000) });
    const headers = { 'content-type': 'application/json', ...options.headers };
    try {
      const status = await post(options.endpoint, body, {
        headers,
        gzip: config.tracing.gzip,
        signal: AbortSignal.timeout(options.timeout_ms),
      });
      if (status >= 300) throw new Error(`the metrics collector responded with status ${status}`);
      isFailing = false;
    } catch (cause) {
      if (!isFailing) log.error({ failure: cause, endpoint: options.endpoint }, 'exporting metrics failed');
      isFailing = true;
    }
  };
  let cancel = (): void => {};
  const schedule = (): void => {
    cancel = clock.after(options.interval_ms, () => {
      schedule();
      void send();
    });
  };
  schedule();
  return {
    async stop() {
      cancel();
      await send();
    },
  };
}
