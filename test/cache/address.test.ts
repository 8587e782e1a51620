import { describe, expect, it } from 'vitest';
import { cacheAddress, cacheQuery, cacheUrl, publicCacheAddress } from '#src/cache/address.ts';

describe('the address from which clients fetch cached bids', () => {
  it('has a path with a leading slash, or none', () => {
    const of = (path: string) => cacheAddress({ scheme: 'https', host: 'cache.example', path }).path;
    expect(['', '/', 'cache', '/cache'].map(of)).toEqual(['', '', '/cache', '/cache']);
  });

  it('is /cache of the public address by default', () => {
    const none = { scheme: '', host: '', path: '' };
    expect(publicCacheAddress(none, 'https://bids.example:8443/base/')).toEqual({
      scheme: 'https',
      host: 'bids.example:8443',
      path: '/base/cache',
    });
    expect(publicCacheAddress({ scheme: '', host: 'cache.example', path: 'c' }, 'https://bids.example').path).toBe('/c');
    expect(publicCacheAddress(none, 'bids.example')).toEqual(none);
  });

  it('addresses one value, and is empty without host or path', () => {
    expect(cacheUrl({ scheme: 'https', host: 'cache.example', path: '/c' }, 'u')).toBe('https://cache.example/c?uuid=u');
    expect(cacheUrl({ scheme: '', host: 'cache.example', path: '/c' }, 'u')).toBe('cache.example/c?uuid=u');
    expect(cacheUrl({ scheme: 'https', host: '', path: '/c' }, 'u')).toBe('');
    expect(cacheUrl({ scheme: 'https', host: 'cache.example', path: '' }, 'u')).toBe('');
  });

  it('has the query of the settings, with the id in it or after it', () => {
    const url = (text: string): string => {
      const address = { scheme: 'https', host: 'cache.example', path: '/c', query: cacheQuery(text) };
      return cacheUrl(publicCacheAddress(address, ''), 'u');
    };
    expect(['uuid=%PBS_CACHE_UUID%&x=1', 'id=', ''].map(url)).toEqual([
      'https://cache.example/c?uuid=u&x=1',
      'https://cache.example/c?id=u',
      'https://cache.example/c?uuid=u',
    ]);
  });
});
