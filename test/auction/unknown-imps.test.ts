/** Complete auctions with bids for imps that the request does not have. */
import { describe, expect, test } from 'vitest';
import type { BidCache, CachePut } from '#src/cache/contract.ts';
import type { HostConfigInput } from '#src/config/schema.ts';
import type { Hook } from '#src/modules/hook.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { BidRequest, BidResponse } from '#src/openrtb/ortb.ts';
import { validRequest } from '#test/helpers/auction.ts';
import { type FakeStages, moduleServices, runFullAuction } from '#test/helpers/modules.ts';

interface Given {
  readonly bids?: readonly object[];
  readonly settings?: HostConfigInput;
  readonly srv?: object;
  readonly over?: Partial<BidRequest>;
  readonly stages?: FakeStages;
}

const KNOWN = { id: 'known', impid: 'imp-1', price: 1, crid: 'c', adm: '<p/>' };
const unknown = (over: object = {}): object => ({ ...KNOWN, id: 'unknown', impid: 'other', price: 2, w: 300, h: 250, ...over });

async function carryOut({ bids = [unknown(), KNOWN], settings = {}, srv = {}, over = {}, stages = {} }: Given = {}) {
  const puts: CachePut[] = [];
  const bidCache: BidCache = {
    address: { scheme: 'https', host: 'cache.example', path: '/cache' },
    put: (given) => {
      puts.push(...given);
      return { ids: given.map((_, i) => `id-${i}`), errors: [] };
    },
  };
  const script = (): object => ({ response: { body: JSON.stringify({ cur: 'USD', seatbid: [{ bid: bids }] }) } });
  const services = moduleServices(stages, { settings, over: { bidCache }, script });
  const request = { ...validRequest(), ...over, ext: { srv: { targeting: {}, returnallbidstatus: true, ...srv } } };
  const { auction, body } = await runFullAuction(services, request);
  const { seatbid = [], ext = {} } = body as unknown as BidResponse & { ext: Ext };
  const returned = seatbid.flatMap(({ bid }) => bid);
  return { auction, ext, puts, returned, ids: returned.map(({ id }) => id), bid: returned.find(({ id }) => id === 'unknown') };
}

