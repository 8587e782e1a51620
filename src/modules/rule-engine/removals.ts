/** The bidders of a request's imps while rules work on them: what is left, and what was removed why. */
import type { RuleContext } from './rule-context.ts';

export interface Removal {
  readonly impId: string;
  readonly bidder: string;
  readonly reason: number;
}

export class ImpBidders {
  /** Bidders left, by imp id; imps without a bidder object are left alone. */
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

  /** Bidders left for an imp. */
  of(impId: string): readonly string[] {
    return this.#left.get(impId) ?? [];
  }

  /** Imps that had bidders and have none left. */
  emptied(): string[] {
    const removed = new Set(this.#removals.map(({ impId }) => impId));
    return [...this.#left].filter(([impId, bidders]) => bidders.length === 0 && removed.has(impId)).map(([impId]) => impId);
  }

  /**
   * Removes bidders from all imps, or from one.
   * @returns what was removed
   */
  remove(impId: string | undefined, reason: number, isUnwanted: (bidder: string) => boolean): Removal[] {
    const removed: Removal[] = [];
    for (const [id, bidders] of this.#left) {
      if (impId !== undefined && id !== impId) continue;
      const gone = bidders.filter(isUnwanted);
      if (gone.length === 0) continue;
      this.#left.set(
        id,
        bidders.filter((bidder) => !gone.includes(bidder)),
      );
      removed.push(...gone.map((bidder) => ({ impId: id, bidder, reason })));
    }
    this.#removals.push(...removed);
    return removed;
  }
}
