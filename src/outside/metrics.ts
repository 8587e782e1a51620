/** Counters, gauges and histograms, exposed in Prometheus text form. A handle is made once and kept; adding to it is one array write. */

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
