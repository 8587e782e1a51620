/** `ext.debug`: the calls made for this auction and the request as it was resolved (auction-exchange.md 5.5). */
import type { Ext } from '#src/wire/ext.ts';
import type { Auction, CallOutcome } from '../auction.ts';
import { WARN } from '../findings.ts';
import type { Services } from '../services.ts';

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

/** One call as it is shown; a call without an answer shows status 0. */
function shownCall(outcome: CallOutcome, isJava: boolean): Ext {
  const { call, stored, answer } = outcome;
  if (stored) {
    const requestbody = `Stored bid response for impression id: ${stored.impId}`;
    const told = { uri: '', requestbody, requestheaders: {}, responsebody: stored.body, status: 200 };
    return isJava ? { ...told, calltype: 'stored-bid-response-call' } : told;
  }
  return {
    uri: call.uri,
    requestbody: outcome.sentBody ?? (typeof call.body === 'string' ? call.body : ''),
    requestheaders: shownHeaders(outcome.sentHeaders ?? call.headers),
    responsebody: answer?.body ?? '',
    status: answer?.status ?? 0,
  };
}

/** Calls by bidder as far as they may be shown; each call of a bidder that does not allow it costs a warning. */
export function httpCalls(auction: Auction, { config, bidders }: Services): { [bidder: string]: Ext[] } {
  const { debug, outcomes, findings, tasks } = auction;
  const isJava = (config.response.shape ?? config.variant) === 'java';
  const shown: { [bidder: string]: Ext[] } = {};
  if (!debug.capture && !debug.override) return shown;
  for (const { bidder, calls } of outcomes) {
    if (calls.length === 0) continue;
    const facts = tasks.find((task) => task.bidder === bidder)?.facts ?? bidders.known(bidder)?.facts;
    if (debug.override || facts?.debugAllowed !== false) {
      shown[bidder] = calls.map((call) => shownCall(call, isJava));
      continue;
    }
    for (const _call of calls) findings.warn(bidder, WARN.bidderDebugOff, 'debug turned off for bidder');
  }
  return shown;
}

/** `ext.debug`; undefined when it is not shown. */
export function debugExt(auction: Auction, services: Services): Ext | undefined {
  if (!auction.debug.shown) return undefined;
  const debug: Ext = {};
  const calls = httpCalls(auction, services);
  if (Object.keys(calls).length > 0) debug['httpcalls'] = calls;
  if (auction.resolvedRequest) debug['resolvedrequest'] = auction.resolvedRequest;
  return debug;
}
