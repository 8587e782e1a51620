/** Names of bidders and aliases in any case, as the Java variant compares them. Disabled bidders are known, too. */
import type { BidderRegistry } from '#src/bidders/registry.ts';

export class JavaNames {
  readonly #bidders: Pick<BidderRegistry, 'known'>;
  readonly #aliases = new Map<string, string>();

  constructor(bidders: Pick<BidderRegistry, 'known'>, aliases: { readonly [alias: string]: string } = {}) {
    this.#bidders = bidders;
    for (const alias of Object.keys(aliases)) this.#aliases.set(alias.toLowerCase(), aliases[alias] ?? '');
  }

  isAlias(name: string): boolean {
    return this.#aliases.has(name.toLowerCase());
  }

  /** What a name stands for; an alias wins over a bidder of its name (decisions row 8). */
  targetOf(name: string): string {
    return this.#aliases.get(name.toLowerCase()) ?? name;
  }

  /** Code of the core bidder behind a name. */
  coreOf(name: string): string | undefined {
    return this.#bidders.known(this.targetOf(name))?.code;
  }

  isKnown(name: string): boolean {
    return this.isAlias(name) || this.#bidders.known(name) !== undefined;
  }
}
