/** Case-insensitive names of bidders and aliases, as the Java variant compares them. Disabled bidders count as known. */
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

  /** The target of a name; an alias takes precedence over a bidder of its name. */
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
