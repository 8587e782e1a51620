/** Merges `ext.srv.bidderparams` under the params of every imp. */

import { RESERVED, RESERVED_JAVA } from '#src/bidders/reserved.ts';
import { copyJson, isObject, isUnsafeKey, mergePatch } from '#src/json/merge.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import type { Auction } from '../auction.ts';
import { invalid } from '../rejection.ts';

/** Params by bidder if all of them are objects; otherwise ignored. */
export function sharedParams(request: Pick<BidRequest, 'ext'>): { [bidder: string]: Ext } | undefined {
  const params: unknown = isObject(request.ext) && isObject(request.ext.srv) ? request.ext.srv.bidderparams : undefined;
  if (!isObject(params)) return undefined;
  for (const bidder in params) if (!isObject(params[bidder])) return undefined;
  return params as { [bidder: string]: Ext };
}

/** Adds missing params to a bidder's entry in `holder`; only to existing entries. Top-level fields only. */
function addParams(holder: unknown, params: { [bidder: string]: Ext }, reserved?: ReadonlySet<string>): boolean {
  if (!isObject(holder)) return false;
  let changed = false;
  for (const bidder in holder) {
    const shared = Object.hasOwn(params, bidder) ? params[bidder] : undefined;
    const own = holder[bidder];
    if (!shared || !isObject(own) || reserved?.has(bidder)) continue;
    for (const name in shared) {
      if (isUnsafeKey(name) || own[name] !== undefined) continue;
      own[name] = shared[name];
      changed = true;
    }
  }
  return changed;
}

/** Old form (`imp.ext.BIDDER`): reserved names are not bidders. */
export const addToExt = (ext: unknown, params: { [bidder: string]: Ext }): boolean => addParams(ext, params, RESERVED);

/** `imp.ext.srv.bidder.BIDDER`. */
export const addToSrv = (srv: unknown, params: { [bidder: string]: Ext }): boolean => isObject(srv) && addParams(srv['bidder'], params);

/** Max characters of shared params that all imps together receive: a small body could otherwise multiply itself. */
const MAX_COPIED_CHARS = 4_000_000;
const TOO_LONG = 'request.ext.srv.bidderparams is too long to be merged into all imps';

const charsOf = (params: Ext | undefined): number => (params ? JSON.stringify(params).length : 0);

/** Characters of the params that imps receive under the bidders they name, in either form; at least as many as are added. */
function copiedChars(params: { [bidder: string]: Ext }, imps: BidRequest['imp']): number {
  const chars = new Map(Object.keys(params).map((bidder) => [bidder, charsOf(params[bidder])]));
  let sum = 0;
  for (const { ext } of imps) {
    for (const name in ext) sum += chars.get(name) ?? 0;
    for (const name in ext?.srv?.bidder) sum += chars.get(name) ?? 0;
  }
  return sum;
}

/**
 * Merges the request's shared params into its imps, in place.
 * @returns an error message if they are too long for that
 */
export function mergeBidderParams(request: BidRequest): string | undefined {
  const params = sharedParams(request);
  if (!params) return undefined;
  if (copiedChars(params, request.imp) > MAX_COPIED_CHARS) return TOO_LONG;
  for (const imp of request.imp) {
    addToExt(imp.ext, params);
    if (isObject(imp.ext)) addToSrv(imp.ext.srv, params);
  }
  return undefined;
}

/** Max entries of the Java variant's merge: a small body could otherwise name thousands of bidders for thousands of imps. */
const MAX_ENTRIES = 50_000;

/**
 * The Java variant: every imp receives every bidder of the shared params, merged deeply; `pgdealsonly` implies `dealsonly`.
 * @returns an error message if there would be too many, or they would be too long
 */
export function mergeBidderParamsDeep(request: BidRequest): string | undefined {
  const params = sharedParams(request) ?? {};
  const shared = Object.keys(params).filter((bidder) => !RESERVED_JAVA.has(bidder) && !isUnsafeKey(bidder));
  if (shared.length * request.imp.length > MAX_ENTRIES) return 'request.ext.srv.bidderparams names too many bidders';
  const chars = shared.reduce((sum, bidder) => sum + charsOf(params[bidder]), 0);
  if (chars * request.imp.length > MAX_COPIED_CHARS) return TOO_LONG;
  for (const imp of request.imp) {
    for (const bidder of shared) {
      imp.ext ??= {};
      imp.ext.srv ??= {};
      imp.ext.srv.bidder ??= {};
      const bidders = imp.ext.srv.bidder;
      bidders[bidder] = mergePatch(copyJson(params[bidder]), bidders[bidder] ?? {}) as Ext;
    }
    implyDeals(imp.ext?.srv?.bidder);
  }
  return undefined;
}

function implyDeals(bidders: { [bidder: string]: unknown } | undefined): void {
  for (const bidder in bidders) {
    const own = bidders[bidder];
    if (isObject(own) && own['pgdealsonly'] === true && typeof own['dealsonly'] !== 'boolean') own['dealsonly'] = true;
  }
}

const stepOf =
  (merge: (request: BidRequest) => string | undefined) =>
  (auction: Auction): void => {
    const error = merge(auction.request);
    if (error) auction.rejection = invalid(error);
  };

/** The step of the Go variant. */
export const mergeParams = stepOf(mergeBidderParams);

/** The step of the Java variant. */
export const mergeParamsDeep = stepOf(mergeBidderParamsDeep);
