/** Export of metrics in the OpenMetrics text format 1.0, with exemplars. */
import { type BucketSnapshot, escapeLabel, type FamilySnapshot, labelString, type SeriesSnapshot, summaryOf } from './metrics-format.ts';

export const OPENMETRICS_TYPE = 'application/openmetrics-text; version=1.0.0; charset=utf-8';

/** The weight of a media type in an `Accept` header (RFC 9110, 12.5.1); 0: it is not named. */
function weightOf(type: string, accept: string): number {
  let highest = 0;
  for (const range of accept.split(',')) {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    if (name !== type) continue;
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    highest = Math.max(highest, weight === undefined ? 1 : Number(weight) || 0);
  }
  return highest;
}

/** Whether a scraper's `Accept` header names the format, and prefers no other text. */
export function acceptsOpenMetrics(accept: string | undefined): boolean {
  const weight = weightOf('application/openmetrics-text', accept ?? '');
  return weight > 0 && weight >= weightOf('text/plain', accept ?? '');
}

/**
 * @param prefix added to every name
 * @param suffixed counters end in `_total`, as the format requires; otherwise they keep their names, and their type is unknown
 */
export function formatOpenMetrics(families: readonly FamilySnapshot[], prefix = '', suffixed = false): string {
  const lines: string[] = [];
  for (const { name, kind, help, series } of [...families].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const isCounter = kind === 'counter';
    const full = `${prefix}${suffixed && isCounter ? name.replace(/_total$/, '') : name}`;
    const sample = suffixed && isCounter ? `${full}_total` : full;
    lines.push(`# TYPE ${full} ${isCounter && !suffixed ? 'unknown' : kind}`, `# HELP ${full} ${escapeLabel(help)}`);
    for (const { labels, value } of series) lines.push(...seriesLines(sample, labelString(labels), value));
  }
  return `${lines.join('\n')}\n# EOF\n`;
}

const withLabels = (...labels: readonly string[]): string => {
  const set = labels.filter((label) => label !== '').join(',');
  return set === '' ? '' : `{${set}}`;
};

/** Numbers that are bounds have a fraction: `1.0`. */
const bound = (number: number): string => (Number.isInteger(number) ? `${number}.0` : String(number));

function seriesLines(name: string, labels: string, value: SeriesSnapshot['value']): string[] {
  if (typeof value === 'number') return [`${name}${withLabels(labels)} ${value}`];
  if (!('buckets' in value)) return bucketLines(name, labels, value);
  const { quantiles, sum, count } = summaryOf(value);
  return [
    ...quantiles.map(([quantile, seconds]) => `${name}${withLabels(labels, `quantile="${quantile}"`)} ${seconds}`),
    `${name}_count${withLabels(labels)} ${count}`,
    `${name}_sum${withLabels(labels)} ${sum}`,
  ];
}

function bucketLines(name: string, labels: string, { bounds, counts, sum, count, exemplars = [] }: BucketSnapshot): string[] {
  let total = 0;
  const line = (le: string, number: number, i: number): string =>
    `${name}_bucket${withLabels(labels, `le="${le}"`)} ${number}${exemplarOf(exemplars[i])}`;
  const lines = bounds.map((each, i) => {
    total += counts[i] ?? 0;
    return line(bound(each), total, i);
  });
  return [
    ...lines,
    line('+Inf', count, bounds.length),
    `${name}_count${withLabels(labels)} ${count}`,
    `${name}_sum${withLabels(labels)} ${sum}`,
  ];
}

const exemplarOf = (exemplar: NonNullable<BucketSnapshot['exemplars']>[number]): string =>
  exemplar ? ` # {trace_id="${exemplar.traceId}"} ${exemplar.value} ${exemplar.at / 1000}` : '';
