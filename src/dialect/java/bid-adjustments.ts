/** `ext.srv.bidadjustments` by the Java variant's rules: the request's over the account's, else the account's alone (auction-request.md 13.3). */

import { isValidAdjustment, MEDIA_TYPES, mergeAdjustments } from '#src/auction/adjust/bid-adjustments.ts';
import { type Findings, OWN } from '#src/auction/findings.ts';
import { CODES } from '#src/bidders/errors.ts';
import type { Account } from '#src/config/account.ts';
import type { BidAdjustments } from '#src/wire/ext.ts';
import { isObject } from '#src/wire/merge.ts';
import type { BidRequest } from '#src/wire/ortb.ts';

/** Amounts from here on are no prices. */
const HIGHEST = 2 ** 31 - 1;

const isValid = (rule: unknown): boolean => isValidAdjustment(rule) && (rule.value ?? 0) < HIGHEST;

const shown = (rule: unknown): string => {
  const { adjtype, value, currency } = isObject(rule) ? rule : {};
  return `[adjtype=${String(adjtype ?? null)}, value=${String(value ?? null)}, currency=${String(currency ?? null)}]`;
};

/** Why the whole object cannot be used: the first empty place or bad rule; undefined: it can. */
export function adjustmentsFault(adjustments: unknown): string | undefined {
  const byType = isObject(adjustments) ? adjustments['mediatype'] : undefined;
  for (const type of MEDIA_TYPES) {
    const byBidder = isObject(byType) ? byType[type] : undefined;
    const fault = byBidder === undefined || byBidder === null ? undefined : typeFault(byBidder, type);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function typeFault(byBidder: unknown, type: string): string | undefined {
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

/** The account's own rules, looked at once an account. */
const faultsOfAccounts = new WeakMap<Account, { readonly fault: string | undefined }>();

function accountFault(account: Account): string | undefined {
  let known = faultsOfAccounts.get(account);
  if (!known) {
    known = { fault: adjustmentsFault(account.bidadjustments) };
    faultsOfAccounts.set(account, known);
  }
  return known.fault;
}

/** The rules of one auction; undefined when there are none. What cannot be used is told to debuggers. */
export function mergeLikeJava(request: BidRequest, account: Account, findings: Findings): BidAdjustments | undefined {
  const warn = (text: string): void => findings.warn(OWN, CODES.unknown, text, { debugOnly: true });
  const srv = request.ext?.srv;
  const given = srv?.bidadjustments;
  const own = account.bidadjustments as BidAdjustments | undefined;
  if (srv && given) {
    const merged = mergeAdjustments(given, own);
    const fault = adjustmentsFault(merged);
    if (fault === undefined) return merged?.mediatype ? merged : undefined;
    warn(`bid adjustment from request was invalid: ${fault}`);
    srv.bidadjustments = undefined;
  }
  if (!own) return undefined;
  const fault = accountFault(account);
  if (fault === undefined) return own.mediatype ? own : undefined;
  warn(`bid adjustment from account was invalid: ${fault}`);
  return undefined;
}
