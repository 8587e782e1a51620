/** The privacy state: what each bidder of the request may do and get, before any of them gets anything. */
import type { Ext } from '#src/wire/ext.ts';
import type { Auction } from './auction.ts';
import { OWN, WARN } from './findings.ts';
import { toActivityRequest } from './privacy/activity-request.ts';
import { traceLevel, traceOfBidder } from './privacy/activity-trace.ts';
import { type DecidedBidder, type DecisionGround, decideBidder } from './privacy/decide.ts';
import { cutAddresses, cutsAddresses } from './privacy/mask-addresses.ts';
import { countDecision, countSignals } from './privacy/metrics.ts';
import { readNoSale } from './privacy/no-sale.ts';
import { privacySettings } from './privacy/settings.ts';
import { readSignals } from './privacy/signals.ts';
import { liveVendorId, tcfGround } from './privacy/tcf-permissions.ts';
import { parseUsp } from './privacy/usp.ts';
import type { Services } from './services.ts';

/** Seat-non-bid reason of auction-exchange.md section 18. */
const BLOCKED_BY_PRIVACY = 204;

/**
 * Leaves one decision per bidder in `auction.privacy` and what the request signalled in `auction.privacyContext`. A bidder
 * that may not be called is warned of (10017) and its imps are noted as not bid on. Waits for nothing: a vendor list that is
 * not known yet is fetched behind the auction's back, and until then counts as no consent.
 */
export function privacy(auction: Auction, services: Services): void {
  const ground = groundOf(auction, services);
  auction.privacyContext = ground.context;
  services.dialect.privacy.reportConsents(auction, ground.context, ground.settings);
  if (cutsAddresses(ground.settings, ground.context.tcf, auction.channel)) {
    for (const request of [auction.request, auction.resolvedRequest]) if (request) cutAddresses(request, auction.account);
  }
  countSignals(services.metrics, ground);
  const level = ground.settings.activities.isEmpty ? undefined : traceLevel(auction, services);
  const traced: Ext[] = [];
  for (const name of bidderNames(auction)) {
    const bidder = toBidder(name, auction, services);
    const decision = decideBidder(ground, bidder);
    auction.privacy.set(name, decision);
    if (level) traced.push(...traceOfBidder(ground, name, level));
    countDecision(services, bidder, decision, auction);
    if (!decision.mayCall) block(auction, bidder);
  }
  if (level) auction.activityTrace = traced;
}

function groundOf({ request, account, accountId, channel }: Auction, { config, vendorLists, random }: Services): DecisionGround {
  const settings = privacySettings(config, account);
  const context = readSignals(request, settings, channel, accountId);
  const createsTids = request.ext?.srv?.createtids;
  return {
    settings,
    context,
    tcf: context.gdprApplies ? tcfGround(context.tcf, vendorLists, settings.tcf) : undefined,
    saleOptedOut: settings.ccpa.isEnabled(channel) && parseUsp(context.usPrivacy).optedOut,
    noSale: readNoSale(request.ext),
    activityRequest: toActivityRequest(request, context, settings.activities, () => random.next()),
    createsTids: typeof createsTids === 'boolean' ? createsTids : undefined,
  };
}

/** Every bidder of any imp, in the order they first appear. */
function bidderNames({ request }: Auction): Set<string> {
  const names = new Set<string>();
  for (const imp of request.imp) for (const name in imp.ext?.srv?.bidder) names.add(name);
  return names;
}

/** An alias of the request is the bidder it stands for; its own vendor id goes first. */
function toBidder(name: string, auction: Auction, { bidders, vendorLists }: Services): DecidedBidder {
  const target = auction.aliases.get(name) ?? name;
  const known = bidders.known(target);
  const own = auction.request.ext?.srv?.aliasgvlids?.[name];
  const gvlId = typeof own === 'number' && own > 0 ? own : (known?.info.gvlVendorId ?? 0);
  return { name, core: known?.code ?? target, gvlId: liveVendorId(gvlId, vendorLists), ccpaEnforced: known?.info.ccpaEnforced };
}

function block(auction: Auction, { name, core }: DecidedBidder): void {
  auction.findings.warn(OWN, WARN.blockedByPrivacy, `bidder "${core}" blocked by privacy settings`);
  for (const imp of auction.request.imp) {
    if (imp.ext?.srv?.bidder?.[name] !== undefined) auction.nonBids.push({ seat: name, impId: imp.id, code: BLOCKED_BY_PRIVACY });
  }
}
