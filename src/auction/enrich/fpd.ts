/**
 * First-party data: removed from the shared request if only some bidders may see it, and resolved for each bidder.
 * Page: docs/stages/enrich.md#first-party-data.
 */

import { CODES } from '#src/bidders/errors.ts';
import type { RequestSrv } from '#src/openrtb/ext.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import type { Auction, FirstPartyData } from '../auction.ts';
import { OWN } from '../diagnostics.ts';
import { invalid } from '../rejection.ts';
import type { Services } from '../services.ts';
import { readBidderConfig } from './fpd/bidder-config.ts';
import { type GlobalData, takeGlobalData } from './fpd/global-data.ts';
import { type FpdRules, resolveFpd } from './fpd/resolve.ts';

export interface ExtractedFpd {
  readonly fpd: ReadonlyMap<string, FirstPartyData>;
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
}

const NONE: ExtractedFpd = { fpd: new Map(), errors: [], warnings: [] };
const NO_DATA: GlobalData = {};

/**
 * Reads and removes `ext.srv.data.bidders` and `ext.srv.bidderconfig`, removes protected data from the request (its objects
 * are replaced, not modified) and returns what single bidders see instead.
 * @param normalise returns a bidder's core name, or the name unchanged
 * @param isCalled by that name; absent: every bidder may be called
 */
export function extractFpd(
  request: BidRequest,
  normalise: (bidder: string) => string,
  rules: FpdRules,
  isCalled?: (bidder: string) => boolean,
): ExtractedFpd {
  const srv = request.ext?.srv;
  const listed = srv?.data?.bidders;
  if (!srv || (!listed && !srv.bidderconfig)) return NONE;
  const { configs, error } = readBidderConfig(srv.bidderconfig, normalise, rules.duplicates);
  if (error) return { ...NONE, errors: [error] };
  removeSettings(srv);
  const bidders = listed?.map(normalise);
  const global = bidders ? takeGlobalData(request, rules.removesEmptyContent) : NO_DATA;
  return resolveFpd(request, { configs, global, bidders }, rules, isCalled);
}

function removeSettings(srv: RequestSrv): void {
  srv.bidderconfig = undefined;
  if (srv.data) srv.data = { ...srv.data, bidders: undefined };
}

/** The step of `enrich`: fills `auction.fpd`, or rejects the request. */
export function readFirstPartyData(auction: Auction, { config, bidders, dialect }: Services): void {
  const { aliases, request } = auction;
  const { data, bidderconfig } = request.ext?.srv ?? {};
  if (!data?.bidders && !bidderconfig) return;
  if (data?.bidders && dialect.fpd.coversImps) auction.impDataBidders = new Set(data.bidders.map((name) => name.toLowerCase()));
  const rules = dialect.fpd.rules(config.strict_app_site_dooh);
  const spellings = dialect.fpd.aliasesInAnyCase ? aliasSpellings(aliases) : undefined;
  const aliasOf = (name: string): string | undefined =>
    spellings ? spellings.get(name.toLowerCase())?.[0] : aliases.has(name) ? name : undefined;
  const normalise = (name: string): string => aliasOf(name) ?? bidders.known(name)?.code ?? name;
  const called = calledBidders(request, normalise);
  const { fpd, errors, warnings } = extractFpd(request, normalise, rules, (bidder) => called.has(bidder));
  if (errors.length > 0) auction.rejection = invalid((config.rules.firstErrorOnly ? errors.slice(0, 1) : errors).join(','));
  for (const warning of warnings) auction.diagnostics.warn(OWN, CODES.unknown, warning);
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

/** The spellings of each alias in this request, by its name in lower case. */
function aliasSpellings(aliases: Auction['aliases']): ReadonlyMap<string, readonly string[]> {
  return Map.groupBy(aliases.keys(), (alias) => alias.toLowerCase());
}
