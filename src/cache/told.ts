/** Puts into the bid cache, told to whoever listens: one place for all who put. */
import type { BidCache, Bus, CachePut, Services } from '#src/auction/services.ts';
import type { PutOptions } from './protocol.ts';

type Kept = Awaited<ReturnType<BidCache['put']>>;

/** The same cache; waits only where it does. */
export function toldCache(cache: BidCache, bus: Bus, clock: Services['clock']): BidCache {
  return {
    address: cache.address,
    put(puts, timeoutMs, scope) {
      if (!bus.watched('cache')) return cache.put(puts, timeoutMs, scope);
      const begunUs = clock.micros();
      const kept = cache.put(puts, timeoutMs, scope);
      if (kept instanceof Promise) kept.then((later) => tell(puts, later, clock.micros() - begunUs, bus, clock)).catch(() => {});
      else tell(puts, kept, clock.micros() - begunUs, bus, clock);
      return kept;
    },
  };
}

/** Tells of what callers of `/cache` put themselves; undefined while nobody listens. */
export function tellKept(bus: Bus, clock: Services['clock']): PutOptions['tell'] {
  if (!bus.watched('cache')) return undefined;
  const begunUs = clock.micros();
  return (values, kept) => {
    const ids = kept.map((how, index) => (how === 'kept' ? values[index]?.id : undefined));
    const errors = kept.flatMap((how) => (how instanceof Error ? how.message : []));
    tell(
      values.map(({ value }) => value),
      { ids, errors },
      clock.micros() - begunUs,
      bus,
      clock,
    );
  };
}

type Told = Pick<CachePut, 'type' | 'auctionId' | 'accountId'>;

function tell(
  puts: readonly Told[],
  { ids, errors }: Pick<Kept, 'ids' | 'errors'>,
  tookUs: number,
  bus: Bus,
  clock: Services['clock'],
): void {
  const types: Record<string, number> = {};
  for (const { type } of puts) types[type] = (types[type] ?? 0) + 1;
  const kept = ids.filter((id) => id !== undefined).length;
  const [first] = puts;
  const data = { action: 'put', types, kept, errors: [...errors], ms: Math.round(tookUs) / 1000 };
  bus.publish({ v: 1, kind: 'cache', at: clock.now(), request: first?.auctionId, account: first?.accountId, data });
}
