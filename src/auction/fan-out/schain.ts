/** The supply chain of each bidder. */
import type { RequestSrv, SupplyChain, SupplyChainNode } from '#src/openrtb/ext.ts';
import type { BidRequest, Source } from '#src/openrtb/ortb.ts';

/** undefined: named more than once, so none of the chains applies (the Go variant rejects such requests). */
type ChainsByName = ReadonlyMap<string, SupplyChain | undefined>;

export interface SchainStyle {
  /** Names of bidders apply in any case; `byName` has them in lower case. */
  readonly bidderNamesInAnyCase: boolean;
  /** The chain of a request without one, before this host's node is appended. */
  readonly newSchain: SupplyChain;
}

/** `ext.srv.schains` by bidder, and this host's own node. */
export interface SchainRules {
  readonly byName: ChainsByName;
  readonly style: SchainStyle;
  readonly any: SupplyChain | undefined;
  readonly host: SupplyChainNode | undefined;
}

/** The rules of one auction; undefined: every bidder receives the request's source unchanged. */
export function readSchains(
  schains: RequestSrv['schains'] | null,
  host: SupplyChainNode | undefined,
  style: SchainStyle,
): SchainRules | undefined {
  const byName = new Map<string, SupplyChain | undefined>();
  for (const { bidders, schain } of schains ?? []) {
    if (!schain) continue;
    for (const bidder of bidders ?? []) {
      const name = style.bidderNamesInAnyCase ? bidder.toLowerCase() : bidder;
      byName.set(name, byName.has(name) ? undefined : schain);
    }
  }
  return byName.size === 0 && !host ? undefined : { byName, style, any: byName.get('*'), host };
}

/** The source for one bidder: its own chain, else the common one, else the request's; this host's node is appended. */
export function sourceFor(source: BidRequest['source'], rules: SchainRules, bidder: string): Source | undefined {
  const chain = chainFor(rules, bidder);
  if (!rules.host) return chain ? { ...source, schain: chain } : source;
  const base = chain ?? source?.schain ?? rules.style.newSchain;
  return { ...source, schain: { ...base, nodes: [...(base.nodes ?? []), rules.host] } };
}

function chainFor({ byName, style, any }: SchainRules, bidder: string): SupplyChain | undefined {
  const name = style.bidderNamesInAnyCase ? bidder.toLowerCase() : bidder;
  return byName.has(name) ? byName.get(name) : any;
}
