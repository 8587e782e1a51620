import { describe, expect, it } from 'vitest';
import type { Auction } from '#src/auction/auction.ts';
import { ttlOf } from '#src/auction/cache/ttl.ts';
import { cache } from '#src/auction/cache.ts';
import type { CacheInstructions } from '#src/auction/response-settings.ts';
import { target } from '#src/auction/target.ts';
import type { BidCache, CachePut } from '#src/cache/contract.ts';
import { accountSchema } from '#src/config/account.ts';
import type { RequestSrv } from '#src/openrtb/ext.ts';
import { anAuction, validRequest } from '#test/helpers/auction.ts';
import { aBid, collectBids, targetingSettings } from '#test/helpers/bids.ts';
import { testServices } from '#test/helpers/services.ts';

const ADDRESS = { scheme: 'https', host: 'cache.example', path: '/cache' };
const counting: BidCache['put'] = (puts) => ({ ids: puts.map((_, i) => `id-${i}`), errors: [] });
const instructions = (over: Partial<CacheInstructions> = {}): CacheInstructions => ({
  bids: true,
  vast: false,
  winningOnly: false,
  ...over,
});

type Over = {
  put?: BidCache['put'];
  caching?: CacheInstructions;
  settings?: object;
  account?: object;
  srv?: RequestSrv;
  auction?: Partial<Auction>;
  bids?: ReturnType<typeof aBid>[];
};

function aCachingAuction({
  put = counting,
  caching = instructions(),
  settings = {},
  account = {},
  srv = {},
  auction: over = {},
  bids,
}: Over = {}) {
  const puts: CachePut[] = [];
  const bidCache: BidCache = {
    address: ADDRESS,
    put: (given, ms) => {
      puts.push(...given);
      return put(given, ms);
    },
  };
  const services = testServices({ settings, bidCache });
  const auction = anAuction(
    services,
    { ...validRequest(), ext: { srv } },
    {
      account: accountSchema.parse(account),
      caching,
      targeting: targetingSettings(),
      startedAt: 1000,
      ...over,
    },
  );
  collectBids(auction, ...(bids ?? [aBid({ id: 'low' }), aBid({ id: 'high', price: 2 }, { seat: 'beta' })]));
  void target(auction, services);
  return { auction, services, puts, run: () => cache(auction, services) };
}
const cacheIds = ({ auction }: ReturnType<typeof aCachingAuction>) =>
  [...auction.seats.values()].flatMap(({ bids }) => bids.map(({ bid, cacheId }) => [bid.id, cacheId]));

