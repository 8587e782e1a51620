/** The subscriptions in use, each distinct one compiled once, however many clients have it. */
import { type Matcher, toMatcher } from './matcher.ts';
import type { Subscription } from './subscription.ts';

export interface Compiled {
  /** Equal for equal subscriptions. */
  readonly id: string;
  readonly wanted: Subscription;
  readonly passes: Matcher;
}

export class CompiledSubscriptions {
  readonly #known = new Map<string, Compiled>();

  get size(): number {
    return this.#known.size;
  }

  of(wanted: Subscription): Compiled {
    const id = JSON.stringify(wanted);
    const known = this.#known.get(id);
    if (known) return known;
    const compiled: Compiled = { id, wanted, passes: toMatcher(wanted) };
    this.#known.set(id, compiled);
    return compiled;
  }

  /** Forgets all others. */
  retain(used: ReadonlySet<Compiled>): void {
    for (const [id, compiled] of this.#known) if (!used.has(compiled)) this.#known.delete(id);
  }
}
