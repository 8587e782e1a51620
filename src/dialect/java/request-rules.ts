/** The validation rules of the Java variant in order: the first failure is the only error in the response. */

import type { Auction } from '#src/auction/auction.ts';
import { OWN } from '#src/auction/diagnostics.ts';
import { blockedAppMessage } from '#src/auction/error-messages.ts';
import { type AuctionRejection, invalid } from '#src/auction/rejection.ts';
import type { Services } from '#src/auction/services.ts';
import { gvlidError } from '#src/auction/validate/aliases.ts';
import { schainsError } from '#src/auction/validate/extension-rules.ts';
import { checkImp } from '#src/auction/validate/imps.ts';
import { checkInterstitialPercents } from '#src/auction/validate/interstitial.ts';
import { fillTids } from '#src/auction/validate/tids.ts';
import { CODES } from '#src/bidders/errors.ts';
import { javaEidPermissionsError, javaFactorsError, javaTargetingError } from './extension-rules.ts';
import { checkJavaImpExt, promoteBidders } from './imp-ext.ts';
import { JavaNames } from './names.ts';

const srvOf = (auction: Auction) => auction.request.ext?.srv ?? {};

const namesOf = (auction: Auction, { bidders }: Services): JavaNames => new JavaNames(bidders, srvOf(auction).aliases);

/** Runs before any other check of the request. */
export function rejectBlockedApp(auction: Auction, { config }: Services): void {
  const id = auction.request.app?.id;
  if (!id || !config.blocked_apps.includes(id)) return;
  auction.rejection = { kind: 'blockedApp', messages: [`Blocklisted: ${blockedAppMessage(id)}`] } satisfies AuctionRejection;
}

/** Old `imp.ext.BIDDER` to `imp.ext.srv.bidder`. */
export function promoteAllBidders(auction: Auction, services: Services): void {
  const names = namesOf(auction, services);
  for (const imp of auction.request.imp) promoteBidders(imp, names);
}

/** `source.tid` and `imp.ext.tid`. */
export function fillJavaTids({ request, input }: Auction, { config, random }: Services): void {
  if (!config.auto_gen_source_tid) return;
  const stored = input.storedRequestId !== undefined || input.storedImpIds.some((id) => id !== undefined);
  fillTids(request, config.generate_request_id && stored, random.uuid, true);
}

type Rule = (auction: Auction, services: Services, names: JavaNames) => string | undefined;

const checkRequired: Rule = ({ request }) => {
  if (!request.id?.trim()) return 'request missing required field: "id"';
  if ((request.tmax ?? 0) < 0) return `request.tmax must be nonnegative. Got ${request.tmax}`;
  return request.cur?.length ? undefined : 'currency was not defined either in request.cur or in configuration field adServerCurrency';
};

const checkAliases: Rule = (auction, { bidders, config, metrics }, names) => {
  const { aliases } = srvOf(auction);
  for (const [alias, target] of Object.entries(aliases ?? {})) {
    const path = `request.ext.srv.aliases.${alias}`;
    const known = bidders.known(target);
    const problem = !known
      ? `${path} refers to unknown bidder: ${target}`
      : !bidders.active(target)
        ? `${path} refers to disabled bidder: ${target}`
        : undefined;
    if (problem !== undefined) {
      metrics
        .counter('alias_errors', 'Aliases of requests for bidders that cannot be called.', { bidder: known ? 'disabled' : 'unknown' })
        .add();
    }
    const fails = known ? config.fail_on_disabled_bidders : (config.fail_on_unknown_bidders ?? true);
    if (problem !== undefined && fails) return problem;
    if (problem !== undefined) auction.diagnostics.warn(OWN, CODES.unknown, problem);
    if (alias.toLowerCase() === target.toLowerCase())
      return `${path} defines a no-op alias. Choose a different alias, or remove this entry`;
    auction.aliases.set(alias, known?.code ?? target);
  }
  return gvlidError(srvOf(auction), (name) => names.isAlias(name));
};

/** Exactly one inventory object; on a lenient host the first of app, dooh, site is used. */
const checkInventory: Rule = ({ request }, { config }) => {
  const present = (['app', 'dooh', 'site'] as const).filter((part) => request[part]);
  const [first] = present;
  if (!first) return 'One of request.site or request.app or request.dooh must be defined';
  if (present.length > 1 && config.strict_app_site_dooh) {
    const list = present.map((part) => `request.${part}`).join(' and ');
    return `${list} are present, but no more than one of request.site or request.app or request.dooh can be defined`;
  }
  for (const part of present.slice(1)) request[part] = undefined;
  const { dooh, site } = request;
  if (dooh && !dooh.id && !dooh.venuetype?.length)
    return 'request.dooh should include at least one of request.dooh.id or request.dooh.venuetype.';
  if (!site) return undefined;
  if (!site.id && !site.page) return 'request.site should include at least one of request.site.id or request.site.page';
  const amp = site.ext?.['amp'];
  return amp === undefined || amp === 0 || amp === 1 ? undefined : 'request.site.ext.amp must be either 1, 0, or undefined';
};

const checkUser: Rule = ({ request }, _services, names) => {
  const { user } = request;
  const srv = user?.ext?.srv;
  const bidders = Object.keys(srv?.buyeruids ?? {});
  if (srv && bidders.length === 0) {
    return 'request.user.ext.srv requires a "buyeruids" property with at least one ID defined. If none exist, then request.user.ext.srv should not be defined';
  }
  const unknown = bidders.find((bidder) => !names.isKnown(bidder));
  if (unknown !== undefined) return `request.user.ext.${unknown} is neither a known bidder name nor an alias in request.ext.srv.aliases`;
  const blank = user?.eids?.findIndex((eid) => !eid.source) ?? -1;
  return blank < 0 ? undefined : `request.user.eids[${blank}] missing required field: "source"`;
};

const checkImps: Rule = (auction, services, names) => {
  const { imp: imps } = auction.request;
  if (imps.length === 0) return 'request.imp must contain at least one element';
  for (const [i, imp] of imps.entries()) {
    if (!imp.id) return `request.imp[${i}] missing required field: "id"`;
    const error = checkImp(imp, i, services.dialect.imp) ?? checkJavaImpExt(imp, i, auction, services, names);
    if (error) return error;
  }
  return undefined;
};

const RULES: readonly Rule[] = [
  checkRequired,
  (auction) => javaTargetingError(srvOf(auction).targeting),
  checkAliases,
  (auction, _services, names) => javaFactorsError(srvOf(auction), names),
  (auction, _services, names) =>
    javaEidPermissionsError(srvOf(auction).data, names, (message) =>
      auction.diagnostics.warn(OWN, CODES.unknown, message, { debugOnly: true }),
    ),
  (auction) => schainsError(srvOf(auction).schains),
  checkImps,
  checkInventory,
  ({ request }) => checkInterstitialPercents(request.device),
  checkUser,
  ({ request }) => ([undefined, 0, 1].includes(request.regs?.gdpr) ? undefined : 'request.regs.ext.gdpr must be either 0 or 1'),
];

/** The step: the request is rejected with the first failure, or continues. */
export function checkJavaRequest(auction: Auction, services: Services): void {
  const names = namesOf(auction, services);
  for (const rule of RULES) {
    const message = rule(auction, services, names);
    if (message === undefined) continue;
    auction.rejection = invalid(message);
    return;
  }
}
