/** The keys of one dimension with their figures, bounded whatever values callers send. */
import { addCounts, addLatencies, type Figures, noCounts, Slice, toFigures } from './figures.ts';

export interface DimensionLimits {
  /** Max keys counted in an interval; further ones count as `other`. */
  readonly max_keys: number;
  /** Number of keys reported, the busiest first; the rest is added up as `other`. */
  readonly top: number;
}

/** One key with its figures. */
export interface KeyFigures extends Figures {
  readonly key: string;
}

/** The key of everything beyond the limits. */
export const OTHER = 'other';

const activity = ({ auctions, bids, wins, saved }: Figures): number => auctions + bids + wins + saved;

export class Dimension {
  readonly #limits: DimensionLimits;
  #slices = new Map<string, Slice>();

  constructor(limits: DimensionLimits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#slices.size;
  }

  /** The figures of a key, or of `other` if there are too many keys. */
  at(key: string): Slice {
    const known = this.#slices.get(key);
    if (known) return known;
    const name = this.#slices.size < this.#limits.max_keys ? key : OTHER;
    const slice = this.#slices.get(name) ?? new Slice();
    this.#slices.set(name, slice);
    return slice;
  }

  /** The figures of the interval. The next one reserves a place for the keys reported, so that made-up keys cannot displace them. */
  take(): KeyFigures[] {
    const all = [...this.#slices].filter(([, slice]) => !slice.isEmpty).map(([key, slice]) => ({ key, ...slice.figures() }));
    const named = all.filter(({ key }) => key !== OTHER).sort((a, b) => activity(b) - activity(a) || (a.key < b.key ? -1 : 1));
    const reported = named.slice(0, this.#limits.top);
    const rest = [...named.slice(this.#limits.top), ...all.filter(({ key }) => key === OTHER)];
    this.#slices = new Map(reported.map(({ key }) => [key, new Slice()]));
    return rest.length === 0 ? reported : [...reported, { key: OTHER, ...sumOf(rest) }];
  }
}

function sumOf(rows: readonly KeyFigures[]): Figures {
  const counts = noCounts();
  for (const row of rows) addCounts(counts, row);
  return toFigures(counts, addLatencies(rows.map(({ latency }) => latency)));
}
