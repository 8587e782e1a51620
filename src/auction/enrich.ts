/** The `enrich` state: ids are known and the request is well formed; this fills in what the auction goes by. */

import { CODES } from '#src/bidders/errors.ts';
import { processedRequestHooks } from '#src/modules/stages/processed-request.ts';
import type { RequestSrv } from '#src/wire/ext.ts';
import { copyWithSpelling } from '#src/wire/spelling.ts';
import { mergeBidAdjustments } from './adjust/bid-adjustments.ts';
import { makeConverter } from './adjust/currency.ts';
import { mergeLikeJava } from './adjust/java-bid-adjustments.ts';
import { ampTmax } from './amp/timeout.ts';
import type { Auction } from './auction.ts';
import { cacheInstructions } from './enrich/cache-instructions.ts';
import { effectiveTmax, timeLimit } from './enrich/deadline.ts';
import { debugFlags, isDebugRequested, isOverridden, isRefused, OVERRIDE_HEADER } from './enrich/debug.ts';
import { signalFloors } from './enrich/floors.ts';
import { readFirstPartyData } from './enrich/fpd.ts';
import { lookUpGeo } from './enrich/geo.ts';
import { serverInfo } from './enrich/server-info.ts';
import { keyCutting, readTargeting } from './enrich/targeting.ts';
import { wholeStoredResponse } from './enrich/whole-stored-response.ts';
import { GENERAL, OWN, WARN } from './findings.ts';
import type { Services } from './services.ts';
import { runSteps, type Step } from './steps.ts';
import { normaliseLikeJava } from './validate/java-multibid.ts';
import { normaliseMultibid } from './validate/multibid.ts';

/** In the order of auction-exchange.md 0.1; what a later step reads an earlier one has written. */
const steps: readonly Step[] = [
  readTime,
  lookUpGeo,
  fillIntegration,
  askModules,
  readDebug,
  readMultiBid,
  wholeStoredResponse,
  fillServer,
  readOutput,
  readPrices,
  keepResolved,
  readFirstPartyData,
];

/** Runs after `validate`, before `privacy`; waits only where a whole stored response must be fetched, or where a module does. */
export function enrich(auction: Auction, services: Services): void | Promise<void> {
  return runSteps(steps, auction, services);
}

const srvOf = (auction: Auction): RequestSrv | undefined => auction.request.ext?.srv;

/** `ext.srv`, made where the request has none. */
function ownSrv({ request }: Auction): RequestSrv {
  request.ext ??= {};
  request.ext.srv ??= {};
  return request.ext.srv;
}

function readTime(auction: Auction, { config }: Services): void {
  const { request, startedAt } = auction;
  const own = effectiveTmax(request.tmax, config);
  const tmax = auction.entry === 'amp' ? ampTmax(own, config) : own;
  if (tmax !== undefined) request.tmax = tmax;
  const limit = auction.entry === 'amp' ? tmax : timeLimit(tmax, config);
  auction.deadlineAt = limit === undefined ? undefined : startedAt + limit;
}

function readDebug(auction: Auction, { config }: Services): void {
  const override = isOverridden(auction.incoming.headers[OVERRIDE_HEADER], config.debug.override_token);
  auction.debug = debugFlags(isDebugRequested(auction.request.test, srvOf(auction)), auction.account.debug_allow, override);
  if (!isRefused(auction.debug)) return;
  if (config.variant === 'java') auction.findings.warnFirst(OWN, CODES.unknown, 'Debug turned off for account');
  else auction.findings.warnFirst(GENERAL, WARN.accountDebugOff, 'debug turned off for account');
}

function readMultiBid(auction: Auction, { config }: Services): void {
  const srv = srvOf(auction);
  if (!srv?.multibid) return;
  const isJava = config.variant === 'java';
  const { entries, warnings } = isJava ? normaliseLikeJava(srv.multibid) : normaliseMultibid(srv.multibid);
  const [of, code] = isJava ? [OWN, CODES.unknown] : [GENERAL, WARN.multibid];
  for (const warning of warnings) auction.findings.warn(of, code, warning);
  srv.multibid = entries;
  auction.multibid = entries;
}

/** What the request is integrated by, where it does not say so. */
function fillIntegration(auction: Auction): void {
  const { default_integration: usual } = auction.account;
  if (usual && !srvOf(auction)?.integration) ownSrv(auction).integration = usual;
}

/** What modules make of the request. Java variant: the time they leave counts (auction-request.md 15.2). */
function askModules(auction: Auction, services: Services): void | Promise<void> {
  if (!services.hooks) return;
  const { tmax } = auction.request;
  const retime = (): void => {
    if (services.config.variant === 'java' && auction.request.tmax !== tmax) readTime(auction, services);
  };
  const wait = processedRequestHooks(auction, services);
  if (wait) return wait.then(retime);
  retime();
}

/** What the service adds to every request: by whom it is handled. */
function fillServer(auction: Auction, { config }: Services): void {
  const { incoming } = auction;
  const facts = { externalUrl: config.external_url, gvlId: config.gdpr.host_vendor_id, datacenter: config.datacenter };
  const { serverInfo: told } = config.rules;
  const server = told === 'none' ? undefined : serverInfo(facts, told === 'full' ? incoming : undefined);
  if (server) ownSrv(auction).server = server;
}

function readOutput(auction: Auction, { config }: Services): void {
  const { account } = auction;
  const srv = srvOf(auction);
  auction.caching = cacheInstructions(srv?.cache, account.cache.enabled, config.cache.only_winning_bids);
  const keyLimit = config.settings.targeting.truncate_attr_chars;
  const targeting = readTargeting(srv?.targeting, account, {
    keyLimit,
    isJava: config.variant === 'java',
    cutting: keyCutting(config.rules),
  });
  auction.targeting = targeting?.settings;
  auction.adServerTargeting = srv?.adservertargeting ?? [];
  for (const { of = GENERAL, code, message } of targeting?.warnings ?? []) auction.findings.warn(of, code, message);
}

function readPrices(auction: Auction, services: Services): void {
  auction.convert = makeConverter(auction.request, services);
  signalFloors(auction, services);
  const merge = services.config.variant === 'java' ? mergeLikeJava : mergeBidAdjustments;
  auction.bidAdjustments = merge(auction.request, auction.account, auction.findings);
}

/** A copy of the request as it is now, only where somebody will look at it. */
function keepResolved(auction: Auction): void {
  const wanted = auction.debug.shown || (srvOf(auction)?.adservertargeting?.length ?? 0) > 0;
  if (wanted) auction.resolvedRequest = copyWithSpelling(auction.request);
}
