/** Metrics of all workers that ended, added up: without them the sums of a host would fall when a worker is replaced. */
import type { HostConfig } from '#src/config/schema.ts';
import { type FamilySnapshot, mergeSnapshots, type SeriesSnapshot } from '#src/platform/metrics-format.ts';
import { OTHER } from '#src/rollups/dimension.ts';

type Limits = Pick<HostConfig['metrics'], 'max_accounts'> & { readonly rollups: Pick<HostConfig['metrics']['rollups'], 'top'> };

/** Labels whose values callers choose. */
const CALLERS = ['account', 'key'] as const;

/** Families without gauges, which end with their process. */
export const withoutGauges = (families: readonly FamilySnapshot[]): FamilySnapshot[] => families.filter(({ kind }) => kind !== 'gauge');

export class EndedWorkers {
  readonly #limits: Limits;
  /** By family, label and dimension: the values with series of their own. */
  readonly #values = new Map<string, Set<string>>();
  #families: FamilySnapshot[] = [];

  /** @param limits of the callers' values with series of their own: those of a single process */
  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Sums of counters and histograms. */
  get families(): readonly FamilySnapshot[] {
    return this.#families;
  }

  add(families: readonly FamilySnapshot[]): void {
    const bounded = withoutGauges(families).map((family) => ({
      ...family,
      series: family.series.map((each) => this.#bounded(family, each)),
    }));
    this.#families = mergeSnapshots([this.#families, bounded].map((each) => ({ worker: '', families: each })));
  }

  /** Beyond the limit further values count as `other`. Quantiles are those of the last minutes, which an ended worker has no part in. */
  #bounded({ name }: FamilySnapshot, { labels, value }: SeriesSnapshot): SeriesSnapshot {
    const lasting = typeof value !== 'number' && 'buckets' in value ? { ...value, buckets: [] } : value;
    const label = CALLERS.find((each) => each in labels);
    if (label === undefined) return { labels, value: lasting };
    return { labels: { ...labels, [label]: this.#valueOf(name, labels[label] ?? '', `${name} ${labels['by'] ?? ''}`) }, value: lasting };
  }

  #valueOf(family: string, value: string, dimension: string): string {
    const known = this.#values.get(dimension) ?? new Set();
    this.#values.set(dimension, known);
    const limit = family.startsWith('rollup_') ? this.#limits.rollups.top : this.#limits.max_accounts;
    if (!known.has(value) && known.size >= limit) return OTHER;
    known.add(value);
    return value;
  }
}