describe('the cache state', () => {
  it("stores every bid if bidders' keys are wanted and passes the ids to the ad server", () => {
    const made = aCachingAuction();
    expect(made.run()).toBeUndefined();
    const owner = { auctionId: 'request', auctionNumber: made.auction.number, accountId: '' };
    expect(made.puts).toEqual([
      { type: 'json', value: { id: 'low', impid: 'imp-1', price: 1 }, ttlSeconds: undefined, ...owner },
      { type: 'json', value: { id: 'high', impid: 'imp-1', price: 2 }, ttlSeconds: undefined, ...owner },
    ]);
    expect(made.auction.winners.get('imp-1')?.targeting).toEqual({
      hb_pb_beta: '2.00',
      hb_pb: '2.00',
      hb_bidder_beta: 'beta',
      hb_bidder: 'beta',
      hb_cache_id_beta: 'id-1',
      hb_cache_id: 'id-1',
      hb_cache_host_beta: 'cache.example',
      hb_cache_host: 'cache.example',
      hb_cache_path_beta: '/cache',
      hb_cache_path: '/cache',
    });
    expect(made.auction.cacheMs).toBe(0);
  });

  it('stores only winners if other keys are not wanted', () => {
    const made = aCachingAuction({ auction: { targeting: targetingSettings({ includeBidderKeys: false }) } });
    void made.run();
    expect(cacheIds(made)).toEqual([
      ['low', undefined],
      ['high', 'id-0'],
    ]);
  });

  it.each([
    ['the request enables no caching', { caching: instructions({ bids: false }) }],
    [
      'no targeting would expose the ids',
      { auction: { targeting: targetingSettings({ includeBidderKeys: false, includeWinners: false }) } },
    ],
    ['there is no targeting', { auction: { targeting: undefined } }],
    ['the account forbids it', { account: { cache: { enabled: false } } }],
    ['the full response is stored', { auction: { fullStoredResponse: [] } }],
    [
      'bids are worth nothing to the Java variant',
      { settings: { variant: 'java' }, bids: [aBid({ price: 0 }), aBid({ price: -1, dealid: 'd' }, { seat: 'beta' })] },
    ],
  ])('makes no call if %s', (_why, over) => {
    const made = aCachingAuction(over);
    expect([made.run(), made.puts]).toEqual([undefined, []]);
  });

  it('stores free bids; in the Java variant those with a deal', () => {
    const free = [aBid({ price: 0 }), aBid({ id: 'deal', price: 0, dealid: 'd' }, { seat: 'beta' })];
    const [made, java] = [aCachingAuction({ bids: free }), aCachingAuction({ bids: free, settings: { variant: 'java' } })];
    void made.run();
    void java.run();
    expect([made.puts.length, java.puts.map(({ value }) => (value as { id: string }).id)]).toEqual([2, ['deal']]);
  });

  it('stores only winners if the Java variant is configured so and other keys are not wanted', () => {
    const auction = { targeting: targetingSettings({ includeBidderKeys: false }) };
    const java = { settings: { variant: 'java' }, auction };
    const [all, winners] = [aCachingAuction(java), aCachingAuction({ ...java, caching: instructions({ winningOnly: true }) })];
    void all.run();
    void winners.run();
    expect([all.puts.length, winners.puts.length]).toEqual([2, 1]);
  });

  it('stores only winners if the request says so, in the Go variant also with keys of all bidders', () => {
    const targeting = targetingSettings({ includeBidderKeys: true });
    const [all, winners] = [false, true].map((winningOnly) =>
      aCachingAuction({ auction: { targeting }, caching: instructions({ winningOnly }) }),
    );
    void all?.run();
    void winners?.run();
    expect([all?.puts.length, winners?.puts.length]).toEqual([2, 1]);
  });

  it('stores the VAST of videos, a wrapper if there is only an address', () => {
    const bids = [
      aBid({ id: 'v', adm: '<VAST/>' }, { type: 'video' }),
      aBid({ id: 'n', nurl: 'http://n', price: 2 }, { type: 'video' }),
      aBid({ id: 'b' }),
    ];
    const made = aCachingAuction({ caching: instructions({ bids: false, vast: true }), bids });
    void made.run();
    expect(made.puts.map(({ type, value }) => [type, String(value).slice(0, 22)])).toEqual([
      ['xml', '<VAST/>'],
      ['xml', '<VAST version="3.0"><A'],
    ]);
    expect(made.auction.winners.get('imp-1')?.targeting?.['hb_uuid']).toBe('id-1');
  });

  it.each(['go', 'java'] as const)('stores a wrapper with an empty Impression only in the Go variant: %s', (variant) => {
    const bids = [aBid({ id: 'n', nurl: 'http://n' }, { type: 'video' })];
    const made = aCachingAuction({ settings: { variant }, caching: instructions({ bids: false, vast: true }), bids });
    void made.run();
    expect(made.puts.map(({ value }) => String(value).includes('<Impression></Impression>'))).toEqual([variant === 'go']);
  });

  it("adds the win address to full bids, with the caller's extension key", () => {
    const bids = [aBid({ id: 'b', ext: { srv: { own: 1 } } })];
    const made = aCachingAuction({ account: { events: { enabled: true } }, bids, auction: { extKey: 'prebid', accountId: 'pub' } });
    void made.run();
    const wurl = 'http://localhost:8000/event?t=win&b=b&a=pub&bidder=alpha&ts=1000';
    expect(made.puts[0]?.value).toEqual({ id: 'b', impid: 'imp-1', price: 1, ext: { prebid: { own: 1 } }, wurl });
  });

  it('stores bids with their complete ext, without targeting, in the other shape', () => {
    const made = aCachingAuction({ settings: { response: { shape: 'java' } }, bids: [aBid({ id: 'b' })] });
    void made.run();
    const srv = { type: 'banner', meta: { adaptercode: 'alpha' } };
    expect(made.puts[0]?.value).toEqual({ id: 'b', impid: 'imp-1', price: 1, ext: { origbidcpm: 1, origbidcur: 'USD', srv } });
  });

  it('stores VAST of mapped bids under a key with their category', () => {
    const srv = { targeting: { includebrandcategory: {} } };
    const bids = [aBid({ id: 'v', adm: '<VAST/>' }, { type: 'video', video: { duration: 30, primary_category: '' } })];
    const put: BidCache['put'] = (puts) => ({ ids: puts.map(({ key }) => key ?? 'none'), errors: [] });
    const made = aCachingAuction({ caching: instructions({ bids: false, vast: true }), srv, bids, put });
    void made.run();
    const uuid = '11111111-1111-4111-8111-111111111111';
    expect([made.puts[0]?.key, made.auction.seats.get('alpha')?.bids[0]?.vastCacheId]).toEqual([`1.00_30s_${uuid}`, uuid]);
    const full = aCachingAuction({ srv, bids, put });
    void full.run();
    expect([full.puts[0]?.key, full.auction.diagnostics.errors.get('srv')?.[0]?.message]).toEqual([
      undefined,
      'cannot use custom cache key for non-vast bids',
    ]);
  });

  it('loses ids, never bids, if the cache fails', async () => {
    const broken = aCachingAuction({
      put: () => {
        throw new Error('out of order');
      },
    });
    void broken.run();
    const lost = aCachingAuction({ put: () => Promise.reject('gone') });
    await lost.run();
    const partly = aCachingAuction({ put: () => Promise.resolve({ ids: [undefined, 'x'], errors: ['element 0 too large'] }) });
    await partly.run();
    const errors = [broken, lost, partly].map(({ auction }) => auction.diagnostics.errors.get('srv')?.map(({ message }) => message));
    expect(errors).toEqual([
      ['Error sending the request to the bid cache: out of order'],
      ['Error sending the request to the bid cache: gone'],
      ['element 0 too large'],
    ]);
    expect(cacheIds(broken)).toEqual([
      ['low', undefined],
      ['high', undefined],
    ]);
    expect(cacheIds(partly)[1]).toEqual(['high', 'x']);
  });

  it('reports failures under the name of the cache in the Java variant', async () => {
    const lost = aCachingAuction({ settings: { response: { shape: 'java' } }, put: () => ({ ids: [], errors: ['HTTP status code 503'] }) });
    await lost.run();
    expect(Object.fromEntries(lost.auction.diagnostics.errors)).toEqual({ cache: [{ code: 999, message: 'HTTP status code 503' }] });
  });

  it("waits for a slow cache no longer than the auction's remaining time", async () => {
    const times: number[] = [];
    const put: BidCache['put'] = (_puts, ms) => {
      times.push(ms);
      return new Promise(() => {});
    };
    const made = aCachingAuction({ put, auction: { deadlineAt: 1_700_000_000_300 } });
    const wait = made.run();
    made.services.clock.wind(300);
    await wait;
    expect([times, made.services.clock.pending, made.auction.cacheMs]).toEqual([[300], 0, 300]);
    const endless = aCachingAuction({ put });
    const end = endless.run();
    endless.services.clock.wind(1000);
    await end;
    expect(endless.auction.diagnostics.errors.get('srv')?.[0]?.message).toBe(
      'Error sending the request to the bid cache: no response within 1000 ms',
    );
  });

  it('stores the log of a debugging video auction beside its bids', () => {
    const debugLog = { request: '<body>', headers: 'h', response: '', ttlSeconds: 3600 };
    const made = aCachingAuction({ auction: { debugLog } });
    void made.run();
    const log = made.puts.at(-1);
    expect(log).toMatchObject({ type: 'xml', ttlSeconds: 3600, key: 'log_11111111-1111-4111-8111-111111111111' });
    expect(log?.value).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<Log><Request>body</Request><Headers>h</Headers><Response>{"tmaxrequest":60000,"srv":{"auctiontimestamp":1000}}</Response></Log>',
    );
    const off = aCachingAuction({ caching: instructions({ bids: false }), auction: { debugLog: { ...debugLog, response: 'r' } } });
    void off.run();
    expect([off.puts, off.auction.debugLog?.response]).toEqual([[], 'r']);
  });
});

