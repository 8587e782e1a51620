/** `ext.srv.bidadjustments` of request and account: validated and merged. */

import type { Account } from '#src/config/account.ts';
import { isObject, isUnsafeKey } from '#src/json/merge.ts';
import { memoByObject } from '#src/lang/memo.ts';
import type { BidAdjustment, BidAdjustments } from '#src/openrtb/ext.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { type Diagnostics, GENERAL, OWN, WARN } from '../diagnostics.ts';

type ByDeal = { [deal: string]: BidAdjustment[] };
type ByBidder = { [bidder: string]: ByDeal };

export const MEDIA_TYPES = ['banner', 'audio', 'video-instream', 'video-outstream', 'native', '*'] as const;

/** One rule: cpm and static need a currency and a value not below 0, a multiplier lies in [0, 100). */
export function isValidAdjustment(rule: unknown): rule is BidAdjustment {
  if (!isObject(rule)) return false;
  const { adjtype, value = 0, currency } = rule;
  if (typeof value !== 'number' || !(value >= 0)) return false;
  if (adjtype === 'multiplier') return value < 100;
  return (adjtype === 'cpm' || adjtype === 'static') && typeof currency === 'string' && currency !== '' && Number.isFinite(value);
}

/** The rules of one media type; they may be absent, but nested values may not be empty. */
export function areValidForMediaType(byBidder: unknown): byBidder is ByBidder | undefined {
  if (byBidder === undefined || byBidder === null) return true;
  return isObject(byBidder) && Object.values(byBidder).every((byDeal) => isObject(byDeal) && Object.values(byDeal).every(isRuleList));
}

const isRuleList = (rules: unknown): boolean => Array.isArray(rules) && rules.every(isValidAdjustment);

/** Valid objects: the request's are checked in two states, and a module that changes one replaces it. */
const knownValid = new WeakSet<object>();

/** The complete object: one invalid rule invalidates all of it. */
export function areValidAdjustments(adjustments: unknown): adjustments is BidAdjustments | undefined {
  if (adjustments === undefined || adjustments === null) return true;
  if (!isObject(adjustments)) return false;
  if (knownValid.has(adjustments)) return true;
  const { mediatype } = adjustments;
  const isAbsent = mediatype === undefined || mediatype === null;
  const isValid = isAbsent || (isObject(mediatype) && MEDIA_TYPES.every((type) => areValidForMediaType(mediatype[type])));
  if (isValid) knownValid.add(adjustments);
  return isValid;
}

/** Per media type, bidder and deal the request's list, else the account's. Neither input is modified. */
export function mergeAdjustments(
  request: BidAdjustments | null | undefined,
  account: BidAdjustments | null | undefined,
): BidAdjustments | undefined {
  if (!isObject(account?.mediatype)) return request ?? account ?? undefined;
  if (!isObject(request?.mediatype)) return account ?? undefined;
  const mediatype: NonNullable<BidAdjustments['mediatype']> = {};
  for (const type of MEDIA_TYPES) {
    const merged = mergeMaps(account.mediatype[type], request.mediatype[type], (under, over) => mergeMaps(under, over, (_, last) => last));
    if (merged) mediatype[type] = merged;
  }
  return { mediatype };
}

function mergeMaps<T>(
  under: { [key: string]: T } | undefined,
  over: { [key: string]: T } | undefined,
  both: (under: T, over: T) => T | undefined,
): { [key: string]: T } | undefined {
  if (!isObject(under)) return over ?? undefined;
  if (!isObject(over)) return under;
  const merged: { [key: string]: T } = {};
  for (const key of Object.keys(under)) if (!isUnsafeKey(key)) merged[key] = under[key] as T;
  for (const key of Object.keys(over)) {
    if (isUnsafeKey(key)) continue;
    const added = over[key] as T;
    const present = merged[key];
    merged[key] = present === undefined ? added : (both(present, added) ?? added);
  }
  return merged;
}

/** Whether the account's rules are valid; checked once per account. */
const isAccountValid = memoByObject((account: Account): boolean => areValidAdjustments(account.bidadjustments));

/**
 * The rules of one auction: the request's over the account's; undefined without any. Invalid rules of the request are dropped with a
 * warning (and removed from the request); if the merged result is still invalid, none apply.
 */
export function mergeBidAdjustments(request: BidRequest, account: Account, diagnostics: Diagnostics): BidAdjustments | undefined {
  const srv = request.ext?.srv;
  if (srv?.bidadjustments !== undefined && !areValidAdjustments(srv.bidadjustments)) {
    diagnostics.warn(GENERAL, WARN.bidAdjustment, 'bid adjustment from request was invalid');
    delete srv.bidadjustments;
  }
  const merged = mergeAdjustments(srv?.bidadjustments, account.bidadjustments as BidAdjustments | undefined);
  if (!isAccountValid(account) && !areValidAdjustments(merged)) {
    diagnostics.warn(OWN, WARN.bidAdjustment, 'bid adjustment on account was invalid');
    return undefined;
  }
  return merged?.mediatype ? merged : undefined;
}
