/** The bidders of a request's imps while rules run: the remaining ones, and the removed ones with reasons. */
import type { RuleContext } from './rule-context.ts';

export interface Removal {
  readonly impId: string;
  readonly bidder: string;
  readonly reason: number;
}

export class ImpBidders {
  /** Remaining bidders by imp id; imps without a bidder object are unchanged. */
  readonly #left = new Map<string, string[]>();
  readonly #removals: Removal[] = [];

  constructor({ imp }: RuleContext['request']) {
    for (const { id, ext } of imp) {
      const bidders = ext?.srv?.bidder;
      if (bidders) this.#left.set(id, Object.keys(bidders));
    }
  }

  get removals(): readonly Removal[] {
    return this.#removals;
  }

  /** Remaining bidders of an imp. */
  of(impId: string): readonly string[] {
    return this.#left.get(impId) ?? [];
  }

  /** Imps whose bidders were all removed. */
  emptied(): string[] {
    const removed = new Set(this.#removals.map(({ impId }) => impId));
    return [...this.#left].filter(([impId, bidders]) => bidders.length === 0 && removed.has(impId)).map(([impId]) => impId);
  }

  /**
   * Removes bidders from all imps, or from one.
   * @returns the removed bidders
   */
  remove(impId: string | undefined, reason: number, isUnwanted: (bidder: string) => boolean): Removal[] {
    const removed: Removal[] = [];
    for (const [id, bidders] of this.#left) {
      if (impId !== undefined && id !== impId) continue;
      const missing = bidders.filter(isUnwanted);
      if (missing.length === 0) continue;
      this.#left.set(
        id,
        bidders.filter((bidder) => !missing.includes(bidder)),
      );
      removed.push(...missing.map((bidder) => ({ impId: id, bidder, reason })));
    }
    this.#removals.push(...removed);
    return removed;
  }
}
