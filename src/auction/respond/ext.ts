/** `ext` of the answer (auction-exchange.md 15.2). */
import type { Ext, ResponseExt } from '#src/wire/ext.ts';
import { textInWord } from '#src/wire/rename.ts';
import type { Auction } from '../auction.ts';
import { countedOnce, groupNonBids, listNonBids } from '../collect/seat-non-bids.ts';
import { type Finding, OWN } from '../findings.ts';
import type { Services } from '../services.ts';
import { isJavaShape } from '../shape.ts';
import { auctionTimestamp } from '../target/events.ts';
import { debugExt } from './debug.ts';

type Told = NonNullable<ResponseExt['errors']>;

/** The answer's `ext`; members without content are left out. Nothing in the record is changed. */
export function responseExt(auction: Auction, services: Services): ResponseExt {
  const isJava = isJavaShape(services.config);
  const { shown } = auction.debug;
  const ext: ResponseExt = {};
  const debug = debugExt(auction, services);
  if (debug) ext.debug = debug;
  const errors = toldFindings(auction.findings.errors, auction, { isJava, all: shown });
  if (errors) ext.errors = errors;
  // What the Java variant warns debuggers of, it tells everybody.
  const warnings = toldFindings(auction.findings.warnings, auction, { isJava, all: shown || isJava });
  if (warnings) ext.warnings = warnings;
  const times = auction.wholeStoredResponse ? undefined : responseTimes(auction, isJava);
  if (times) ext.responsetimemillis = times;
  const { tmax } = auction.request;
  if (tmax !== undefined && tmax > 0) ext.tmaxrequest = tmax;
  const srv = srvOf(auction);
  if (srv) ext.srv = srv;
  if (auction.request.ext?.srv?.returnallbidstatus === true) {
    const nonBids = isJava ? countedOnce(auction) : auction.nonBids;
    if (nonBids.length > 0) ext['seatnonbid'] = listNonBids(groupNonBids(nonBids));
  }
  return ext;
}

interface Telling {
  readonly isJava: boolean;
  /** Tell what only debuggers should see as well. */
  readonly all: boolean;
}

/** Findings by bidder in the caller's word. */
function toldFindings(findings: ReadonlyMap<string, readonly Finding[]>, { word }: Auction, { isJava, all }: Telling): Told | undefined {
  let told: Told | undefined;
  for (const [bidder, list] of findings) {
    const shown = all ? list : list.filter(({ debugOnly }) => !debugOnly);
    if (shown.length === 0) continue;
    told ??= {};
    told[bidder === OWN ? word : bidder] = shown.map(({ code, message, impIds }) => {
      const finding = { code, message: textInWord(message, word) };
      return isJava && impIds ? { ...finding, imp_ids: impIds } : finding;
    });
  }
  return told;
}

/** ms of every bidder that was called, failed or not. */
function responseTimes({ outcomes, cacheMs }: Auction, isJava: boolean): { [bidder: string]: number } | undefined {
  const millis: { [bidder: string]: number } = {};
  for (const { bidder, ms } of outcomes) millis[bidder] = Math.max(0, Math.round(ms));
  if (isJava && cacheMs !== undefined) millis['cache'] = cacheMs;
  return Object.keys(millis).length > 0 ? millis : undefined;
}

/** Whether the caller wants to know what modules tell analytics (auction-exchange.md 19.4). */
export function wantsTags({ request }: Auction): boolean {
  const options: unknown = request.ext?.srv?.analytics?.['options'];
  return typeof options === 'object' && options !== null && (options as { enableclientdetails?: unknown }).enableclientdetails === true;
}

function srvOf(auction: Auction): Ext | undefined {
  const { request, auctionConfigs } = auction;
  const srv: Ext = {};
  const timestamp = auctionTimestamp(auction);
  if (timestamp > 0 && !auction.wholeStoredResponse) srv['auctiontimestamp'] = timestamp;
  const passthrough = request.ext?.srv?.passthrough;
  if (passthrough !== undefined) srv['passthrough'] = passthrough;
  if (auctionConfigs.length > 0) srv['fledge'] = { auctionconfigs: auctionConfigs.map(toldConfig) };
  Object.assign(srv, moduleParts(auction));
  return Object.keys(srv).length > 0 ? srv : undefined;
}

/** What modules have to say: their report, and to whom it may be told what they tell analytics. */
export function moduleParts(auction: Auction): Ext {
  const { moduleReport, analyticsTags, account } = auction;
  const tags = analyticsTags?.length && account.analytics.allow_client_details && wantsTags(auction);
  return { ...(moduleReport ? { modules: moduleReport } : {}), ...(tags ? { analytics: { tags: analyticsTags } } : {}) };
}

/** A browser-side auction config: filed under its seat, with the adapter's own word for the bidder (auction-exchange.md 21). */
const toldConfig = ({ impid, bidder, adapter, seat, config }: Auction['auctionConfigs'][number]): Ext => ({
  impid,
  bidder: seat,
  adapter: adapter ?? bidder ?? seat,
  config,
});
