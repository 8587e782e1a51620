/** `ext.srv.bidadjustments` by the Java variant's rules: the request's over the account's, else the account's alone. */

import { type Diagnostics, OWN } from '#src/auction/diagnostics.ts';
import { isValidAdjustment, MEDIA_TYPES, mergeAdjustments } from '#src/auction/pricing/bid-adjustments.ts';
import { CODES } from '#src/bidders/errors.ts';
import type { Account } from '#src/config/account.ts';
import { isObject } from '#src/json/merge.ts';
import { memoByObject } from '#src/lang/memo.ts';
import type { BidAdjustments } from '#src/openrtb/ext.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';

/** Larger amounts are not prices. */
const HIGHEST = 2 ** 31 - 1;

const isValid = (rule: unknown): boolean => isValidAdjustment(rule) && (rule.value ?? 0) < HIGHEST;

const shown = (rule: unknown): string => {
  const { adjtype, value, currency } = isObject(rule) ? rule : {};
  return `[adjtype=${String(adjtype ?? null)}, value=${String(value ?? null)}, currency=${String(currency ?? null)}]`;
};

/** Why the complete object is unusable: the first empty value or invalid rule; undefined: it is valid. */
export function adjustmentsError(adjustments: unknown): string | undefined {
  const byType = isObject(adjustments) ? adjustments['mediatype'] : undefined;
  for (const type of MEDIA_TYPES) {
    const byBidder = isObject(byType) ? byType[type] : undefined;
    const error = byBidder === undefined || byBidder === null ? undefined : typeError(byBidder, type);
    if (error !== undefined) return error;
  }
  return undefined;
}

function typeError(byBidder: unknown, type: string): string | undefined {
  const bidders = isObject(byBidder) ? Object.entries(byBidder) : [];
  if (bidders.length === 0) return `no bidders found in ${type}`;
  for (const [bidder, byDeal] of bidders) {
    const deals = isObject(byDeal) ? Object.entries(byDeal) : [];
    if (deals.length === 0) return `no deals found in ${type}.${bidder}`;
    for (const [deal, rules] of deals) {
      const path = `${type}.${bidder}.${deal}`;
      if (!Array.isArray(rules) || rules.length === 0) return `no bid adjustment rules found in ${path}`;
      const bad: unknown = rules.find((rule) => !isValid(rule));
      if (bad !== undefined) return `the found rule ${shown(bad)} in ${path} is invalid`;
    }
  }
  return undefined;
}

/** Errors of the account's own rules; checked once per account. */
const accountError = memoByObject((account: Account): string | undefined => adjustmentsError(account.bidadjustments));

/** The rules of one auction; undefined without any. Errors are reported in debug output. */
export function mergeJavaAdjustments(request: BidRequest, account: Account, diagnostics: Diagnostics): BidAdjustments | undefined {
  const warn = (message: string): void => diagnostics.warn(OWN, CODES.unknown, message, { debugOnly: true });
  const srv = request.ext?.srv;
  const given = srv?.bidadjustments;
  const own = account.bidadjustments as BidAdjustments | undefined;
  if (srv && given) {
    const merged = mergeAdjustments(given, own);
    const error = adjustmentsError(merged);
    if (error === undefined) return merged?.mediatype ? merged : undefined;
    warn(`bid adjustment from request was invalid: ${error}`);
    srv.bidadjustments = undefined;
  }
  if (!own) return undefined;
  const failure = accountError(account);
  if (failure === undefined) return own.mediatype ? own : undefined;
  warn(`bid adjustment from account was invalid: ${failure}`);
  return undefined;
}
