/** The `privacy` state: decides what each bidder may do and receive, before any data is sent (docs/stages/privacy.md). */

import type { Ext } from '#src/openrtb/ext.ts';
import { readNoSale } from '#src/privacy/no-sale.ts';
import type { Auction } from './auction.ts';
import { OWN, WARN } from './diagnostics.ts';
import { NON_BID } from './non-bid.ts';
import { toActivityRequest } from './privacy/activity-request.ts';
import { type TraceLevel, traceLevel, traceOfBidder } from './privacy/activity-trace.ts';
import { type DecidedBidder, type DecisionContext, decideBidder } from './privacy/decide.ts';
import { maskAddresses, mayMaskAddresses } from './privacy/mask-addresses.ts';
import { countDecision, countSignals } from './privacy/metrics.ts';
import { privacySettings } from './privacy/settings.ts';
import { readSignals } from './privacy/signals.ts';
import { liveVendorId, tcfLegalBasis } from './privacy/tcf-permissions.ts';
import type { Services } from './services.ts';

/**
 * Leaves one decision per bidder in `auction.privacy` and the request's signals in `auction.privacyContext`. A blocked bidder causes a
 * warning (10017, not in the Java variant) and non-bids for its imps. Never waits: an unknown vendor list is fetched in the background,
 * and counts as no consent until then (in the Java variant purposes are judged without it).
 */
export function privacy(auction: Auction, services: Services): void {
  const level = traceLevel(auction, services);
  const context = contextOf(auction, services, level);
  auction.privacyContext = context.context;
  services.dialect.privacy.reportConsents(auction, context.context, context.settings);
  if (mayMaskAddresses(context.settings, context.context.tcf, auction.requestType)) maskAddresses(auction);
  countSignals(services.metrics, context, auction.requestType);
  const traced: Ext[] = [];
  let imps: ReturnType<typeof impsByBidder> | undefined;
  for (const name of bidderNames(auction)) {
    const bidder = toBidder(name, auction, services);
    const decision = decideBidder(context, bidder);
    auction.privacy.set(name, decision);
    if (level) traced.push(...traceOfBidder(context, name, level));
    countDecision(services.metrics, bidder, decision);
    if (decision.mayCall) continue;
    imps ??= impsByBidder(auction);
    block(auction, bidder, imps.get(name) ?? [], services);
  }
  if (level) auction.activityTrace = traced;
}

function contextOf(auction: Auction, services: Services, level: TraceLevel | undefined): DecisionContext {
  const { request, account, accountId, requestType } = auction;
  const { config, vendorLists, random } = services;
  const settings = privacySettings(config, account);
  const context = readSignals(request, settings, requestType, accountId, auction.networkCountry);
  const createsTids = request.ext?.srv?.createtids;
  return {
    settings,
    context,
    tcf: context.gdprApplies ? tcfLegalBasis(context.tcf, vendorLists, settings.tcf) : undefined,
    saleOptedOut: settings.ccpa.isEnabled(requestType) && context.saleOptOut,
    noSale: readNoSale(request.ext),
    activityRequest: toActivityRequest(request, context, settings.activities, () => random.next(), level),
    createsTids: typeof createsTids === 'boolean' ? createsTids : undefined,
  };
}

/** Every bidder of any imp, in order of first appearance. */
function bidderNames({ request }: Auction): Set<string> {
  const names = new Set<string>();
  for (const imp of request.imp) for (const name in imp.ext?.srv?.bidder) names.add(name);
  return names;
}

/** An alias of the request stands for its core bidder; its own vendor id takes precedence. */
function toBidder(name: string, auction: Auction, { bidders, vendorLists }: Services): DecidedBidder {
  const target = auction.aliases.get(name) ?? name;
  const known = bidders.known(target);
  const own = auction.request.ext?.srv?.aliasgvlids?.[name];
  const gvlId = typeof own === 'number' && own > 0 ? own : (known?.info.gvlVendorId ?? 0);
  return { name, core: known?.code ?? target, gvlId: liveVendorId(gvlId, vendorLists), ccpaEnforced: known?.info.ccpaEnforced };
}

function block(auction: Auction, { name, core }: DecidedBidder, impIds: readonly string[], { dialect }: Services): void {
  if (dialect.privacy.warnsOfBlocked) auction.diagnostics.warn(OWN, WARN.blockedByPrivacy, `bidder "${core}" blocked by privacy settings`);
  for (const impId of impIds) auction.nonBids.push({ seat: name, impId, code: NON_BID.privacy });
}

/** The ids of each bidder's imps. */
function impsByBidder({ request }: Auction): ReadonlyMap<string, readonly string[]> {
  const imps = new Map<string, string[]>();
  for (const { id, ext } of request.imp) {
    for (const name in ext?.srv?.bidder) {
      const ids = imps.get(name);
      if (ids) ids.push(id);
      else imps.set(name, [id]);
    }
  }
  return imps;
}
