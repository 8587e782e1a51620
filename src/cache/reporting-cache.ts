/** Publishes puts into the bid cache as events, in one place for all writers. */
import type { Bus, Services } from '#src/auction/services.ts';
import type { BidCache, CachePut } from './contract.ts';
import type { PutOptions } from './protocol.ts';
import { isStored } from './store.ts';

type PutResult = Awaited<ReturnType<BidCache['put']>>;

/** The same cache; waits only if it does. */
export function reportingCache(cache: BidCache, bus: Bus, clock: Services['clock']): BidCache {
  return {
    address: cache.address,
    put(puts, timeoutMs, scope) {
      if (!bus.hasSubscribers('cache')) return cache.put(puts, timeoutMs, scope);
      const begunUs = clock.micros();
      const stored = cache.put(puts, timeoutMs, scope);
      if (stored instanceof Promise) stored.then((later) => report(puts, later, clock.micros() - begunUs, bus, clock)).catch(() => {});
      else report(puts, stored, clock.micros() - begunUs, bus, clock);
      return stored;
    },
  };
}

/** Publishes the puts of `/cache` callers; undefined without subscribers. */
export function reportPuts(bus: Bus, clock: Services['clock']): PutOptions['report'] {
  if (!bus.hasSubscribers('cache')) return undefined;
  const begunUs = clock.micros();
  return (values, stored) => {
    const ids = stored.map((how, index) => (isStored(how) ? values[index]?.id : undefined));
    const errors = stored.flatMap((how) => ('error' in how ? how.error.message : []));
    report(
      values.map(({ value }) => value),
      { ids, errors },
      clock.micros() - begunUs,
      bus,
      clock,
    );
  };
}

type ReportedPut = Pick<CachePut, 'type' | 'auctionId' | 'auctionNumber' | 'accountId'>;

function report(
  puts: readonly ReportedPut[],
  { ids, errors }: Pick<PutResult, 'ids' | 'errors'>,
  tookUs: number,
  bus: Bus,
  clock: Services['clock'],
): void {
  const types: Record<string, number> = {};
  for (const { type } of puts) types[type] = (types[type] ?? 0) + 1;
  const stored = ids.filter((id) => id !== undefined).length;
  const [first] = puts;
  const data = { action: 'put', types, stored, errors: [...errors], ms: Math.round(tookUs) / 1000 };
  const context = { auction: first?.auctionNumber, request: first?.auctionId, account: first?.accountId };
  bus.publish({ v: 1, kind: 'cache', at: clock.now(), ...context, data });
}
