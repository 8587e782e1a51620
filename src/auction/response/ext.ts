/** `ext` of the response. */
import { bounded, MAX_MESSAGE } from '#src/lang/bounded.ts';
import { fastObjectOf } from '#src/lang/fast-object.ts';
import type { Ext, ResponseExt } from '#src/openrtb/ext.ts';
import { messageWithExtKey } from '#src/openrtb/rename.ts';
import type { Auction } from '../auction.ts';
import { type Diagnostic, OWN } from '../diagnostics.ts';
import { groupNonBids, listNonBids } from '../seat-non-bids.ts';
import type { Services } from '../services.ts';
import { debugExt } from './debug.ts';

/** Max errors, and max warnings, of a response: a request can name thousands of unknown bidders. */
const MAX_DIAGNOSTICS = 500;

type ErrorsExt = NonNullable<ResponseExt['errors']>;

/** The response's `ext`; empty fields are omitted. The record is not modified. */
export function responseExt(auction: Auction, services: Services): ResponseExt {
  const { response: dialect } = services.dialect;
  const { shown } = auction.debug;
  const ext: ResponseExt = {};
  const debug = debugExt(auction, services);
  if (debug) ext.debug = debug;
  const errors = diagnosticsExt(reportedErrors(auction, dialect), auction, dialect.listsImps, shown);
  if (errors) ext.errors = errors;
  const warnings = diagnosticsExt(auction.diagnostics.warnings, auction, dialect.listsImps, shown || dialect.alwaysWarns);
  if (warnings) ext.warnings = warnings;
  const times = auction.fullStoredResponse ? undefined : responseTimes(auction, dialect.showsCacheTime);
  if (times) ext.responsetimemillis = times;
  const { tmax } = auction.request;
  if (tmax !== undefined && tmax > 0) ext.tmaxrequest = tmax;
  const srv = srvOf(auction, dialect.timestamp(auction));
  if (srv) ext.srv = srv;
  if (auction.request.ext?.srv?.returnallbidstatus === true) {
    const nonBids = dialect.nonBids(auction);
    if (nonBids.length > 0) ext['seatnonbid'] = listNonBids(groupNonBids(nonBids));
  }
  return ext;
}

/** The errors by bidder, without this server's if they are not shown. */
function reportedErrors(auction: Auction, { showsOwnErrors }: Services['dialect']['response']): ReadonlyMap<string, readonly Diagnostic[]> {
  const { errors } = auction.diagnostics;
  return showsOwnErrors(auction) ? errors : new Map([...errors].filter(([bidder]) => bidder !== OWN));
}

/**
 * Errors or warnings by bidder, with the caller's extension key: the first 500, and the first 1,000 characters of each.
 * @param listsImps include the imps concerned
 * @param all include diagnostics for debugging too
 */
function diagnosticsExt(
  diagnostics: ReadonlyMap<string, readonly Diagnostic[]>,
  { extKey }: Auction,
  listsImps: boolean,
  all: boolean,
): ErrorsExt | undefined {
  let reported: ErrorsExt | undefined;
  let left = MAX_DIAGNOSTICS;
  for (const [bidder, list] of diagnostics) {
    const shown = (all ? list : list.filter(({ debugOnly }) => !debugOnly)).slice(0, left);
    if (shown.length === 0) continue;
    left -= shown.length;
    reported ??= {};
    reported[bidder === OWN ? extKey : bidder] = shown.map(({ code, message, impIds }) => {
      const diagnostic = { code, message: bounded(messageWithExtKey(message, extKey), MAX_MESSAGE) };
      return listsImps && impIds ? { ...diagnostic, imp_ids: impIds } : diagnostic;
    });
  }
  return reported;
}

/** ms of every called bidder, failed or not, by name in one order: see `src/lang/fast-object.ts`. */
function responseTimes({ outcomes, cacheMs }: Auction, showsCacheTime: boolean): { [bidder: string]: number } | undefined {
  const millis = outcomes.map(({ bidder, ms }): [string, number] => [bidder, Math.max(0, Math.round(ms))]);
  if (showsCacheTime && cacheMs !== undefined) millis.push(['cache', cacheMs]);
  return millis.length > 0 ? fastObjectOf(millis) : undefined;
}

/** Whether the caller requests the modules' analytics tags. */
export function wantsTags({ request }: Auction): boolean {
  const options: unknown = request.ext?.srv?.analytics?.['options'];
  return typeof options === 'object' && options !== null && (options as { enableclientdetails?: unknown }).enableclientdetails === true;
}

function srvOf(auction: Auction, timestamp: number): Ext | undefined {
  const { request, auctionConfigs } = auction;
  const srv: Ext = {};
  if (timestamp > 0 && !auction.fullStoredResponse) srv['auctiontimestamp'] = timestamp;
  const passthrough = request.ext?.srv?.passthrough;
  if (passthrough !== undefined) srv['passthrough'] = passthrough;
  if (auctionConfigs.length > 0) srv['fledge'] = { auctionconfigs: auctionConfigs.map(toAuctionConfig) };
  Object.assign(srv, moduleParts(auction));
  return Object.keys(srv).length > 0 ? srv : undefined;
}

/** The modules' parts: their report, and their analytics tags if the caller may see them. */
export function moduleParts(auction: Auction): Ext {
  const { moduleReport, analyticsTags, account } = auction;
  const tags = analyticsTags?.length && account.analytics.allow_client_details && wantsTags(auction);
  return { ...(moduleReport ? { modules: moduleReport } : {}), ...(tags ? { analytics: { tags: analyticsTags } } : {}) };
}

/** A browser-side auction config: under its seat, with the adapter's own name for the bidder. */
const toAuctionConfig = ({ impid, bidder, adapter, seat, config }: Auction['auctionConfigs'][number]): Ext => ({
  impid,
  bidder: seat,
  adapter: adapter ?? bidder ?? seat,
  config,
});
