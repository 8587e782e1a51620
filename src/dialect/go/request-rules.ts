/** The rulebook of the Go variant in its order (auction-request.md 12.1 to 12.4). One line here is one row of the chapter. */

import { areValidAdjustments } from '#src/auction/adjust/bid-adjustments.ts';
import type { Auction } from '#src/auction/auction.ts';
import { WARN } from '#src/auction/findings.ts';
import type { Services } from '#src/auction/services.ts';
import { checkAliases } from '#src/auction/validate/aliases.ts';
import type { Names } from '#src/auction/validate/bidder-names.ts';
import { checkCookieLabel } from '#src/auction/validate/cookie-deprecation.ts';
import { usableEids } from '#src/auction/validate/eids.ts';
import * as rules from '#src/auction/validate/extension-rules.ts';
import { checkImpExt } from '#src/auction/validate/imp-ext.ts';
import { checkImp } from '#src/auction/validate/imps.ts';
import { appFault, deviceFault, doohFault, inventoryFault, siteFault, userGeoFault } from '#src/auction/validate/inventory.ts';
import { normaliseMultibid } from '#src/auction/validate/multibid.ts';
import { targetingFault } from '#src/auction/validate/price-granularity.ts';
import { checkConsent, checkGdpr, checkGpp, checkUsPrivacy } from '#src/auction/validate/privacy-signals.ts';
import { fillTids } from '#src/auction/validate/tids.ts';
import { type Rule, Verdict } from '#src/auction/validate/verdict.ts';
import { blockedAppText } from '#src/wire/errors.ts';

const names = (auction: Auction, { bidders }: Services): Names => ({ bidders, aliases: auction.aliases });

const checkRequired: Rule = ({ request }) => {
  if (!request.id) return 'request missing required field: "id"';
  if ((request.tmax ?? 0) < 0) return `request.tmax must be nonnegative. Got ${request.tmax}`;
  return request.imp.length === 0 ? 'request.imp must contain at least one element.' : undefined;
};

const keepOneCurrency: Rule = ({ request }, _services, verdict) => {
  const { cur } = request;
  if (!cur || cur.length < 2) return undefined;
  verdict.warn(
    WARN.none,
    `A server request can only process one currency. Taking the first currency in the list, ${cur[0]}, as the active currency`,
  );
  request.cur = cur.slice(0, 1);
  return undefined;
};

const giveTids: Rule = ({ request, intake, entry }, { config, random }) => {
  if (!config.auto_gen_source_tid) return undefined;
  const again = config.generate_request_id && (intake.storedRequestId !== undefined || entry === 'amp');
  fillTids(request, again, random.uuid, false);
  return undefined;
};

/** Rows 1 to 25 (R): the first that fails is all the caller hears of. */
const ALONE: readonly Rule[] = [
  checkRequired,
  keepOneCurrency,
  giveTids,
  checkAliases,
  (auction, services) => rules.factorsFault(auction.request.ext?.srv?.bidadjustmentfactors, names(auction, services)),
  ({ request }) => rules.schainsFault(request.ext?.srv?.schains),
  (auction, services) => rules.eidPermissionsFault(auction.request.ext?.srv?.data, names(auction, services)),
  ({ request }) => rules.ratesFault(request.ext?.srv?.currency),
  ({ request, entry }) => rules.channelFault(request, entry === 'amp'),
  ({ request }) => inventoryFault(request),
];

const cleanMultibid: Rule = ({ request }, _services, verdict) => {
  const srv = request.ext?.srv;
  if (!srv?.multibid) return undefined;
  const { entries, warnings } = normaliseMultibid(srv.multibid);
  for (const text of warnings) verdict.warn(WARN.multibid, text);
  srv.multibid = entries.length > 0 ? entries : undefined;
  return undefined;
};

const checkAdjustments: Rule = ({ request }, _services, verdict) => {
  const srv = request.ext?.srv;
  if (!srv?.bidadjustments || areValidAdjustments(srv.bidadjustments)) return undefined;
  verdict.warn(WARN.bidAdjustment, 'bid adjustment from request was invalid');
  srv.bidadjustments = undefined;
  return undefined;
};

const dropEmptyEids: Rule = ({ request }, _services, verdict) => {
  const { user } = request;
  if (!user?.eids) return undefined;
  const eids = usableEids(user.eids, (kind, text) => verdict.warn(kind === 'eids' ? WARN.invalidEids : WARN.invalidUids, text));
  user.eids = eids.length > 0 ? eids : undefined;
  return undefined;
};

const checkBlockedApp: Rule = ({ request }, { config }, verdict) => {
  const id = request.app?.id;
  if (id && config.blocked_apps.includes(id)) verdict.refuse(blockedAppText(id), 'blockedApp');
  return undefined;
};

/** Rows 26 to 28: what `request-validation` looks at in `ext.srv` apart from names. */
export const EXTENSION_RULES: readonly Rule[] = [
  ({ request }) => rules.cacheFault(request.ext?.srv?.cache),
  ({ request }) => targetingFault(request.ext?.srv?.targeting),
  cleanMultibid,
  checkAdjustments,
];

/** Rows 36 to 43: what is looked at in `user`. */
export const USER_RULES: readonly Rule[] = [
  ({ request }) => userGeoFault(request),
  checkConsent,
  (auction, services) => rules.buyerIdsFault(auction.request.user, names(auction, services)),
  dropEmptyEids,
];

/** Rows 26 to 50 (A, C): the first that fails ends the checks, warnings before it are told, too. */
const TOGETHER: readonly Rule[] = [
  ...EXTENSION_RULES,
  ({ request }) => siteFault(request.site),
  checkBlockedApp,
  ({ request }) => appFault(request.app),
  ({ request }) => doohFault(request.dooh),
  checkGpp,
  ...USER_RULES,
  checkGdpr,
  ({ request }) => deviceFault(request),
  checkCookieLabel,
  checkUsPrivacy,
  (auction, services) => rules.noSaleListFault(auction.request.ext?.srv?.nosale, names(auction, services)),
];

/** Rows 51 to 55: ids are collected, everything else ends the checks. */
const checkImps: Rule = (auction, services, verdict) => {
  const { imp: imps } = auction.request;
  const seen = new Map<string, number>();
  for (const [i, imp] of imps.entries()) {
    const first = seen.get(imp.id);
    if (first !== undefined)
      verdict.refuse(`request.imp[${first}].id and request.imp[${i}].id are both "${imp.id}". Imp IDs must be unique.`);
    seen.set(imp.id, i);
    if (!imp.id) return `request.imp[${i}] missing required field: "id"`;
    const fault = checkImp(imp, i, services.dialect.imp) ?? checkImpExt(imp, i, auction, services, verdict);
    if (fault) return fault;
  }
  return undefined;
};

/** Runs rules until one refuses. @returns whether all passed */
export function applyRules(list: readonly Rule[], auction: Auction, services: Services, verdict: Verdict): boolean {
  for (const rule of list) {
    const text = rule(auction, services, verdict);
    if (text !== undefined) verdict.refuse(text);
    // Duplicate imp ids are collected within their rule, so a refusal here always ends the checks.
    if (verdict.refused) return false;
  }
  return true;
}

/** The step: the request is refused, or its warnings are kept. */
export function checkRequest(auction: Auction, services: Services): void {
  const verdict = new Verdict();
  const alone = !applyRules(ALONE, auction, services, verdict);
  if (!alone && applyRules(TOGETHER, auction, services, verdict)) applyRules([checkImps], auction, services, verdict);
  verdict.settle(auction, alone);
}
