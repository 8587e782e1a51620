import { describe, expect, it } from 'vitest';
import { keyNames, truncateKey } from '#src/auction/target/key-names.ts';
import { type KeyContext, targetingOf } from '#src/auction/target/keys.ts';
import { aBid, targetingSettings } from '#test/helpers/bids.ts';

const context = (over: Partial<KeyContext> = {}): KeyContext => ({
  settings: targetingSettings(),
  environment: '',
  cacheHost: '',
  cachePath: '',
  alwaysNameCache: false,
  categories: false,
  ...over,
});
const bid = () => aBid({ price: 1.23, w: 300, h: 250 }, { priceBucket: '1.20', targetCode: 'alpha' });
const plainOnly = { settings: targetingSettings({ includeBidderKeys: false }) };

describe('targeting of a bid', () => {
  it('contains price, bidder and size, with the bidder in the key and, for the winner, without', () => {
    expect(targetingOf(bid(), false, context())).toEqual({ hb_pb_alpha: '1.20', hb_bidder_alpha: 'alpha', hb_size_alpha: '300x250' });
    expect(targetingOf(bid(), true, context(plainOnly))).toEqual({ hb_pb: '1.20', hb_bidder: 'alpha', hb_size: '300x250' });
    expect(targetingOf(bid(), false, context(plainOnly))).toEqual({});
    expect(targetingOf({ ...bid(), targetCode: undefined }, true, context())).toEqual({});
  });

  it('contains everything else that is known', () => {
    const settings = targetingSettings({ includeBidderKeys: false, includeFormat: true });
    const full = { ...bid(), bid: { ...bid().bid, dealid: 'deal' }, cacheId: 'c', vastCacheId: 'v', categoryDuration: '1.20_404_30s' };
    const cache = { cacheHost: 'cache.example', cachePath: '/cache' };
    expect(targetingOf(full, true, context({ settings, environment: 'amp', ...cache, categories: true }))).toEqual({
      hb_pb: '1.20',
      hb_bidder: 'alpha',
      hb_size: '300x250',
      hb_cache_id: 'c',
      hb_uuid: 'v',
      hb_format: 'banner',
      hb_cache_host: 'cache.example',
      hb_cache_path: '/cache',
      hb_deal: 'deal',
      hb_env: 'amp',
      hb_pb_cat_dur: '1.20_404_30s',
    });
  });

  it('contains the cache address on uncached bids only if configured', () => {
    const cache = { cacheHost: 'cache.example', cachePath: '' };
    expect(targetingOf(bid(), true, context({ ...plainOnly, ...cache }))).not.toHaveProperty('hb_cache_host');
    const named = targetingOf(bid(), true, context({ ...plainOnly, ...cache, alwaysNameCache: true }));
    expect(named['hb_cache_host']).toBe('cache.example');
    expect(named).not.toHaveProperty('hb_cache_path');
  });

  it('always includes deals by bidder if configured', () => {
    const settings = targetingSettings({ includeBidderKeys: false, includeWinners: false, alwaysIncludeDeals: true });
    const deal = { ...bid(), bid: { ...bid().bid, dealid: 'deal', w: 0 } };
    expect(targetingOf(deal, true, context({ settings }))).toEqual({
      hb_pb_alpha: '1.20',
      hb_bidder_alpha: 'alpha',
      hb_deal_alpha: 'deal',
    });
    expect(targetingOf(bid(), true, context({ settings }))).toEqual({});
  });

  it('keeps empty buckets and, with category mapping, empty categories', () => {
    const bare = { ...aBid(), targetCode: 'alpha' };
    expect(targetingOf(bare, true, context({ ...plainOnly, categories: true }))).toEqual({
      hb_pb: '',
      hb_bidder: 'alpha',
      hb_pb_cat_dur: '',
    });
  });

  it('keeps the later of two keys whose truncated names collide', () => {
    const settings = targetingSettings({ includeBidderKeys: false, maxKeyLength: 8 });
    expect(targetingOf({ ...bid(), cacheId: 'id' }, true, context({ settings, cacheHost: 'host', cachePath: '/path' }))).toEqual({
      hb_pb: '1.20',
      hb_bidde: 'alpha',
      hb_size: '300x250',
      hb_cache: '/path',
    });
  });
});

describe('key names', () => {
  it('are truncated to bytes, never within a character', () => {
    expect([
      truncateKey('hb_pb_exampleNetwork1', 20),
      truncateKey('hb_pb', 20),
      truncateKey('hb_pb', 0),
      truncateKey('hb_ä€', 5),
      truncateKey('hb_ä€', 7),
    ]).toEqual(['hb_pb_exampleNetwork', 'hb_pb', 'hb_pb', 'hb_ä', 'hb_ä']);
  });

  it('are made once per code, and evicted beyond a limit', () => {
    const names = keyNames('hb', 20);
    const first = names('alpha');
    expect(keyNames('hb', 20)('alpha')).toBe(first);
    for (let i = 0; i < 1001; i++) names(`bidder-${i}`);
    expect(names('alpha')).not.toBe(first);
    expect(names('alpha')).toEqual(first);
    for (let i = 0; i < 101; i++) keyNames(`prefix-${i}`, 20);
    expect(keyNames('hb', 20)).not.toBe(names);
    expect(keyNames('hb', 20)('alpha')).toEqual(first);
  });
});
