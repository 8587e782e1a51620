/** The rulebook of the Java variant in its order: the first failure is all the caller hears of (auction-request.md 12.10). */

import type { Auction } from '#src/auction/auction.ts';
import { OWN } from '#src/auction/findings.ts';
import type { Services } from '#src/auction/services.ts';
import { gvlidFault } from '#src/auction/validate/aliases.ts';
import { schainsFault } from '#src/auction/validate/extension-rules.ts';
import { checkImp } from '#src/auction/validate/imps.ts';
import { checkInterstitialPercents } from '#src/auction/validate/interstitial.ts';
import { fillTids } from '#src/auction/validate/tids.ts';
import { blockedAppText } from '#src/wire/errors.ts';
import { invalid, type Refusal } from '#src/wire/refusal.ts';
import { eidPermissionsFaultLikeJava, factorsFaultLikeJava, targetingFaultLikeJava } from './extension-rules.ts';
import { checkImpExtLikeJava, promoteBidders } from './imp-ext.ts';
import { JavaNames } from './names.ts';

const srvOf = (auction: Auction) => auction.request.ext?.srv ?? {};

const namesOf = (auction: Auction, { bidders }: Services): JavaNames => new JavaNames(bidders, srvOf(auction).aliases);

/** Before anything else about the request is looked at (5.4). */
export function refuseBlockedApp(auction: Auction, { config }: Services): void {
  const id = auction.request.app?.id;
  if (!id || !config.blocked_apps.includes(id)) return;
  auction.refusal = { kind: 'blockedApp', messages: [`Blocklisted: ${blockedAppText(id)}`] } satisfies Refusal;
}

/** Old `imp.ext.BIDDER` to `imp.ext.srv.bidder`. */
export function promoteAllBidders(auction: Auction, services: Services): void {
  const names = namesOf(auction, services);
  for (const imp of auction.request.imp) promoteBidders(imp, names);
}

/** `source.tid` and `imp.ext.tid`. */
export function fillTidsLikeJava({ request, intake }: Auction, { config, random }: Services): void {
  if (!config.auto_gen_source_tid) return;
  const stored = intake.storedRequestId !== undefined || intake.storedImpIds.some((id) => id !== undefined);
  fillTids(request, config.generate_request_id && stored, random.uuid, true);
}

type Rule = (auction: Auction, services: Services, names: JavaNames) => string | undefined;

const checkRequired: Rule = ({ request }) => {
  if (!request.id?.trim()) return 'request missing required field: "id"';
  if ((request.tmax ?? 0) < 0) return `request.tmax must be nonnegative. Got ${request.tmax}`;
  return request.cur?.length ? undefined : 'currency was not defined either in request.cur or in configuration field adServerCurrency';
};

const checkAliases: Rule = (auction, { bidders, config }, names) => {
  const { aliases } = srvOf(auction);
  for (const [alias, target] of Object.entries(aliases ?? {})) {
    const path = `request.ext.srv.aliases.${alias}`;
    const known = bidders.known(target);
    const problem = !known
      ? `${path} refers to unknown bidder: ${target}`
      : !bidders.active(target)
        ? `${path} refers to disabled bidder: ${target}`
        : undefined;
    const fails = known ? config.fail_on_disabled_bidders : (config.fail_on_unknown_bidders ?? true);
    if (problem !== undefined && fails) return problem;
    if (problem !== undefined) auction.findings.warn(OWN, 999, problem);
    if (alias.toLowerCase() === target.toLowerCase())
      return `${path} defines a no-op alias. Choose a different alias, or remove this entry`;
    auction.aliases.set(alias, known?.code ?? target);
  }
  return gvlidFault(srvOf(auction), (name) => names.isAlias(name));
};

/** One place to show ads in; where the host is not strict, the first of app, dooh, site is taken. */
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
    const fault = checkImp(imp, i, services.dialect.imp) ?? checkImpExtLikeJava(imp, i, auction, services, names);
    if (fault) return fault;
  }
  return undefined;
};

const RULES: readonly Rule[] = [
  checkRequired,
  (auction) => targetingFaultLikeJava(srvOf(auction).targeting),
  checkAliases,
  (auction, _services, names) => factorsFaultLikeJava(srvOf(auction), names),
  (auction, _services, names) =>
    eidPermissionsFaultLikeJava(srvOf(auction).data, names, (text) => auction.findings.warn(OWN, 999, text, { debugOnly: true })),
  (auction) => schainsFault(srvOf(auction).schains),
  checkImps,
  checkInventory,
  ({ request }) => checkInterstitialPercents(request.device),
  checkUser,
  ({ request }) => ([undefined, 0, 1].includes(request.regs?.gdpr) ? undefined : 'request.regs.ext.gdpr must be either 0 or 1'),
];

/** The step: the request is refused with the first failure, or goes on. */
export function checkRequestLikeJava(auction: Auction, services: Services): void {
  const names = namesOf(auction, services);
  for (const rule of RULES) {
    const text = rule(auction, services, names);
    if (text === undefined) continue;
    auction.refusal = invalid(text);
    return;
  }
}
