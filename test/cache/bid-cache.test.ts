import { describe, expect, it } from 'vitest';
import { createBidCache, lifetime } from '#src/cache/bid-cache.ts';
import { openMemoryCache } from '#src/cache/open.ts';
import type { CachedValue, ValueStore } from '#src/cache/store.ts';
import { hostSchema } from '#src/config/schema.ts';
import { WoundClock } from '#test/helpers/clock.ts';

const address = { scheme: 'https', host: 'cache.example', path: '/cache' };

function counting() {
  let drawn = 0;
  return { uuid: () => `id-${++drawn}` };
}

describe('the bid cache', () => {
  it('stores full bids as JSON and VAST unchanged, and returns their address', () => {
    const clock = new WoundClock();
    const { bidCache, store } = openMemoryCache(hostSchema.parse({ external_url: 'https://bids.example' }), clock, counting());
    const response = bidCache.put(
      [
        { type: 'json', value: { id: 'bid' }, ttlSeconds: 60 },
        { type: 'xml', value: '<VAST/>', key: '1.00_30s_own' },
      ],
      100,
    );
    expect(response).toEqual({ ids: ['id-1', '1.00_30s_own'], errors: [] });
    expect(store.find('id-1')).toEqual({ type: 'json', content: '{"id":"bid"}' });
    expect(store.find('1.00_30s_own')).toEqual({ type: 'xml', content: '<VAST/>' });
    expect(bidCache.address).toEqual({ scheme: 'https', host: 'bids.example', path: '/cache' });
    clock.wind(61_000);
    expect(store.find('id-1')).toBeUndefined();
  });

  it('never gives an id a second value, and reports failed puts', () => {
    const settings = { cache: { memory: { max_bytes: 1000, max_value_bytes: 10 } } };
    const { bidCache, store } = openMemoryCache(hostSchema.parse(settings), new WoundClock(), counting());
    const puts = ['first', 'second', 'far too long'].map((value, i) => ({ type: 'xml' as const, value, key: i < 2 ? 'same' : 'other' }));
    expect(bidCache.put(puts, 100)).toEqual({
      ids: ['same', undefined, undefined],
      errors: ['Bid cache: element 2 exceeds the size limit'],
    });
    expect(store.find('same')?.content).toBe('first');
  });

  it('waits for a remote store, whose failures cost single ids', async () => {
    const values = new Map<string, CachedValue>();
    const store: ValueStore = {
      put: async (id, value) => {
        if (value.content === 'bad') throw new Error('connection lost');
        values.set(id, value);
        return 'stored' as const;
      },
      find: async (id) => values.get(id),
    };
    const cache = createBidCache({ store, random: counting(), address, maxTtlSeconds: 3600 });
    const puts = ['good', 'bad'].map((value) => ({ type: 'xml' as const, value }));
    expect(await cache.put(puts, 100)).toEqual({
      ids: ['id-1', undefined],
      errors: ['Bid cache: element 1 was not stored: connection lost'],
    });
  });

  it('limits lifetimes to the max, which is also the default', () => {
    expect([lifetime(undefined, 3600), lifetime(0, 3600), lifetime(60, 3600), lifetime(9999, 3600), lifetime(60, 0)]).toEqual([
      3600, 3600, 60, 3600, 60,
    ]);
    const ttls: number[] = [];
    const store: ValueStore = {
      put: (_id, _value, ttl) => {
        ttls.push(ttl);
        return 'stored';
      },
      find: () => undefined,
    };
    const cache = createBidCache({ store, random: counting(), address, maxTtlSeconds: 300 });
    void cache.put(
      [
        { type: 'xml', value: '' },
        { type: 'xml', value: '', ttlSeconds: 60 },
      ],
      100,
    );
    expect(ttls).toEqual([300, 60]);
  });
});
