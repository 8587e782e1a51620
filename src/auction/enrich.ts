/** The `enrich` state: ids are known and the request is well formed; this fills in what the auction goes by. */

import { processedRequestHooks } from '#src/modules/stages/processed-request.ts';
import type { RequestSrv } from '#src/wire/ext.ts';
import { copyWithSpelling } from '#src/wire/spelling.ts';
import { makeConverter } from './adjust/currency.ts';
import { ampTmax } from './amp/timeout.ts';
import type { Auction } from './auction.ts';
import { cacheInstructions } from './enrich/cache-instructions.ts';
import { debugFlags, isDebugRequested, isOverridden, isRefused, OVERRIDE_HEADER } from './enrich/debug.ts';
import { signalFloors } from './enrich/floors.ts';
import { readFirstPartyData } from './enrich/fpd.ts';
import { lookUpGeo } from './enrich/geo.ts';
import { serverInfo } from './enrich/server-info.ts';
import { keyCutting, readTargeting } from './enrich/targeting.ts';
import { wholeStoredResponse } from './enrich/whole-stored-response.ts';
import { GENERAL, WARN } from './findings.ts';
import type { Services } from './services.ts';
import { runSteps, type Step } from './steps.ts';

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

function readTime(auction: Auction, { config, dialect }: Services): void {
  const { request, startedAt } = auction;
  const own = dialect.enrich.tmax(request.tmax, config);
  const tmax = auction.entry === 'amp' ? ampTmax(own, config) : own;
  if (tmax !== undefined) request.tmax = tmax;
  const limit = auction.entry === 'amp' ? tmax : dialect.enrich.timeLimit(tmax, config);
  auction.deadlineAt = limit === undefined ? undefined : startedAt + limit;
}

function readDebug(auction: Auction, { config, dialect }: Services): void {
  const override = isOverridden(auction.incoming.headers[OVERRIDE_HEADER], config.debug.override_token);
  auction.debug = debugFlags(isDebugRequested(auction.request.test, srvOf(auction)), auction.account.debug_allow, override);
  if (isRefused(auction.debug)) dialect.enrich.warnDebugOff(auction.findings);
}

function readMultiBid(auction: Auction, { dialect }: Services): void {
  const srv = srvOf(auction);
  if (!srv?.multibid) return;
  const { entries, warnings } = dialect.enrich.multibid(srv.multibid);
  for (const warning of warnings) dialect.validate.warn(auction.findings, WARN.multibid, warning);
  srv.multibid = entries;
  auction.multibid = entries;
}

/** What the request is integrated by, where it does not say so. */
function fillIntegration(auction: Auction): void {
  const { default_integration: usual } = auction.account;
  if (usual && !srvOf(auction)?.integration) ownSrv(auction).integration = usual;
}

/** What modules make of the request; the time they leave it may count (auction-request.md 15.2). */
function askModules(auction: Auction, services: Services): void | Promise<void> {
  if (!services.hooks) return;
  const { tmax } = auction.request;
  const retime = (): void => {
    if (services.config.rules.modulesSetTmax && auction.request.tmax !== tmax) readTime(auction, services);
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

function readOutput(auction: Auction, { config, dialect }: Services): void {
  const { account } = auction;
  const srv = srvOf(auction);
  auction.caching = cacheInstructions(srv?.cache, account.cache.enabled, config.cache.only_winning_bids);
  const keyLimit = config.settings.targeting.truncate_attr_chars;
  const targeting = readTargeting(srv?.targeting, account, { keyLimit, dialect: dialect.enrich, cutting: keyCutting(config.rules) });
  auction.targeting = targeting?.settings;
  auction.adServerTargeting = srv?.adservertargeting ?? [];
  for (const { of = GENERAL, code, message } of targeting?.warnings ?? []) auction.findings.warn(of, code, message);
}

function readPrices(auction: Auction, services: Services): void {
  auction.convert = makeConverter(auction.request, services);
  signalFloors(auction, services);
  auction.bidAdjustments = services.dialect.enrich.bidAdjustments(auction.request, auction.account, auction.findings);
}

/** A copy of the request as it is now, only where somebody will look at it. */
function keepResolved(auction: Auction): void {
  const wanted = auction.debug.shown || (srvOf(auction)?.adservertargeting?.length ?? 0) > 0;
  if (wanted) auction.resolvedRequest = copyWithSpelling(auction.request);
}
