/** The supply chain each bidder gets (auction-exchange.md 3.4; decisions row 25). */
import type { RequestSrv } from '#src/wire/ext.ts';
import type { BidRequest, Source, SupplyChain, SupplyChainNode } from '#src/wire/ortb.ts';

/** `ext.srv.schains` by bidder, and this host's own node. */
export interface SchainRules {
  readonly exact: ReadonlyMap<string, SupplyChain>;
  /** Keys in lower case. */
  readonly anyCase: ReadonlyMap<string, SupplyChain>;
  readonly any: SupplyChain | undefined;
  readonly host: SupplyChainNode | undefined;
}

/** The rules of one auction; undefined: every bidder gets the request's source as it is. */
export function readSchains(schains: RequestSrv['schains'] | null, host: SupplyChainNode | undefined): SchainRules | undefined {
  const exact = new Map<string, SupplyChain>();
  const anyCase = new Map<string, SupplyChain>();
  for (const { bidders, schain } of schains ?? []) {
    if (!schain) continue;
    for (const bidder of bidders ?? []) {
      exact.set(bidder, schain);
      anyCase.set(bidder.toLowerCase(), schain);
    }
  }
  return exact.size === 0 && !host ? undefined : { exact, anyCase, any: exact.get('*'), host };
}

/** The source for one bidder: its own chain, else everybody's, else the request's; this host's node comes last. */
export function sourceFor(source: BidRequest['source'], rules: SchainRules, bidder: string): Source | undefined {
  const chain = rules.exact.get(bidder) ?? rules.anyCase.get(bidder.toLowerCase()) ?? rules.any;
  if (!rules.host) return chain ? { ...source, schain: chain } : source;
  const base = chain ?? source?.schain ?? { complete: 0, ver: '1.0' };
  return { ...source, schain: { ...base, nodes: [...(base.nodes ?? []), rules.host] } };
}
