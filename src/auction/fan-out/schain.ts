/** The supply chain of each bidder. */
import type { RequestSrv, SupplyChain, SupplyChainNode } from '#src/openrtb/ext.ts';
import type { BidRequest, Source } from '#src/openrtb/ortb.ts';

/** undefined: named more than once, so none of the chains applies (the Go variant rejects such requests). */
type ChainsByName = ReadonlyMap<string, SupplyChain | undefined>;

/** `ext.srv.schains` by bidder, and this host's own node. */
export interface SchainRules {
  readonly byName: ChainsByName;
  /** The names are in lower case, and apply to bidders in any case. */
  readonly anyCase: boolean;
  readonly any: SupplyChain | undefined;
  readonly host: SupplyChainNode | undefined;
}

/**
 * The rules of one auction; undefined: every bidder receives the request's source unchanged.
 * @param anyCase names apply to bidders in any case
 */
export function readSchains(
  schains: RequestSrv['schains'] | null,
  host: SupplyChainNode | undefined,
  anyCase: boolean,
): SchainRules | undefined {
  const byName = new Map<string, SupplyChain | undefined>();
  for (const { bidders, schain } of schains ?? []) {
    if (!schain) continue;
    for (const bidder of bidders ?? []) {
      const name = anyCase ? bidder.toLowerCase() : bidder;
      byName.set(name, byName.has(name) ? undefined : schain);
    }
  }
  return byName.size === 0 && !host ? undefined : { byName, anyCase, any: byName.get('*'), host };
}

/** The source for one bidder: its own chain, else the common one, else the request's; this host's node is appended. */
export function sourceFor(source: BidRequest['source'], rules: SchainRules, bidder: string): Source | undefined {
  const chain = chainFor(rules, bidder);
  if (!rules.host) return chain ? { ...source, schain: chain } : source;
  const base = chain ?? source?.schain ?? { complete: 0, ver: '1.0' };
  return { ...source, schain: { ...base, nodes: [...(base.nodes ?? []), rules.host] } };
}

function chainFor({ byName, anyCase, any }: SchainRules, bidder: string): SupplyChain | undefined {
  const name = anyCase ? bidder.toLowerCase() : bidder;
  return byName.has(name) ? byName.get(name) : any;
}
