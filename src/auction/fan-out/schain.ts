/** The supply chain of each bidder. */
import type { RequestSrv, SupplyChain, SupplyChainNode } from '#src/openrtb/ext.ts';
import type { BidRequest, Source } from '#src/openrtb/ortb.ts';

/** undefined: named more than once, so none of the chains applies (the Go variant rejects such requests). */
type ChainsByName = ReadonlyMap<string, SupplyChain | undefined>;

/** `ext.srv.schains` by bidder, and this host's own node. */
export interface SchainRules {
  readonly exact: ChainsByName;
  /** Keys in lower case. */
  readonly anyCase: ChainsByName;
  readonly any: SupplyChain | undefined;
  readonly host: SupplyChainNode | undefined;
}

/** The rules of one auction; undefined: every bidder receives the request's source unchanged. */
export function readSchains(schains: RequestSrv['schains'] | null, host: SupplyChainNode | undefined): SchainRules | undefined {
  const exact = new Map<string, SupplyChain | undefined>();
  const anyCase = new Map<string, SupplyChain | undefined>();
  for (const { bidders, schain } of schains ?? []) {
    if (!schain) continue;
    for (const bidder of bidders ?? []) {
      exact.set(bidder, exact.has(bidder) ? undefined : schain);
      const lower = bidder.toLowerCase();
      anyCase.set(lower, anyCase.has(lower) ? undefined : schain);
    }
  }
  return exact.size === 0 && !host ? undefined : { exact, anyCase, any: exact.get('*'), host };
}

/** The source for one bidder: its own chain, else the common one, else the request's; this host's node is appended. */
export function sourceFor(source: BidRequest['source'], rules: SchainRules, bidder: string): Source | undefined {
  const chain = chainFor(rules, bidder);
  if (!rules.host) return chain ? { ...source, schain: chain } : source;
  const base = chain ?? source?.schain ?? { complete: 0, ver: '1.0' };
  return { ...source, schain: { ...base, nodes: [...(base.nodes ?? []), rules.host] } };
}

function chainFor({ exact, anyCase, any }: SchainRules, bidder: string): SupplyChain | undefined {
  if (exact.has(bidder)) return exact.get(bidder);
  const lower = bidder.toLowerCase();
  return anyCase.has(lower) ? anyCase.get(lower) : any;
}
