/** First-party data: taken out of the shared request where only some bidders may see it, and resolved for each bidder. */
import type { Auction, FirstPartyData } from '#src/auction/auction.ts';
import { OWN } from '#src/auction/findings.ts';
import type { Services } from '#src/auction/services.ts';
import { CODES } from '#src/bidders/errors.ts';
import type { RequestSrv } from '#src/wire/ext.ts';
import type { BidRequest } from '#src/wire/ortb.ts';
import { invalid } from '#src/wire/refusal.ts';
import { type Duplicates, readBidderConfig } from './fpd/bidder-config.ts';
import { type GlobalData, takeGlobalData } from './fpd/global-data.ts';
import { type InventoryRule, resolveFpd } from './fpd/resolve.ts';

/** What an entry that repeats a bidder, and one with another inventory, comes to. */
export interface FpdRules {
  readonly duplicates: Duplicates;
  readonly inventory: InventoryRule;
}

export interface ExtractedFpd {
  readonly fpd: ReadonlyMap<string, FirstPartyData>;
  readonly faults: readonly string[];
  readonly warnings: readonly string[];
}

const NOTHING: ExtractedFpd = { fpd: new Map(), faults: [], warnings: [] };
const NO_DATA: GlobalData = {};

/**
 * Reads and removes `ext.srv.data.bidders` and `ext.srv.bidderconfig`, takes protected data out of the request (its objects
 * are replaced, not written to) and gives what single bidders see instead.
 * @param normalise bidder name in the core spelling where it is one
 * @param isCalled by that spelling; absent: every bidder may be
 */
export function extractFpd(
  request: BidRequest,
  normalise: (bidder: string) => string,
  rules: FpdRules,
  isCalled?: (bidder: string) => boolean,
): ExtractedFpd {
  const srv = request.ext?.srv;
  const listed = srv?.data?.bidders;
  if (!srv || (!listed && !srv.bidderconfig)) return NOTHING;
  const { configs, fault } = readBidderConfig(srv.bidderconfig, normalise, rules.duplicates);
  if (fault) return { ...NOTHING, faults: [fault] };
  removeSettings(srv);
  const bidders = listed?.map(normalise);
  const global = bidders ? takeGlobalData(request) : NO_DATA;
  return resolveFpd(request, configs, global, bidders, rules.inventory, isCalled);
}

function removeSettings(srv: RequestSrv): void {
  srv.bidderconfig = undefined;
  if (srv.data) srv.data = { ...srv.data, bidders: undefined };
}

/** The step of `enrich`: fills `auction.fpd`, or refuses the request. */
export function readFirstPartyData(auction: Auction, { config, bidders, dialect }: Services): void {
  const { aliases, request } = auction;
  const { data, bidderconfig } = request.ext?.srv ?? {};
  if (!data?.bidders && !bidderconfig) return;
  const rules = dialect.fpd.rules(config.strict_app_site_dooh);
  const spellings = dialect.fpd.aliasesInAnyCase ? aliasSpellings(aliases) : undefined;
  const aliasOf = (name: string): string | undefined =>
    spellings ? spellings.get(name.toLowerCase())?.[0] : aliases.has(name) ? name : undefined;
  const normalise = (name: string): string => aliasOf(name) ?? bidders.known(name)?.code ?? name;
  const called = calledBidders(request, normalise);
  const { fpd, faults, warnings } = extractFpd(request, normalise, rules, (bidder) => called.has(bidder));
  if (faults.length > 0) auction.refusal = invalid(faults.join(','));
  for (const warning of warnings) auction.findings.warn(OWN, CODES.unknown, warning);
  for (const [bidder, own] of fpd) {
    for (const spelling of spellings?.get(bidder.toLowerCase()) ?? [bidder]) auction.fpd.set(spelling, own);
  }
}

/** The bidders that imps name. */
function calledBidders({ imp: imps }: BidRequest, normalise: (bidder: string) => string): ReadonlySet<string> {
  const called = new Set<string>();
  for (const { ext } of imps) for (const bidder of Object.keys(ext?.srv?.bidder ?? {})) called.add(normalise(bidder));
  return called;
}

/** The ways each alias is written in this request, by its name in lower case. */
function aliasSpellings(aliases: Auction['aliases']): ReadonlyMap<string, readonly string[]> {
  return Map.groupBy(aliases.keys(), (alias) => alias.toLowerCase());
}
