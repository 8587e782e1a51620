/** The cache server of a case's stubs (README 5.2), in the place of the bid cache. */
import type { BidCache, CachePut } from '#src/auction/services.ts';
import type { Ext } from '#src/wire/ext.ts';
import { bind } from '../bidders/binding.ts';
import { firstDifference } from '../compare.ts';
import type { Stub } from './case.ts';
import { placeholders, withoutOwnCurrency } from './equality.ts';
import { itCacheAddress } from './it-settings.ts';

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const UUID_MARK = '{{uuid}}';

/** A bid without members its model does not know (decisions row 34), but for the win address, which is ours. */
function bound(value: unknown): unknown {
  const { wurl } = value as { wurl?: string };
  return { ...(bind('Bid', value) as Ext), ...(wurl !== undefined && { wurl }) };
}

/** A put as the variant sends it. */
const onWire = ({ type, value, key, ttlSeconds, auctionId }: CachePut): Ext => ({
  type,
  value: type === 'json' ? bound(value) : value,
  ...(auctionId === undefined ? {} : { aid: auctionId }),
  ...(ttlSeconds === undefined ? {} : { ttlseconds: ttlSeconds }),
  ...(key === undefined ? {} : { key }),
});

/** Keys end in an id nobody can know. */
const anyUuid = placeholders(
  withoutOwnCurrency((wanted, made, path) => {
    if (!path.endsWith('.key') || typeof wanted !== 'string' || !wanted.endsWith(UUID_MARK)) return undefined;
    const key = String(made);
    return UUID.test(key) && key.replace(UUID, '') === wanted.slice(0, -UUID_MARK.length);
  }),
);

function difference(stub: Stub, puts: readonly Ext[]): string | undefined {
  const wanted = (stub.expectCachePuts ?? stub.expectRequest) as Ext | undefined;
  if (wanted === undefined) return undefined;
  return firstDifference(wanted, { puts }, { anyOrder: true, special: anyUuid, tolerance: 1e-9 }, 'cache');
}

/** What `cacheIds` files a put under: JSON by bid and price, XML by its text. */
function nameOf({ type, value }: CachePut): string {
  if (type === 'xml') return String(value);
  const { id, price, ext } = value as { id: string; price: number; ext?: { origbidcpm?: number } };
  return `${id}@${ext?.origbidcpm ?? price}`;
}

function idsOf({ response }: Stub, puts: readonly CachePut[]): (string | undefined)[] {
  if (response.cacheIds) return puts.map((put) => response.cacheIds?.[nameOf(put)]);
  const { responses = [] } = (response.body ?? {}) as { responses?: { uuid?: string }[] };
  return puts.map((_, i) => responses[i]?.uuid);
}

/** Answers puts from the stubs; one no stub knows is refused and kept with the reason. */
export class StubCache implements BidCache {
  readonly address = itCacheAddress;
  readonly puts: CachePut[] = [];
  readonly unmatched: string[] = [];
  readonly #stubs: readonly Stub[];

  constructor(stubs: readonly Stub[]) {
    this.#stubs = stubs;
  }

  async put(puts: readonly CachePut[]): Promise<{ ids: (string | undefined)[]; errors: string[] }> {
    this.puts.push(...puts);
    const sent = puts.map(onWire);
    const reasons: string[] = [];
    for (const stub of this.#stubs) {
      const found = difference(stub, sent);
      if (found === undefined) return { ids: idsOf(stub, puts), errors: [] };
      reasons.push(found);
    }
    this.unmatched.push(`cache put: ${reasons.join(' | ') || 'nobody expects it'}`);
    return { ids: [], errors: ['HTTP status code 404'] };
  }
}
