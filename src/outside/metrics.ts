/**
 * Counters, gauges and histograms in Prometheus text form (version 0.0.4). A handle is made once and kept; adding to
 * it is one array write. Own code because the known client library is unkept and costs ten times as much a step.
 */

export interface Counter {
  add(amount?: number): void;
}
export interface Gauge {
  set(value: number): void;
  add(amount: number): void;
}
export interface Histogram {
  observe(value: number): void;
}

export type Labels = { readonly [label: string]: string };

export interface Metrics {
  counter(name: string, help: string, labels?: Labels): Counter;
  gauge(name: string, help: string, labels?: Labels): Gauge;
  histogram(name: string, help: string, buckets: readonly number[], labels?: Labels): Histogram;
  /** All families in Prometheus text form. */
  text(): string;
}

class Number1 implements Counter, Gauge {
  value = 0;
  add(amount = 1): void {
    this.value += amount;
  }
  set(value: number): void {
    this.value = value;
  }
}

class Buckets implements Histogram {
  readonly counts: Float64Array;
  readonly bounds: readonly number[];
  sum = 0;
  count = 0;

  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
    this.counts = new Float64Array(bounds.length);
  }

  observe(value: number): void {
    this.sum += value;
    this.count++;
    for (let i = 0; i < this.bounds.length; i++) {
      if (value <= (this.bounds[i] ?? Number.POSITIVE_INFINITY)) {
        this.counts[i] = (this.counts[i] ?? 0) + 1;
        return;
      }
    }
  }
}

interface Family {
  readonly kind: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly series: Map<string, Number1 | Buckets>;
}

const escapeLabel = (text: string): string => text.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n');

const labelText = (labels: Labels): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}="${escapeLabel(value)}"`)
    .join(',');

/** A registry of its own: nothing global, so that tests and workers do not meet. */
export class MetricsRegistry implements Metrics {
  readonly #families = new Map<string, Family>();

  counter(name: string, help: string, labels: Labels = {}): Counter {
    return this.#series(name, 'counter', help, labels, () => new Number1()) as Number1;
  }

  gauge(name: string, help: string, labels: Labels = {}): Gauge {
    return this.#series(name, 'gauge', help, labels, () => new Number1()) as Number1;
  }

  histogram(name: string, help: string, buckets: readonly number[], labels: Labels = {}): Histogram {
    return this.#series(name, 'histogram', help, labels, () => new Buckets(buckets)) as Buckets;
  }

  text(): string {
    const lines: string[] = [];
    for (const [name, family] of [...this.#families].sort(([a], [b]) => (a < b ? -1 : 1))) {
      lines.push(`# HELP ${name} ${family.help.replace(/\n/g, ' ')}`, `# TYPE ${name} ${family.kind}`);
      for (const [labels, series] of family.series) lines.push(...seriesLines(name, labels, series));
    }
    return `${lines.join('\n')}\n`;
  }

  #series(name: string, kind: Family['kind'], help: string, labels: Labels, make: () => Number1 | Buckets): Number1 | Buckets {
    let family = this.#families.get(name);
    if (!family) {
      family = { kind, help, series: new Map() };
      this.#families.set(name, family);
    }
    if (family.kind !== kind) throw new Error(`metric ${name} is a ${family.kind}, not a ${kind}`);
    const key = labelText(labels);
    let series = family.series.get(key);
    if (!series) {
      series = make();
      family.series.set(key, series);
    }
    return series;
  }
}

function seriesLines(name: string, labels: string, series: Number1 | Buckets): string[] {
  const braces = labels ? `{${labels}}` : '';
  if (series instanceof Number1) return [`${name}${braces} ${series.value}`];
  const lines: string[] = [];
  let total = 0;
  const more = labels ? `,${labels}` : '';
  series.bounds.forEach((bound, i) => {
    total += series.counts[i] ?? 0;
    lines.push(`${name}_bucket{le="${bound}"${more}} ${total}`);
  });
  lines.push(
    `${name}_bucket{le="+Inf"${more}} ${series.count}`,
    `${name}_sum${braces} ${series.sum}`,
    `${name}_count${braces} ${series.count}`,
  );
  return lines;
}
