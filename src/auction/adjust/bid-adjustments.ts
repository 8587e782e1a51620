/** `ext.srv.bidadjustments` of request and account: checked and merged (auction-exchange.md 6.5, auction-request.md 12.8). */
import { type Findings, GENERAL, OWN, WARN } from '#src/auction/findings.ts';
import type { Account } from '#src/config/account.ts';
import type { BidAdjustment, BidAdjustments } from '#src/wire/ext.ts';
import { isObject, isUnsafeKey } from '#src/wire/merge.ts';
import type { BidRequest } from '#src/wire/ortb.ts';

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

/** The rules of one media type; absent ones are fine, an empty place anywhere below is not. */
export function areValidForMediaType(byBidder: unknown): byBidder is ByBidder | undefined {
  if (byBidder === undefined || byBidder === null) return true;
  return isObject(byBidder) && Object.values(byBidder).every((byDeal) => isObject(byDeal) && Object.values(byDeal).every(isRuleList));
}

const isRuleList = (rules: unknown): boolean => Array.isArray(rules) && rules.every(isValidAdjustment);

/** The whole object: one bad rule makes all of it bad. */
export function areValidAdjustments(adjustments: unknown): adjustments is BidAdjustments | undefined {
  if (adjustments === undefined || adjustments === null) return true;
  if (!isObject(adjustments)) return false;
  const { mediatype } = adjustments;
  if (mediatype === undefined || mediatype === null) return true;
  return isObject(mediatype) && MEDIA_TYPES.every((type) => areValidForMediaType(mediatype[type]));
}

/** Per media type, bidder and deal the request's list, else the account's. Neither is written to. */
export function mergeAdjustments(
  request: BidAdjustments | null | undefined,
  account: BidAdjustments | null | undefined,
): BidAdjustments | undefined {
  if (!isObject(account?.mediatype)) return request ?? account ?? undefined;
  if (!isObject(request?.mediatype)) return account ?? undefined;
  const mediatype: NonNullable<BidAdjustments['mediatype']> = {};
  for (const type of MEDIA_TYPES) {
    const merged = mergeMaps(account.mediatype[type], request.mediatype[type], (old, young) => mergeMaps(old, young, (_, last) => last));
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
    const young = over[key] as T;
    const old = merged[key];
    merged[key] = old === undefined ? young : (both(old, young) ?? young);
  }
  return merged;
}

const accountsOk = new WeakMap<Account, boolean>();

/** Whether the account's rules are good; looked at once an account. */
function isAccountValid(account: Account): boolean {
  let valid = accountsOk.get(account);
  if (valid === undefined) {
    valid = areValidAdjustments(account.bidadjustments);
    accountsOk.set(account, valid);
  }
  return valid;
}

/**
 * The rules of one auction: the request's over the account's; undefined when there are none. Bad rules of the request are left
 * out with a warning (and taken out of the request); where the whole is still bad, none are used.
 */
export function mergeBidAdjustments(request: BidRequest, account: Account, findings: Findings): BidAdjustments | undefined {
  const srv = request.ext?.srv;
  if (srv?.bidadjustments !== undefined && !areValidAdjustments(srv.bidadjustments)) {
    findings.warn(GENERAL, WARN.bidAdjustment, 'bid adjustment from request was invalid');
    delete srv.bidadjustments;
  }
  const merged = mergeAdjustments(srv?.bidadjustments, account.bidadjustments as BidAdjustments | undefined);
  if (!isAccountValid(account) && !areValidAdjustments(merged)) {
    findings.warn(OWN, WARN.bidAdjustment, 'bid adjustment on account was invalid');
    return undefined;
  }
  return merged?.mediatype ? merged : undefined;
}
