/** The `enrich` state: the request is valid and its ids are known; this adds all settings of the auction (docs/stages/enrich.md). */

import { copyWithSpelling } from '#src/json/spelling.ts';
import { processedRequestHooks } from '#src/modules/stages/processed-request.ts';
import type { RequestSrv } from '#src/openrtb/ext.ts';
import type { Auction } from './auction.ts';
import { debugFlags, isDebugRequested, isOverridden, isRejected, OVERRIDE_HEADER } from './debug.ts';
import { GENERAL, WARN } from './diagnostics.ts';
import { ampTmax } from './endpoints/amp/timeout.ts';
import { cacheInstructions } from './enrich/cache-instructions.ts';
import { readFirstPartyData } from './enrich/fpd.ts';
import { lookUpGeo } from './enrich/geo.ts';
import { serverInfo } from './enrich/server-info.ts';
import { keyTruncation, readTargeting } from './enrich/targeting.ts';
import { signalFloors } from './floors/signal.ts';
import { makeConverter } from './pricing/currency.ts';
import type { Services } from './services.ts';
import { type PipelineStep, runSteps } from './steps.ts';
import { fullStoredResponse } from './validate/full-stored-response.ts';

/** In a fixed order: later steps read what earlier ones wrote. */
const steps: readonly PipelineStep[] = [
  readTime,
  lookUpGeo,
  fillIntegration,
  runHooks,
  readDebug,
  readMultiBid,
  fullStoredResponse,
  fillServer,
  readOutput,
  readPrices,
  recordResolvedRequest,
  readFirstPartyData,
];

/** Runs after `validate`, before `privacy`; waits only for a stored response or a module. */
export function enrich(auction: Auction, services: Services): void | Promise<void> {
  return runSteps(steps, auction, services);
}

const srvOf = (auction: Auction): RequestSrv | undefined => auction.request.ext?.srv;

/** `ext.srv`, created if the request has none. */
function ownSrv({ request }: Auction): RequestSrv {
  request.ext ??= {};
  request.ext.srv ??= {};
  return request.ext.srv;
}

function readTime(auction: Auction, { config, dialect }: Services): void {
  const { request, startedAt } = auction;
  const own = dialect.enrich.tmax(request.tmax, config);
  const tmax = auction.endpoint === 'amp' ? ampTmax(own, config) : own;
  if (tmax !== undefined) request.tmax = tmax;
  const limit = auction.endpoint === 'amp' ? tmax : dialect.enrich.timeLimit(tmax, config);
  auction.deadlineAt = limit === undefined ? undefined : startedAt + limit;
}

function readDebug(auction: Auction, { config, dialect }: Services): void {
  const override = isOverridden(auction.incoming.headers[OVERRIDE_HEADER], config.debug.override_token);
  auction.debug = debugFlags(isDebugRequested(auction.request.test, srvOf(auction)), auction.account.debug_allow, override);
  if (isRejected(auction.debug)) dialect.enrich.warnDebugOff(auction.diagnostics);
}

function readMultiBid(auction: Auction, { dialect }: Services): void {
  const srv = srvOf(auction);
  // The Go variant's validation has normalized the list, unless a module has changed it since.
  if (srv?.multibid === auction.multibid) return;
  auction.multibid = [];
  if (!srv?.multibid) return;
  const { entries, warnings } = dialect.enrich.multibid(srv.multibid);
  for (const warning of warnings) dialect.validate.warn(auction.diagnostics, WARN.multibid, warning);
  srv.multibid = entries;
  auction.multibid = entries;
}

/** The request's integration type if it names none. */
function fillIntegration(auction: Auction, { dialect }: Services): void {
  const { default_integration: defaults } = auction.account;
  if (defaults && dialect.enrich.namesNoIntegration(srvOf(auction)?.integration)) ownSrv(auction).integration = defaults;
}

/** Runs the modules' hooks on the request; the time left after them may count. */
function runHooks(auction: Auction, services: Services): void | Promise<void> {
  if (!services.hooks) return;
  const { tmax } = auction.request;
  const retime = (): void => {
    if (services.config.rules.modulesSetTmax && auction.request.tmax !== tmax) readTime(auction, services);
  };
  const wait = processedRequestHooks(auction, services);
  if (wait) return wait.then(retime);
  retime();
}

/** Data about this server that is added to every request. */
function fillServer(auction: Auction, { config }: Services): void {
  const { incoming } = auction;
  const info = { externalUrl: config.external_url, gvlId: config.gdpr.host_vendor_id, datacenter: config.datacenter };
  const { serverInfo: detail } = config.rules;
  const server = detail === 'none' ? undefined : serverInfo(info, detail === 'full' ? incoming : undefined);
  if (server) ownSrv(auction).server = server;
}

function readOutput(auction: Auction, { config, dialect }: Services): void {
  const { account } = auction;
  const srv = srvOf(auction);
  auction.caching = cacheInstructions(srv?.cache, account.cache.enabled, config.cache.only_winning_bids);
  const keyLimit = config.settings.targeting.truncate_attr_chars;
  const targeting = readTargeting(srv?.targeting, account, { keyLimit, dialect: dialect.enrich, truncation: keyTruncation(config.rules) });
  auction.targeting = targeting?.settings;
  auction.adServerTargeting = srv?.adservertargeting ?? [];
  for (const { of = GENERAL, code, message } of targeting?.warnings ?? []) auction.diagnostics.warn(of, code, message);
}

function readPrices(auction: Auction, services: Services): void {
  auction.convert = makeConverter(auction.request, services);
  signalFloors(auction, services);
  auction.bidAdjustments = services.dialect.enrich.bidAdjustments(auction.request, auction.account, auction.diagnostics);
}

/** Copies the current request, only if something will read the copy. */
function recordResolvedRequest(auction: Auction): void {
  const wanted = auction.debug.shown || (srvOf(auction)?.adservertargeting?.length ?? 0) > 0;
  if (wanted) auction.resolvedRequest = copyWithSpelling(auction.request);
}
