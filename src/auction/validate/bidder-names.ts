/** Resolves bidder names of a request. */
import type { BidderRegistry, KnownBidder } from '#src/bidders/registry.ts';

/** The names in scope: the host's bidders and the request's aliases (alias → core bidder, case-sensitive). */
export interface Names {
  readonly bidders: Pick<BidderRegistry, 'active' | 'known'>;
  readonly aliases: ReadonlyMap<string, string>;
}

/** The callable bidder behind a name: the alias' target, else the core bidder in any case. */
export function bidderOf(name: string, { bidders, aliases }: Names): KnownBidder | undefined {
  const target = aliases.get(name);
  const found = bidders.active(target ?? name);
  return target === undefined && found?.info.whiteLabelOnly ? undefined : found;
}

/** Whether the name is an active core bidder (any case) or an alias (exact case). */
export const isBidderOrAlias = (name: string, names: Names): boolean => names.aliases.has(name) || names.bidders.active(name) !== undefined;

/** The error of a list of bidders: `*` is alone, every other name is known; undefined: the list is valid. */
export function bidderListError(list: readonly string[], names: Names): string | undefined {
  if (list.length > 1 && list.includes('*')) return 'bidder wildcard "*" mixed with specific bidders';
  const unknown = list.find((name) => name !== '*' && !isBidderOrAlias(name, names));
  return unknown === undefined ? undefined : `unrecognized bidder "${unknown}"`;
}
