/** `ext.debug`: the calls made for this auction and the request as it was resolved (auction-exchange.md 5.5). */
import { CODES } from '#src/bidders/errors.ts';
import type { Ext } from '#src/wire/ext.ts';
import { asWritten } from '#src/wire/spelling.ts';
import type { Auction, BidderOutcome, CallOutcome } from '../auction.ts';
import { bidderDebug } from '../enrich/debug.ts';
import { OWN, WARN } from '../findings.ts';
import type { CacheCall, Services } from '../services.ts';
import { isJavaShape } from '../shape.ts';

/** Headers nobody may see. */
const SECRET = 'authorization';

/** Header values as lists, without secrets. */
export function shownHeaders(headers: { readonly [name: string]: string | readonly string[] }): { [name: string]: readonly string[] } {
  const shown: { [name: string]: readonly string[] } = {};
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    if (value !== undefined && name.toLowerCase() !== SECRET) shown[name] = typeof value === 'string' ? [value] : value;
  }
  return shown;
}

/** One call as it is shown; a call without an answer has status 0 and an empty body, Java variant: neither. */
function shownCall(outcome: CallOutcome, isJava: boolean): Ext {
  const { call, stored, answer } = outcome;
  if (stored) {
    const requestbody = `Stored bid response for impression id: ${stored.impId}`;
    const told = { uri: '', requestbody, requestheaders: {}, responsebody: answer?.body ?? stored.body, status: 200 };
    return isJava ? { ...told, calltype: 'stored-bid-response-call' } : told;
  }
  const sent = {
    uri: call.uri,
    requestbody: outcome.sentBody ?? (typeof call.body === 'string' ? call.body : ''),
    requestheaders: shownHeaders(outcome.sentHeaders ?? call.headers),
  };
  return isJava && !answer ? sent : { ...sent, responsebody: answer?.body ?? '', status: answer?.status ?? 0 };
}

/** What debug output means for one bidder. */
function debugOf({ bidder }: BidderOutcome, { debug, tasks }: Auction, { bidders }: Services): ReturnType<typeof bidderDebug> {
  const facts = tasks.find((task) => task.bidder === bidder)?.facts ?? bidders.known(bidder)?.info;
  return bidderDebug(debug, facts?.debugAllowed ?? true);
}

/** Debug was asked for and allowed, yet a bidder does not: a warning for each of its calls (decisions row 21); Java variant: one. */
export function warnOfHiddenCalls(auction: Auction, services: Services): void {
  const isJava = services.config.variant === 'java';
  for (const outcome of auction.outcomes) {
    if (!debugOf(outcome, auction, services).warn) continue;
    if (isJava) auction.findings.warn(OWN, CODES.unknown, `Debug turned off for bidder: ${outcome.bidder}`);
    else for (const _call of outcome.calls) auction.findings.warn(outcome.bidder, WARN.bidderDebugOff, 'debug turned off for bidder');
  }
}

/** Calls by bidder, as far as they may be shown. */
export function httpCalls(auction: Auction, services: Services): { [bidder: string]: Ext[] } {
  const isJava = isJavaShape(services.config);
  const shown: { [bidder: string]: Ext[] } = {};
  for (const outcome of auction.outcomes) {
    if (outcome.calls.length === 0 || !debugOf(outcome, auction, services).capture) continue;
    shown[outcome.bidder] = outcome.calls.map((call) => shownCall(call, isJava));
  }
  return shown;
}

/** The call of the cache service as it is shown. */
const shownCacheCall = ({ uri, requestBody, requestHeaders, status, responseBody }: CacheCall): Ext => ({
  uri,
  requestbody: requestBody,
  requestheaders: shownHeaders(requestHeaders),
  responsebody: responseBody,
  status,
});

/** `ext.debug`; undefined when it is not shown. What was traced is for whoever asks, debug or not. */
export function debugExt(auction: Auction, services: Services): Ext | undefined {
  const { debug, resolvedRequest, cacheCall, activityTrace } = auction;
  const told: Ext = activityTrace ? { trace: { activityinfrastructure: activityTrace } } : {};
  if (!debug.shown) return activityTrace && told;
  const calls = httpCalls(auction, services);
  if (cacheCall && isJavaShape(services.config)) calls['cache'] = [shownCacheCall(cacheCall)];
  if (Object.keys(calls).length > 0) told['httpcalls'] = calls;
  if (resolvedRequest) told['resolvedrequest'] = asWritten(resolvedRequest);
  return told;
}