describe('the lifetime of a cached bid', () => {
  const ttl = (exp: number | undefined, impExp: number | undefined, over: Over = {}, type = 'banner') => {
    const { auction, services } = aCachingAuction(over);
    return ttlOf(aBid({ exp }, { type: type as 'banner' }), 'json', impExp, auction, services);
  };

  it('is the first of bid, imp, account and host, plus a minute', () => {
    const settings = { cache: { default_ttl_seconds: { banner: 40 } } };
    const account = { cache_ttl: { banner: 30 } };
    expect([
      ttl(10, 20, { settings, account }),
      ttl(0, 20, { settings, account }),
      ttl(undefined, -1, { settings, account }),
      ttl(undefined, 0, { settings }),
      ttl(undefined, 0),
    ]).toEqual([70, 80, 90, 100, undefined]);
    expect(ttl(undefined, undefined, { settings }, '')).toBe(100);
    const input = { settings, account, caching: instructions({ bidsTtlSeconds: 15, vastTtlSeconds: 5 }) };
    expect([ttl(10, 20, input), ttl(undefined, undefined, input)]).toEqual([70, 75]);
    expect(ttl(undefined, undefined, { settings, caching: instructions({ bidsTtlSeconds: -1 }) })).toBe(100);
  });

  it("is in whole seconds within every cache's range, whatever a bidder sends", () => {
    const java: Over = { settings: { cache: { ttl_rule: 'java' } } };
    expect([ttl(1.5, undefined), ttl(1.5, undefined, java), ttl(1e300, undefined, java)]).toEqual([61, 1, 2 ** 31 - 1]);
  });

  it('prefers the request to the account in the other rule, and adds nothing', () => {
    const cacheTtls = { ttl_rule: 'java', banner_ttl_seconds: 50, video_ttl_seconds: 51, default_ttl_seconds: { native: 60 } };
    const over: Over = {
      settings: { cache: cacheTtls },
      caching: instructions({ bidsTtlSeconds: 30 }),
      account: { cache_ttl: { banner: 40 } },
    };
    expect([ttl(0, 20, over), ttl(undefined, 20, over), ttl(undefined, undefined, over)]).toEqual([0, 20, 30]);
    const silent = { ...over, caching: instructions() };
    expect(['banner', 'video', 'native', 'audio'].map((type) => ttl(undefined, undefined, silent, type))).toEqual([40, 51, 60, 1500]);
    expect(ttl(undefined, undefined, { ...silent, account: {} })).toBe(50);
  });
});
