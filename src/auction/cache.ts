/**
 * The `cache` state: bids and their VAST go to the bid cache, their ids into targeting. Best effort: a dead or slow cache costs
 * ids, never bids (auction-exchange.md 13).
 */
import { CODES } from '#src/bidders/errors.ts';
import { errorMessage } from '#src/wire/error-message.ts';
import type { Auction } from './auction.ts';
import { logPut } from './cache/debug-log.ts';
import { type CachePlan, isCaching, planPuts } from './cache/plan.ts';
import { OWN } from './findings.ts';
import { responseExt } from './respond/ext.ts';
import type { BidCache, CachePut, Services } from './services.ts';
import { isJavaShape } from './shape.ts';
import { makeTargeting } from './target/targeting.ts';
import { withTimeout } from './with-timeout.ts';

type Kept = Awaited<ReturnType<BidCache['put']>>;

/** Runs after `target`, before `respond`; waits only where the cache does. */
export function cache(auction: Auction, services: Services): void | Promise<void> {
  if (auction.wholeStoredResponse) return;
  const done = putAll(auction, services);
  if (done) return done.then(() => tellKeys(auction, services));
  tellKeys(auction, services);
}

/** Targeting waited for the ids. */
function tellKeys(auction: Auction, services: Services): void {
  if (isCaching(auction)) makeTargeting(auction, services);
}

function putAll(auction: Auction, services: Services): void | Promise<void> {
  const plan = planPuts(auction, services);
  const puts: CachePut[] = plan.puts.map(({ put }) => put);
  const log = logOf(auction, services, plan);
  if (log) puts.push(log);
  if (puts.length === 0) return;
  const begunUs = services.clock.micros();
  const kept = ask(auction, services, puts);
  if (kept instanceof Promise) return kept.then((later) => settle(auction, services, plan, later, begunUs));
  settle(auction, services, plan, kept, begunUs);
}

function logOf(auction: Auction, services: Services, plan: CachePlan): CachePut | undefined {
  const { debugLog } = auction;
  if (!debugLog) return undefined;
  if (debugLog.response === '') debugLog.response = JSON.stringify(responseExt(auction, services));
  if (!isCaching(auction)) return undefined;
  debugLog.key = plan.keyEnd ?? services.random.uuid();
  return logPut(debugLog, debugLog.key);
}

/** ms the put may take: what the auction has left. */
function timeLeft({ deadlineAt }: Auction, { clock, config }: Services): number {
  return deadlineAt === undefined ? config.cache.put_timeout_ms : Math.max(1, deadlineAt - clock.now());
}

function ask(auction: Auction, services: Services, puts: readonly CachePut[]): Kept | Promise<Kept> {
  const timeoutMs = timeLeft(auction, services);
  try {
    const kept = services.bidCache.put(puts, timeoutMs, auction.abort);
    // What the cache promised about time is not relied upon.
    return kept instanceof Promise ? withTimeout(kept, timeoutMs, services.clock).catch(failed) : kept;
  } catch (cause) {
    return failed(cause);
  }
}

const failed = (cause: unknown): Kept => ({
  ids: [],
  errors: [`Error sending the request to the bid cache: ${errorMessage(cause)}`],
});

function settle(auction: Auction, services: Services, { puts, keyEnd }: CachePlan, { ids, errors, call }: Kept, begunUs: number): void {
  auction.cacheMs = Math.round((services.clock.micros() - begunUs) / 1000);
  auction.cacheCall = call;
  const bucket = isJavaShape(services.config) ? 'cache' : OWN;
  for (const error of errors) auction.findings.error(bucket, CODES.unknown, error);
  for (const [index, { bid, form }] of puts.entries()) {
    const id = ids[index];
    if (!id) continue;
    if (form === 'json') bid.cacheId = id;
    else bid.vastCacheId = keyEnd !== undefined && id.endsWith(keyEnd) ? keyEnd : id;
  }
}
