/** Effects of errors of single imps or bids: one rule for both halves of an adapter. */
import type { BidderError } from '../bidder.ts';
import { isAborting } from '../errors.ts';

/** Params are part of `ext`: a cost named for them applies to both. */
const GENERAL: { readonly [step: string]: string | undefined } = { ext: 'params' };

function costOf(costs: Costs<string> | undefined, step: string): Cost {
  if (costs === undefined || typeof costs === 'string') return costs ?? 'drop';
  return costs[step] ?? costs[GENERAL[step] ?? ''] ?? 'drop';
}

/** Applies the costs to one request or response. Errors that are reported are pushed to the list it was given. */
export class Costing<Step extends string> {
  readonly #costs: Costs<Step> | undefined;
  readonly #errors: BidderError[];
  /** Errors of what was dropped. */
  readonly dropped = new Set<BidderError>();
  #ended: readonly BidderError[] | undefined;
  #endsAtLast = false;

  constructor(costs: Costs<Step> | undefined, errors: BidderError[]) {
    this.#costs = costs;
    this.#errors = errors;
  }

  /** Whether the rest need not be read. */
  get ended(): boolean {
    return this.#ended !== undefined;
  }

  /** Records an error of a step. @returns whether the imp or bid stays */
  retains(error: BidderError, step: Step): boolean {
    if (isAborting(error)) return this.#end([error]);
    const cost = costOf(this.#costs as Costs<string> | undefined, step);
    switch (cost) {
      case 'abort':
        return this.#end([error]);
      case 'abort-so-far':
        return this.#end([...this.#errors, error]);
      case 'drop-silently':
      case 'keep-silently':
        return cost === 'keep-silently';
      default:
        this.#errors.push(error);
        if (cost === 'abort-all') this.#endsAtLast = true;
        else if (cost === 'drop') this.dropped.add(error);
        return cost === 'keep';
    }
  }

  /** The errors the request or response ends with; `undefined`: it goes on. */
  end(): readonly BidderError[] | undefined {
    return this.#ended ?? (this.#endsAtLast ? [...this.#errors] : undefined);
  }

  #end(errors: readonly BidderError[]): false {
    this.#ended = errors;
    return false;
  }
}

/**
 * Effect of an error of one imp or bid: drops it, with or without a report (`drop`, `drop-silently`); skips only the failed step (`keep`,
 * `keep-silently`); ends the request or response, with this error only (`abort`), with the earlier ones (`abort-so-far`), or with the
 * errors of all, including the remaining ones (`abort-all`).
 */
export type Cost = 'drop' | 'drop-silently' | 'keep' | 'keep-silently' | 'abort' | 'abort-so-far' | 'abort-all';

/** One effect for all steps, or one per step (default `drop`). */
export type Costs<Step extends string> = Cost | { readonly [S in Step]?: Cost };
