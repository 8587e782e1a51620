/** Measured values as others read them: Prometheus text form (version 0.0.4), and the sum of what several processes measured. */
import type { Labels } from './metrics.ts';

/** A histogram's counts, each of its own bucket only. */
export interface BucketShot {
  readonly bounds: readonly number[];
  readonly counts: readonly number[];
  readonly sum: number;
  readonly count: number;
}

export interface SeriesShot {
  readonly labels: Labels;
  readonly value: number | BucketShot;
}

export interface FamilyShot {
  readonly name: string;
  readonly kind: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly series: readonly SeriesShot[];
}

const escapeLabel = (text: string): string => text.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n');

/** `name="value",…`; also the key of a series in its family. */
export function labelText(labels: Labels): string {
  let text = '';
  for (const name in labels) text += `${text === '' ? '' : ','}${name}="${escapeLabel(labels[name] ?? '')}"`;
  return text;
}

/** @param prefix put before every name */
export function toText(families: readonly FamilyShot[], prefix = ''): string {
  const lines: string[] = [];
  for (const { name, kind, help, series } of [...families].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const full = `${prefix}${name}`;
    lines.push(`# HELP ${full} ${help.replace(/\\/g, '\\\\').replace(/\n/g, ' ')}`, `# TYPE ${full} ${kind}`);
    for (const { labels, value } of series) lines.push(...seriesLines(full, labelText(labels), value));
  }
  return `${lines.join('\n')}\n`;
}

function seriesLines(name: string, labels: string, value: number | BucketShot): string[] {
  const braces = labels ? `{${labels}}` : '';
  if (typeof value === 'number') return [`${name}${braces} ${value}`];
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

/** What one process measured. */
export interface ProcessShot {
  /** Tells its gauges from those of the others. */
  readonly worker: string;
  readonly families: readonly FamilyShot[];
}

/** Counters and histograms of all processes added up; gauges side by side, told apart by a label `worker`. */
export function mergeShots(shots: readonly ProcessShot[]): FamilyShot[] {
  const merged = new Map<string, { family: FamilyShot; series: Map<string, SeriesShot> }>();
  for (const { worker, families } of shots) {
    for (const family of families) {
      let into = merged.get(family.name);
      if (!into) {
        into = { family, series: new Map() };
        merged.set(family.name, into);
      }
      for (const { labels: own, value } of family.series) {
        const labels = family.kind === 'gauge' ? { ...own, worker } : own;
        const key = labelText(labels);
        const before = into.series.get(key);
        into.series.set(key, before ? { labels, value: added(before.value, value) } : { labels, value });
      }
    }
  }
  return [...merged.values()].map(({ family, series }) => ({ ...family, series: [...series.values()] }));
}

function added(a: SeriesShot['value'], b: SeriesShot['value']): SeriesShot['value'] {
  if (typeof a === 'number' || typeof b === 'number') return Number(a) + Number(b);
  return { bounds: a.bounds, counts: a.counts.map((count, i) => count + (b.counts[i] ?? 0)), sum: a.sum + b.sum, count: a.count + b.count };
}
