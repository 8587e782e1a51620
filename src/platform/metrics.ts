/**
 * Counters, gauges and histograms. A handle is created once and stored; adding to it is one array write. Own code because the common client
 * library is unmaintained and costs ten times as much per step. Export: `metrics-format.ts`.
 */
import { type Exemplar, type FamilySnapshot, formatMetrics, type Labels, labelString, type SeriesSnapshot } from './metrics-format.ts';

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

export interface Metrics {
  counter(name: string, help: string, labels?: Labels): Counter;
  gauge(name: string, help: string, labels?: Labels): Gauge;
  histogram(name: string, help: string, buckets: readonly number[], labels?: Labels): Histogram;
  /** Stores the trace of an observation of an existing histogram; other series are ignored. */
  trace(name: string, labels: Labels, exemplar: Exemplar): void;
  /** All families in Prometheus text format. */
  expose(): string;
}

class Number1 implements Counter, Gauge {
  value = 0;
  add(amount = 1): void {
    this.value += amount;
  }
  set(value: number): void {
    this.value = value;
  }
  snapshot(): number {
    return this.value;
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

  #exemplars: (Exemplar | undefined)[] | undefined;

  /** Stores a traced observation that was counted before. */
  trace(exemplar: Exemplar): void {
    const above = this.bounds.findIndex((bound) => exemplar.value <= bound);
    this.#exemplars ??= [];
    this.#exemplars[above < 0 ? this.bounds.length : above] = exemplar;
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

  snapshot(): SeriesSnapshot['value'] {
    const exemplars = this.#exemplars && [...this.#exemplars];
    return { bounds: this.bounds, counts: [...this.counts], sum: this.sum, count: this.count, ...(exemplars && { exemplars }) };
  }
}

interface Family {
  readonly kind: FamilySnapshot['kind'];
  readonly help: string;
  readonly series: Map<string, { readonly labels: Labels; readonly handle: Number1 | Buckets }>;
}

/** A separate registry without global state, so that tests and workers are isolated. */
export class MetricsRegistry implements Metrics {
  readonly #families = new Map<string, Family>();
  readonly #before = new Set<() => void>();
  readonly #sources = new Set<() => readonly FamilySnapshot[]>();

  counter(name: string, help: string, labels: Labels = {}): Counter {
    return this.#series(name, 'counter', help, labels, () => new Number1()) as Number1;
  }

  gauge(name: string, help: string, labels: Labels = {}): Gauge {
    return this.#series(name, 'gauge', help, labels, () => new Number1()) as Number1;
  }

  histogram(name: string, help: string, buckets: readonly number[], labels: Labels = {}): Histogram {
    return this.#series(name, 'histogram', help, labels, () => new Buckets(buckets)) as Buckets;
  }

  trace(name: string, labels: Labels, exemplar: Exemplar): void {
    const handle = this.#families.get(name)?.series.get(labelString(labels))?.handle;
    if (handle instanceof Buckets) handle.trace(exemplar);
  }

  /** Calls `refresh` before each read: for gauges that are computed on demand. The returned function ends that. */
  beforeReading(refresh: () => void): () => void {
    this.#before.add(refresh);
    return () => this.#before.delete(refresh);
  }

  /** Adds families that are stored elsewhere, whose series may end. The returned function ends that. */
  addSource(families: () => readonly FamilySnapshot[]): () => void {
    this.#sources.add(families);
    return () => this.#sources.delete(families);
  }

  /** Every family with its current values. */
  read(): FamilySnapshot[] {
    for (const refresh of this.#before) refresh();
    const own = [...this.#families].map(([name, { kind, help, series }]) => ({
      name,
      kind,
      help,
      series: [...series.values()].map(({ labels, handle }) => ({ labels, value: handle.snapshot() })),
    }));
    return [...own, ...[...this.#sources].flatMap((families) => families())];
  }

  expose(): string {
    return formatMetrics(this.read());
  }

  #series(name: string, kind: Family['kind'], help: string, labels: Labels, make: () => Number1 | Buckets): Number1 | Buckets {
    let family = this.#families.get(name);
    if (!family) {
      family = { kind, help, series: new Map() };
      this.#families.set(name, family);
    }
    if (family.kind !== kind) throw new Error(`metric ${name} is a ${family.kind}, not a ${kind}`);
    const key = labelString(labels);
    let series = family.series.get(key);
    if (!series) {
      series = { labels, handle: make() };
      family.series.set(key, series);
    }
    return series.handle;
  }
}
