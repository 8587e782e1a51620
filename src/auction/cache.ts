/**
 * The `cache` state: bids and their VAST are stored in the bid cache, their ids become targeting. Best effort: an unavailable or slow cache
 * costs ids, never bids (docs/stages/cache.md).
 */
import { CODES } from '#src/bidders/errors.ts';
import type { BidCache, CachePut } from '#src/cache/contract.ts';
import { errorMessage } from '#src/lang/error-message.ts';
import { withTimeout } from '#src/lang/with-timeout.ts';
import type { Auction } from './auction.ts';
import { logPut } from './cache/debug-log.ts';
import { type CachePlan, planPuts } from './cache/plan.ts';
import { isCaching } from './enrich/cache-instructions.ts';
import { responseExt } from './response/ext.ts';
import type { Services } from './services.ts';
import { makeTargeting } from './target/targeting.ts';

type PutResult = Awaited<ReturnType<BidCache['put']>>;

/** Runs after `target`, before `respond`; waits only if the cache does. */
export function cache(auction: Auction, services: Services): void | Promise<void> {
  if (auction.fullStoredResponse) return;
  const done = putAll(auction, services);
  if (done) return done.then(() => makeKeyValues(auction, services));
  makeKeyValues(auction, services);
}

/** Targeting is completed after the ids are known. */
function makeKeyValues(auction: Auction, services: Services): void {
  if (isCaching(auction)) makeTargeting(auction, services);
}

function putAll(auction: Auction, services: Services): void | Promise<void> {
  const plan = planPuts(auction, services);
  const puts: CachePut[] = plan.puts.map(({ put }) => put);
  const log = logOf(auction, services, plan);
  if (log) puts.push(log);
  if (puts.length === 0) return;
  const begunUs = services.clock.micros();
  const stored = putInTime(auction, services, puts);
  if (stored instanceof Promise) return stored.then((later) => applyResult(auction, services, plan, later, begunUs));
  applyResult(auction, services, plan, stored, begunUs);
}

function logOf(auction: Auction, services: Services, plan: CachePlan): CachePut | undefined {
  const { debugLog } = auction;
  if (!debugLog) return undefined;
  if (debugLog.response === '') debugLog.response = JSON.stringify(responseExt(auction, services));
  if (!isCaching(auction)) return undefined;
  debugLog.key = plan.keyEnd ?? services.random.uuid();
  return logPut(auction, debugLog, debugLog.key, services);
}

/** Timeout of the put in ms: the auction's remaining time. */
function timeLeft({ deadlineAt }: Auction, { clock, config }: Services): number {
  return deadlineAt === undefined ? config.cache.put_timeout_ms : Math.max(1, deadlineAt - clock.now());
}

function putInTime(auction: Auction, services: Services, puts: readonly CachePut[]): PutResult | Promise<PutResult> {
  const timeoutMs = timeLeft(auction, services);
  try {
    const stored = services.bidCache.put(puts, timeoutMs, auction.abort);
    // The cache client's own timeout is not relied upon.
    return stored instanceof Promise ? withTimeout(stored, timeoutMs, services.clock).catch(failed) : stored;
  } catch (cause) {
    return failed(cause);
  }
}

const failed = (cause: unknown): PutResult => ({
  ids: [],
  errors: [`Error sending the request to the bid cache: ${errorMessage(cause)}`],
});

function applyResult(
  auction: Auction,
  services: Services,
  { puts, keyEnd }: CachePlan,
  { ids, errors, call }: PutResult,
  begunUs: number,
): void {
  auction.cacheMs = Math.round((services.clock.micros() - begunUs) / 1000);
  auction.cacheCall = call;
  const { cacheErrorsOf } = services.dialect.response;
  for (const error of errors) auction.diagnostics.error(cacheErrorsOf, CODES.unknown, error);
  for (const [index, { bid, form }] of puts.entries()) {
    const id = ids[index];
    if (!id) continue;
    if (form === 'json') bid.cacheId = id;
    else bid.vastCacheId = keyEnd !== undefined && id.endsWith(keyEnd) ? keyEnd : id;
  }
}
