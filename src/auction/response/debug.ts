/** `ext.debug`: the calls of this auction and the resolved request. */

import type { CacheCall } from '#src/cache/contract.ts';
import { asWritten } from '#src/json/spelling.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { Auction } from '../auction.ts';
import type { BidderOutcome, CallOutcome } from '../bidder-task.ts';
import { bidderDebug } from '../debug.ts';
import type { Services } from '../services.ts';

/** Header that is never exposed. */
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

/** Characters of bodies that debug output may still show; the others are replaced. */
interface Budget {
  left: number;
}

const HIDDEN = 'not shown: the debug output of this auction exceeds debug.max_body_chars';

/** @returns a request body and a response body as far as they fit */
function fitting(bodies: readonly string[], budget: Budget): string[] {
  return bodies.map((body) => {
    if (body.length > budget.left) return HIDDEN;
    budget.left -= body.length;
    return body;
  });
}

/** One call as shown in debug output. */
function shownCall(outcome: CallOutcome, dialect: Services['dialect']['response'], budget: Budget): Ext {
  const { call, stored, response } = outcome;
  if (stored && !stored.call) {
    const requestbody = `Stored bid response for impression id: ${stored.impId}`;
    const [responsebody = ''] = fitting([response?.body ?? stored.body], budget);
    return dialect.shownCall(outcome, { uri: '', requestbody, requestheaders: {}, responsebody, status: 200 });
  }
  const sent = outcome.sentBody?.() ?? (typeof call.body === 'string' ? call.body : '');
  const [requestbody = '', responsebody = ''] = fitting([sent, response?.body ?? ''], budget);
  return dialect.shownCall(outcome, {
    uri: call.uri,
    requestbody,
    requestheaders: shownHeaders(outcome.sentHeaders ?? call.headers),
    responsebody,
    status: response?.status ?? 0,
  });
}

/** The debug setting for one bidder. */
function debugOf({ bidder }: BidderOutcome, { debug, tasks }: Auction, { bidders }: Services): ReturnType<typeof bidderDebug> {
  const info = tasks.find((task) => task.bidder === bidder)?.info ?? bidders.known(bidder)?.info;
  return bidderDebug(debug, info?.debugAllowed ?? true);
}

/** Warns of bidders without permission for debug output if it was requested and otherwise allowed (decisions row 21). */
export function warnOfHiddenCalls(auction: Auction, services: Services): void {
  if (!auction.debug.capture) return;
  for (const outcome of auction.outcomes) {
    if (debugOf(outcome, auction, services).warn) services.dialect.enrich.warnBidderDebugOff(auction.diagnostics, outcome);
  }
}

/** The visible calls by bidder. */
function httpCalls(auction: Auction, services: Services): { [bidder: string]: Ext[] } {
  const { response: dialect } = services.dialect;
  const budget = { left: services.config.debug.max_body_chars };
  const shown: { [bidder: string]: Ext[] } = {};
  for (const outcome of auction.outcomes) {
    if (outcome.calls.length === 0 || !debugOf(outcome, auction, services).capture) continue;
    shown[outcome.bidder] = outcome.calls.map((call) => shownCall(call, dialect, budget));
  }
  return shown;
}

/** The call of the cache service in debug output. */
const shownCacheCall = ({ uri, requestBody, requestHeaders, status, responseBody }: CacheCall): Ext => ({
  uri,
  requestbody: requestBody,
  requestheaders: shownHeaders(requestHeaders),
  responsebody: responseBody,
  status,
});

/** `ext.debug`; undefined if it is not shown. A requested trace is included with or without debug. */
export function debugExt(auction: Auction, services: Services): Ext | undefined {
  const { debug, resolvedRequest, cacheCall, activityTrace } = auction;
  const shown: Ext = activityTrace ? { trace: { activity_infrastructure: activityTrace } } : {};
  if (!debug.shown) return activityTrace && shown;
  const calls = httpCalls(auction, services);
  if (cacheCall && services.dialect.response.showsCacheCall) calls['cache'] = [shownCacheCall(cacheCall)];
  if (Object.keys(calls).length > 0) shown['httpcalls'] = calls;
  if (resolvedRequest) shown['resolvedrequest'] = asWritten(resolvedRequest);
  return shown;
}
