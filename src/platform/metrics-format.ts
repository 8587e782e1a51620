/** Export of metrics: Prometheus text format (version 0.0.4), and merging of several processes. */

import { type DurationSnapshot, mergeDurations, percentileIn } from './duration-histogram.ts';

/** A histogram's counts, not cumulative. */
export interface BucketSnapshot {
  readonly bounds: readonly number[];
  readonly counts: readonly number[];
  readonly sum: number;
  readonly count: number;
  /** The last traced observation of each bucket, the one above all bounds included; absent: none. */
  readonly exemplars?: readonly (Exemplar | undefined | null)[];
}

/** An observation of a traced auction. */
export interface Exemplar {
  readonly traceId: string;
  readonly value: number;
  /** Epoch ms. */
  readonly at: number;
}

export interface SeriesSnapshot {
  readonly labels: Labels;
  /** Of a counter or gauge, of a histogram, of a summary. */
  readonly value: number | BucketSnapshot | DurationSnapshot;
}

export interface FamilySnapshot {
  readonly name: string;
  readonly kind: 'counter' | 'gauge' | 'histogram' | 'summary';
  readonly help: string;
  readonly series: readonly SeriesSnapshot[];
}

/** A label's value, or a text, on one line. */
export const escapeLabel = (text: string): string => text.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n');

/** `name="value",…`; also the key of a series in its family. */
export function labelString(labels: Labels): string {
  let text = '';
  for (const name in labels) text += `${text === '' ? '' : ','}${name}="${escapeLabel(labels[name] ?? '')}"`;
  return text;
}

/** @param prefix added to every name */
export function formatMetrics(families: readonly FamilySnapshot[], prefix = ''): string {
  const lines: string[] = [];
  for (const { name, kind, help, series } of [...families].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const full = `${prefix}${name}`;
    lines.push(`# HELP ${full} ${help.replace(/\\/g, '\\\\').replace(/\n/g, ' ')}`, `# TYPE ${full} ${kind}`);
    for (const { labels, value } of series) lines.push(...seriesLines(full, labelString(labels), value));
  }
  return `${lines.join('\n')}\n`;
}

/** The quantiles of summaries. */
const QUANTILES = [0.5, 0.95, 0.99] as const;

const MICROS = 1e6;

/** Quantiles, sum and number of a summary, in seconds. */
export const summaryOf = (
  value: DurationSnapshot,
): { quantiles: readonly (readonly [quantile: number, seconds: number])[]; sum: number; count: number } => ({
  quantiles: QUANTILES.map((quantile) => [quantile, percentileIn(value, quantile) / MICROS]),
  sum: value.sum / MICROS,
  count: value.count,
});

function summaryLines(name: string, labels: string, value: DurationSnapshot): string[] {
  const { quantiles, sum, count } = summaryOf(value);
  return [
    ...quantiles.map(([quantile, seconds]) => `${name}{quantile="${quantile}",${labels}} ${seconds}`),
    `${name}_sum{${labels}} ${sum}`,
    `${name}_count{${labels}} ${count}`,
  ];
}

function seriesLines(name: string, labels: string, value: SeriesSnapshot['value']): string[] {
  const braces = labels ? `{${labels}}` : '';
  if (typeof value === 'number') return [`${name}${braces} ${value}`];
  if ('buckets' in value) return summaryLines(name, labels, value);
  const lines: string[] = [];
  let total = 0;
  const more = labels ? `,${labels}` : '';
  value.bounds.forEach((bound, i) => {
    total += value.counts[i] ?? 0;
    lines.push(`${name}_bucket{le="${bound}"${more}} ${total}`);
  });
  lines.push(
    `${name}_bucket{le="+Inf"${more}} ${value.count}`,
    `${name}_sum${braces} ${value.sum}`,
    `${name}_count${braces} ${value.count}`,
  );
  return lines;
}

/** Metrics of one process. */
export interface ProcessSnapshot {
  /** Distinguishes its gauges from those of other processes; undefined: they get no label. */
  readonly worker: string | undefined;
  readonly families: readonly FamilySnapshot[];
}

/** Sums counters and histograms of all processes, adds up the values of their summaries; lists gauges separately with a label `worker`. */
export function mergeSnapshots(snapshots: readonly ProcessSnapshot[]): FamilySnapshot[] {
  const merged = new Map<string, { family: FamilySnapshot; series: Map<string, SeriesSnapshot> }>();
  for (const { worker, families } of snapshots) {
    for (const family of families) {
      let into = merged.get(family.name);
      if (!into) {
        into = { family, series: new Map() };
        merged.set(family.name, into);
      }
      for (const { labels: own, value: measured } of family.series) {
        const value = family.kind === 'gauge' ? measured : addable(measured);
        const labels = family.kind === 'gauge' && worker !== undefined ? { ...own, worker } : own;
        const key = labelString(labels);
        const before = into.series.get(key);
        into.series.set(key, before ? { labels, value: added(before.value, value) } : { labels, value });
      }
    }
  }
  return [...merged.values()].map(({ family, series }) => ({ ...family, series: [...series.values()] }));
}

/**
 * A value whose sum with others does not depend on their order: a multiple of a power of two, about a millionth of the unit or of the last
 * bound. Otherwise a sum might fall by its last digit, and a scraper would take that for a restart.
 */
function addable(value: SeriesSnapshot['value']): SeriesSnapshot['value'] {
  if (typeof value === 'number') return multipleOf(2 ** -20, value);
  if ('buckets' in value) return { ...value, sum: Math.round(value.sum) };
  return { ...value, sum: multipleOf(2 ** (Math.ceil(Math.log2(value.bounds.at(-1) ?? 1)) - 20), value.sum) };
}

const multipleOf = (step: number, value: number): number => Math.round(value / step) * step;

function added(a: SeriesSnapshot['value'], b: SeriesSnapshot['value']): SeriesSnapshot['value'] {
  if (typeof a === 'number' || typeof b === 'number') return Number(a) + Number(b);
  if ('buckets' in a || 'buckets' in b) return 'buckets' in a && 'buckets' in b ? mergeDurations([a, b]) : a;
  const exemplars = latest(a.exemplars, b.exemplars);
  const counts = a.counts.map((count, i) => count + (b.counts[i] ?? 0));
  return { bounds: a.bounds, counts, sum: a.sum + b.sum, count: a.count + b.count, ...(exemplars && { exemplars }) };
}

/** The later exemplar of each bucket. */
function latest(a: BucketSnapshot['exemplars'], b: BucketSnapshot['exemplars']): BucketSnapshot['exemplars'] {
  if (!a || !b) return a ?? b;
  const length = Math.max(a.length, b.length);
  return Array.from({ length }, (_, i) => ((a[i]?.at ?? 0) >= (b[i]?.at ?? 0) ? a[i] : b[i]));
}

export type Labels = { readonly [label: string]: string };
