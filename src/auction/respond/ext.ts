/** `ext` of the answer (auction-exchange.md 15.2). */
import { CODES } from '#src/bidders/errors.ts';
import type { Ext, ResponseExt } from '#src/wire/ext.ts';
import { textInWord } from '#src/wire/rename.ts';
import type { Auction } from '../auction.ts';
import { type Finding, OWN } from '../findings.ts';
import type { Services } from '../services.ts';
import { auctionTimestamp } from '../target/events.ts';
import { debugExt } from './debug.ts';
import { bySeat, seatNonBids } from './non-bids.ts';

/** The answer's `ext`, without what modules may add later; members without content are left out. */
export function responseExt(auction: Auction, services: Services): ResponseExt {
  const { config } = services;
  const isJava = (config.response.shape ?? config.variant) === 'java';
  const ext: ResponseExt = {};
  const debug = debugExt(auction, services);
  if (debug) ext.debug = debug;
  const srv = srvOf(auction);
  const { errors, warnings } = auction.findings;
  if (errors.size > 0) ext.errors = toldFindings(errors, auction, isJava);
  if (warnings.size > 0) ext.warnings = toldFindings(warnings, auction, isJava);
  dropEmpty(ext, 'errors');
  dropEmpty(ext, 'warnings');
  if (!auction.wholeStoredResponse) times(auction, ext, isJava);
  const { tmax } = auction.request;
  if (tmax !== undefined && tmax > 0) ext.tmaxrequest = tmax;
  if (Object.keys(srv).length > 0) ext.srv = srv;
  if (auction.request.ext?.srv?.returnallbidstatus === true && auction.nonBids.length > 0) {
    ext['seatnonbid'] = seatNonBids(bySeat(auction.nonBids));
  }
  return ext;
}

function dropEmpty(ext: ResponseExt, member: 'errors' | 'warnings'): void {
  if (ext[member] && Object.keys(ext[member]).length === 0) delete ext[member];
}

/** Findings by bidder in the caller's word; what only debuggers should see is left out for others. */
function toldFindings(
  findings: ReadonlyMap<string, readonly Finding[]>,
  { word, debug }: Auction,
  isJava: boolean,
): { [bidder: string]: { code: number; message: string }[] } {
  const told: { [bidder: string]: { code: number; message: string }[] } = {};
  for (const [bidder, list] of findings) {
    const shown = list.filter(({ debugOnly }) => !debugOnly || debug.shown);
    if (shown.length === 0) continue;
    told[bidder === OWN ? word : bidder] = shown.map(({ code, message, impIds }) => {
      const finding = { code, message: textInWord(message, word) };
      return isJava && impIds ? { ...finding, imp_ids: impIds } : finding;
    });
  }
  return told;
}

function times({ outcomes, cacheMs }: Auction, ext: ResponseExt, isJava: boolean): void {
  const millis: { [bidder: string]: number } = {};
  for (const { bidder, ms } of outcomes) millis[bidder] = Math.max(0, Math.round(ms));
  if (isJava && cacheMs !== undefined) millis['cache'] = cacheMs;
  if (Object.keys(millis).length > 0) ext.responsetimemillis = millis;
}

const NO_DETAILS = 'analytics.options.enableclientdetails not enabled for account';

function srvOf(auction: Auction): Ext {
  const asked = auction.request.ext?.srv;
  const srv: Ext = {};
  const timestamp = auctionTimestamp(auction);
  if (timestamp > 0 && !auction.wholeStoredResponse) srv['auctiontimestamp'] = timestamp;
  if (asked?.passthrough !== undefined) srv['passthrough'] = asked.passthrough;
  if (auction.auctionConfigs.length > 0) srv['fledge'] = { auctionconfigs: auction.auctionConfigs.map(toldConfig) };
  if (auction.moduleReport) srv['modules'] = auction.moduleReport;
  const options = asked?.analytics?.['options'] as { enableclientdetails?: unknown } | null | undefined;
  if (options?.enableclientdetails === true) tellTags(auction, srv);
  return srv;
}

const toldConfig = ({ impid, bidder, adapter, seat, config }: Auction['auctionConfigs'][number]): Ext => ({
  impid,
  bidder: seat,
  adapter: adapter ?? bidder ?? seat,
  config,
});

function tellTags({ account, analyticsTags, findings }: Auction, srv: Ext): void {
  if (!account.analytics.allow_client_details) findings.warn(OWN, CODES.unknown, NO_DETAILS);
  else if (analyticsTags && analyticsTags.length > 0) srv['analytics'] = { tags: analyticsTags };
}
