/** The validation rules of the Go variant in order. */

import type { Auction } from '#src/auction/auction.ts';
import { WARN } from '#src/auction/diagnostics.ts';
import { blockedAppMessage } from '#src/auction/error-messages.ts';
import { areValidAdjustments } from '#src/auction/pricing/bid-adjustments.ts';
import { ratesError } from '#src/auction/pricing/currency.ts';
import type { Services } from '#src/auction/services.ts';
import { checkAliases } from '#src/auction/validate/aliases.ts';
import type { Names } from '#src/auction/validate/bidder-names.ts';
import { checkCookieLabel } from '#src/auction/validate/cookie-deprecation.ts';
import { usableEids } from '#src/auction/validate/eids.ts';
import * as rules from '#src/auction/validate/extension-rules.ts';
import { checkImpExt, storedByImp } from '#src/auction/validate/imp-ext.ts';
import { checkImp } from '#src/auction/validate/imps.ts';
import { appError, deviceError, doohError, inventoryError, siteError, userGeoError } from '#src/auction/validate/inventory.ts';
import { normaliseMultibid } from '#src/auction/validate/multibid.ts';
import { targetingError } from '#src/auction/validate/price-granularity.ts';
import { checkConsent, checkGdpr, checkGpp, checkUsPrivacy } from '#src/auction/validate/privacy-signals.ts';
import { fillTids } from '#src/auction/validate/tids.ts';
import { type Rule, ValidationResult } from '#src/auction/validate/validation-result.ts';

const names = (auction: Auction, { bidders }: Services): Names => ({ bidders, aliases: auction.aliases });

const checkRequired: Rule = ({ request }) => {
  if (!request.id) return 'request missing required field: "id"';
  if ((request.tmax ?? 0) < 0) return `request.tmax must be nonnegative. Got ${request.tmax}`;
  return request.imp.length === 0 ? 'request.imp must contain at least one element.' : undefined;
};

const limitToOneCurrency: Rule = ({ request }, _services, result) => {
  const { cur } = request;
  if (!cur || cur.length < 2) return undefined;
  result.warn(
    WARN.none,
    `A server request can only process one currency. Taking the first currency in the list, ${cur[0]}, as the active currency`,
  );
  request.cur = cur.slice(0, 1);
  return undefined;
};

const giveTids: Rule = ({ request, input, endpoint }, { config, random }) => {
  if (!config.auto_gen_source_tid) return undefined;
  const regenerates = config.generate_request_id && (input.storedRequestId !== undefined || endpoint === 'amp');
  fillTids(request, regenerates, random.uuid, false);
  return undefined;
};

/** The first failure of these is the only error in the response. */
const SINGLE_ERROR_RULES: readonly Rule[] = [
  checkRequired,
  limitToOneCurrency,
  giveTids,
  checkAliases,
  (auction, services) => rules.factorsError(auction.request.ext?.srv?.bidadjustmentfactors, names(auction, services)),
  ({ request }) => rules.schainsError(request.ext?.srv?.schains),
  (auction, services) => rules.eidPermissionsError(auction.request.ext?.srv?.data, names(auction, services)),
  ({ request }) => ratesError(request.ext?.srv?.currency?.rates),
  ({ request, endpoint }) => rules.channelError(request, endpoint === 'amp'),
  ({ request }) => inventoryError(request),
];

const cleanMultibid: Rule = (auction, _services, result) => {
  const srv = auction.request.ext?.srv;
  if (!srv?.multibid) return undefined;
  const { entries, warnings } = normaliseMultibid(srv.multibid);
  for (const message of warnings) result.warn(WARN.multibid, message);
  auction.multibid = entries;
  srv.multibid = entries.length > 0 ? entries : undefined;
  return undefined;
};

const checkAdjustments: Rule = ({ request }, _services, result) => {
  const srv = request.ext?.srv;
  if (!srv?.bidadjustments || areValidAdjustments(srv.bidadjustments)) return undefined;
  result.warn(WARN.bidAdjustment, 'bid adjustment from request was invalid');
  srv.bidadjustments = undefined;
  return undefined;
};

const dropEmptyEids: Rule = ({ request }, _services, result) => {
  const { user } = request;
  if (!user?.eids) return undefined;
  const eids = usableEids(user.eids, (kind, message) => result.warn(kind === 'eids' ? WARN.invalidEids : WARN.invalidUids, message));
  user.eids = eids.length > 0 ? eids : undefined;
  return undefined;
};

const checkBlockedApp: Rule = ({ request }, { config }, result) => {
  const id = request.app?.id;
  if (id && config.blocked_apps.includes(id)) result.reject(blockedAppMessage(id), 'blockedApp');
  return undefined;
};

/** What `request-validation` checks in `ext.srv` besides names. */
export const EXTENSION_RULES: readonly Rule[] = [
  ({ request }) => rules.cacheError(request.ext?.srv?.cache),
  ({ request }) => targetingError(request.ext?.srv?.targeting),
  cleanMultibid,
  checkAdjustments,
];

/** Checks of `user`. */
export const USER_RULES: readonly Rule[] = [
  ({ request }) => userGeoError(request),
  checkConsent,
  (auction, services) => rules.buyerIdsError(auction.request.user, names(auction, services)),
  dropEmptyEids,
];

/** The first failure of these ends validation; earlier warnings are reported as well. */
const TOGETHER: readonly Rule[] = [
  ...EXTENSION_RULES,
  ({ request }) => siteError(request.site),
  checkBlockedApp,
  ({ request }) => appError(request.app),
  ({ request }) => doohError(request.dooh),
  checkGpp,
  ...USER_RULES,
  checkGdpr,
  ({ request }) => deviceError(request),
  checkCookieLabel,
  checkUsPrivacy,
  (auction, services) => rules.noSaleListError(auction.request.ext?.srv?.nosale, names(auction, services)),
];

/** Id errors are collected; any other error ends validation. */
const checkImps: Rule = (auction, services, result) => {
  const { imp: imps } = auction.request;
  const seen = new Map<string, number>();
  const stored = storedByImp(auction);
  for (const [i, imp] of imps.entries()) {
    const first = seen.get(imp.id);
    if (first !== undefined)
      result.reject(`request.imp[${first}].id and request.imp[${i}].id are both "${imp.id}". Imp IDs must be unique.`);
    seen.set(imp.id, i);
    if (!imp.id) return `request.imp[${i}] missing required field: "id"`;
    const error = checkImp(imp, i, services.dialect.imp) ?? checkImpExt(imp, i, auction, services, result, stored);
    if (error) return error;
  }
  return undefined;
};

/** Runs rules until one rejects. @returns whether all passed */
export function applyRules(list: readonly Rule[], auction: Auction, services: Services, result: ValidationResult): boolean {
  for (const rule of list) {
    const message = rule(auction, services, result);
    if (message !== undefined) result.reject(message);
    // Duplicate imp ids are collected within their rule, so a rejection here always ends validation.
    if (result.rejected) return false;
  }
  return true;
}

/** The step: the request is rejected, or its warnings are recorded. */
export function checkRequest(auction: Auction, services: Services): void {
  const result = new ValidationResult();
  const hasSingleError = !applyRules(SINGLE_ERROR_RULES, auction, services, result);
  if (!hasSingleError && applyRules(TOGETHER, auction, services, result)) applyRules([checkImps], auction, services, result);
  result.apply(auction, hasSingleError);
}