describe('a bid for an imp that the request does not have', () => {
  test('is returned as the winner of that imp in the Go variant', async () => {
    const { bid, ext, ids } = await carryOut();
    expect(ids).toEqual(['unknown', 'known']);
    expect(ext).not.toHaveProperty('errors');
    expect(ext).not.toHaveProperty('seatnonbid');
    expect(bid).toEqual({
      ...unknown(),
      ext: {
        origbidcpm: 2,
        origbidcur: 'USD',
        srv: {
          type: 'banner',
          meta: { adaptercode: 'alpha' },
          targeting: expect.objectContaining({ hb_pb: '2.00', hb_pb_alpha: '2.00', hb_bidder: 'alpha', hb_size: '300x250' }),
        },
      },
    });
  });

  test('is rejected in the Java variant', async () => {
    const { ext, ids } = await carryOut({ settings: { variant: 'java' } });
    expect(ids).toEqual(['known']);
    expect(ext['errors']).toEqual({
      alpha: [{ code: 5, message: 'BidId `unknown` validation messages: Error: Bid "unknown" has no corresponding imp in request' }],
    });
  });

  test('competes with the bids for the same unknown imp only', async () => {
    const bids = [unknown({ id: 'second', price: 0.5 }), unknown(), { ...KNOWN, price: 0.1 }];
    const { returned } = await carryOut({ bids });
    expect(returned.filter(({ ext }) => ext?.srv?.targeting?.['hb_pb'] !== undefined).map(({ id }) => id)).toEqual(['unknown', 'known']);
  });

  test('is cached with the lifetime of its media type', async () => {
    const over = { imp: validRequest().imp.map((imp) => ({ ...imp, exp: 100 })) };
    const settings = { cache: { default_ttl_seconds: { banner: 200 } } };
    const { bid, puts } = await carryOut({ srv: { cache: { bids: {} } }, over, settings });
    expect(puts.map(({ ttlSeconds, value }) => [(value as Ext)['impid'], ttlSeconds])).toEqual([
      ['other', 260],
      ['imp-1', 160],
    ]);
    expect(bid?.ext?.srv).toMatchObject({ cache: { bids: { cacheId: 'id-0' } }, targeting: { hb_cache_id: 'id-0' } });
  });

  test('is dropped silently where floors are enforced', async () => {
    const over = { imp: validRequest().imp.map((imp) => ({ ...imp, bidfloor: 0.5 })) };
    const settings = { price_floors: { enabled: true }, account_defaults: { price_floors: { enabled: true } } };
    const { ext, ids } = await carryOut({ settings, over });
    expect(ids).toEqual(['known']);
    expect([ext['errors'], ext['warnings'], ext['seatnonbid']]).toEqual([undefined, undefined, undefined]);
    const unenforced = await carryOut({ settings, over, srv: { floors: { enforcement: { enforcepbs: false } } } });
    expect([unenforced.ids, unenforced.bid?.ext?.srv]).toEqual([['unknown', 'known'], expect.not.objectContaining({ floors: {} })]);
  });

  test('may have insecure markup, but no creative larger than the host allows', async () => {
    const insecure = { adm: 'http://ad.example' };
    const bids = [unknown(insecure), { ...KNOWN, ...insecure }];
    expect((await carryOut({ bids, settings: { validations: { secure_markup: 'enforce' } } })).ids).toEqual(['unknown']);
    const size = { banner_creative_max_size: 'enforce', max_creative_width: 100, max_creative_height: 100 } as const;
    const { auction, ids } = await carryOut({ settings: { validations: size } });
    expect([ids, auction.nonBids]).toMatchObject([['known'], [{ seat: 'alpha', impId: 'other', code: 351 }]]);
  });

  test('takes part in category mapping and deduplication', async () => {
    const targeting = { includebrandcategory: { primaryadserver: 1, withcategory: true, translatecategories: false } };
    const bids = [unknown({ cat: ['IAB1-1'] }), { ...KNOWN, cat: ['IAB1-1'] }];
    const { bid, ext, ids } = await carryOut({ bids, srv: { targeting } });
    expect(ids).toEqual(['unknown']);
    expect(bid?.ext?.srv?.targeting).toMatchObject({ hb_pb_cat_dur: '2.00_IAB1-1_0s' });
    expect(ext['errors']).toEqual({ srv: [{ code: 999, message: 'bid rejected [bid ID: known] reason: Bid was deduplicated' }] });
  });

  test('gets no value of an imp by ad-server targeting, whatever its imp id', async () => {
    const adservertargeting = [{ key: 'tag', source: 'bidrequest', value: 'imp.tagid' }];
    const over = { imp: validRequest().imp.map((imp) => ({ ...imp, tagid: 't' })) };
    const bids = ['other', 'constructor', 'toString', '__proto__'].map((impid) => unknown({ impid }));
    const { returned } = await carryOut({ bids: [...bids, KNOWN], srv: { adservertargeting }, over });
    expect(returned.map(({ ext }) => ext?.srv?.targeting?.['tag'])).toEqual([undefined, undefined, undefined, undefined, 't']);
  });

  test('does not discard what a module changes in other bids', async () => {
    const hook = ({ seats }: { seats: { bids: { bid: { id: string; adm?: string } }[] }[] }): void => {
      for (const { bid } of seats.flatMap(({ bids }) => bids)) if (bid.id === 'known') bid.adm = 'changed';
    };
    const stages: FakeStages = { all_processed_bid_responses: [{ hooks: { hook: hook as unknown as Hook } }] };
    const { returned } = await carryOut({ stages });
    expect(returned.map(({ adm }) => adm)).toEqual(['<p/>', 'changed']);
  });
});
