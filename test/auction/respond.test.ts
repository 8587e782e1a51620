import { describe, expect, it } from 'vitest';
import type { Auction } from '#src/auction/auction.ts';
import type { BidExt } from '#src/openrtb/ext.ts';
import { incoming } from '#test/helpers/auction.ts';
import { aBid } from '#test/helpers/bids.ts';
import { outcome, type RespondInput, runRespond } from '#test/helpers/respond.ts';

const body = (over?: RespondInput) => JSON.parse(runRespond(over).clientResponse?.body ?? '') as Record<string, unknown>;

describe('the response', () => {
  it('contains the bids by seat, with their own ext', () => {
    expect(body({ bids: [aBid({ ext: { own: 1 } })] })).toEqual({
      id: 'request',
      seatbid: [
        {
          bid: [
            {
              id: 'bid',
              impid: 'imp-1',
              price: 1,
              ext: { own: 1, origbidcpm: 1, origbidcur: 'USD', srv: { type: 'banner', meta: { adaptercode: 'alpha' } } },
            },
          ],
          seat: 'alpha',
        },
      ],
      cur: 'USD',
      ext: {},
    });
  });

  it('without bids has neither seats nor currency, and reports that no bidder was called', () => {
    expect(body({ auction: { outcomes: [outcome('alpha')] } })).toEqual({ id: 'request', ext: { responsetimemillis: { alpha: 73 } } });
    expect(body()).toEqual({ id: 'request', nbr: 2, ext: {} });
    const auction = { storedAuctionResponses: new Map([['imp-1', '[]']]) };
    expect(body({ auction })).toEqual({ id: 'request', ext: {} });
    expect(body({ auction, bids: [aBid()] })).toEqual({ id: 'request', seatbid: [expect.objectContaining({ seat: 'alpha' })], ext: {} });
  });

  it('always has seats and a currency in the other shape', () => {
    const java = { settings: { response: { shape: 'java' } } };
    expect(body(java)).toEqual({ id: 'request', seatbid: [], cur: 'USD', nbr: 0, ext: {} });
    const own = { ...java, request: { cur: ['EUR', 'USD'] }, bids: [aBid()], auction: { cacheMs: 3 } };
    expect(body(own)).toMatchObject({ cur: 'EUR', seatbid: [{ seat: 'alpha', group: 0 }], ext: { responsetimemillis: { cache: 3 } } });
  });

  it('is the stored one if the auction was skipped', () => {
    const seatbid = [{ seat: 'stored', bid: [] }];
    expect(body({ request: { tmax: 500 }, auction: { fullStoredResponse: seatbid, startedAt: 5, outcomes: [outcome('a')] } })).toEqual({
      id: 'request',
      seatbid,
      ext: { tmaxrequest: 500 },
    });
    expect(body({ request: { cur: ['EUR'] }, auction: { fullStoredResponse: seatbid } })).toMatchObject({ cur: 'EUR' });
  });

  it('includes empty seats whose bids failed creative checks, in one shape', () => {
    const find = ({ seats, nonBids }: Auction) => {
      seats.set('alpha', { seat: 'alpha', currency: 'EUR', bids: [], isEmptied: true });
      seats.set('beta', { seat: 'beta', currency: 'USD', bids: [] });
      nonBids.push({ seat: 'alpha', impId: 'imp-1', code: 351 }, { seat: 'beta', impId: 'imp-1', code: 300 });
    };
    expect(body({ find })).toMatchObject({ seatbid: [{ bid: [], seat: 'alpha' }], cur: 'EUR' });
    expect(body({ find, settings: { response: { shape: 'java' } } })).toMatchObject({ seatbid: [], cur: 'USD' });
  });

  it("is sent once as JSON with the caller's extension key, with its headers", () => {
    const { clientResponse } = runRespond({
      bids: [aBid()],
      auction: { extKey: 'prebid', incoming: incoming({ headers: { 'sec-browsing-topics': 'x' } }) },
    });
    expect([clientResponse?.status, clientResponse?.headers]).toEqual([
      200,
      { 'Content-Type': 'application/json', 'X-Prebid': 'auctor/test', 'Observe-Browsing-Topics': '?1' },
    ]);
    expect(clientResponse?.body).toContain('"prebid":{"type":"banner"');
  });

  it('has a format of its own for an AMP page', () => {
    const { clientResponse, response } = runRespond({ auction: { endpoint: 'amp' } });
    expect([clientResponse?.body, response?.id]).toEqual(['{"targeting":{},"ortb2":{"ext":{}}}\n', 'request']);
  });
});

describe('a bid of the response', () => {
  const bidOf = (over: RespondInput) => runRespond(over).response?.seatbid?.[0]?.bid[0];
  const cached = aBid({ adm: '<ad>' }, { cacheId: 'c', vastCacheId: 'v' });
  const caching = { bids: true, vast: false, returnBids: false, winningOnly: false };

  it('contains its cache locations', () => {
    const at = (cacheId: string) => ({ url: `https://cache.example/cache?uuid=${cacheId}`, cacheId });
    expect(bidOf({ bids: [cached] })?.ext?.srv?.cache).toEqual({ bids: at('c'), vastXml: at('v') });
  });

  it('loses its creative if requested; in the Java variant only if the cache has it', () => {
    expect(bidOf({ bids: [cached], auction: { caching } })?.adm).toBeUndefined();
    expect(bidOf({ bids: [aBid({ adm: '<ad>' })], auction: { caching } })?.adm).toBeUndefined();
    const both = { caching: { ...caching, vast: true, returnVast: true } };
    expect(bidOf({ bids: [cached], auction: both })?.adm).toBe('<ad>');
    const java = { settings: { response: { shape: 'java' } }, auction: both };
    expect([bidOf({ ...java, bids: [cached] })?.adm, bidOf({ ...java, bids: [{ ...cached, cacheId: undefined }] })?.adm]).toEqual([
      undefined,
      '<ad>',
    ]);
  });

  it('contains its lifetime in the other rule', () => {
    expect(bidOf({ bids: [aBid()] })?.exp).toBeUndefined();
    const java = { settings: { cache: { ttl_rule: 'java' } } };
    expect([
      bidOf({ ...java, bids: [aBid()] })?.exp,
      bidOf({ ...java, bids: [aBid({}, { type: 'video' })], auction: { caching: { ...caching, vastTtlSeconds: 2000 } } })?.exp,
    ]).toEqual([300, 2000]);
  });

  it('contains all computed attributes', () => {
    const bid = aBid(
      { ext: 'odd' as never },
      {
        type: '',
        originalPrice: -1,
        originalCurrency: '',
        video: { duration: 30, primary_category: '' },
        meta: { brandName: 'b' },
        generatedId: 'g',
        dealPriority: 3,
        dealTierSatisfied: true,
        targetBidderCode: 'al2',
        targeting: { hb_pb: '1.00' },
        rank: 1,
        events: { win: 'w' },
        floors: { floorValue: 1 },
      },
    );
    const bare = new Map([['imp-1', { echoVideoAttrs: true, storedImp: { banner: {} } }]]);
    const missing = { code: 999, message: 'No stored video found for Imp with id imp-1' };
    expect(runRespond({ auction: { imps: bare }, settings: { response: { shape: 'java' } } }).response?.ext?.errors).toEqual({
      srv: [missing],
    });
    expect(runRespond({ auction: { imps: bare } }).response?.ext?.errors).toBeUndefined();
    const imps = new Map([['imp-1', { echoVideoAttrs: true, storedImp: { video: { w: 1 } }, passthrough: { p: 1 } }]]);
    expect(bidOf({ bids: [bid], auction: { imps } })?.ext).toEqual({
      srv: {
        meta: { brandName: 'b', adaptercode: 'alpha' },
        video: { duration: 30, primary_category: '' },
        bidid: 'g',
        dealpriority: 3,
        dealtiersatisfied: true,
        targetbiddercode: 'al2',
        targeting: { hb_pb: '1.00' },
        rank: 1,
        events: { win: 'w' },
        floors: { floorValue: 1 },
        storedrequestattributes: { w: 1 },
        passthrough: { p: 1 },
      },
    });
  });

  it('contains the priority of its deal and unknown video attributes, but not in the shape of the Java variant', () => {
    const bids = [aBid({}, { dealPriority: 3, dealTierSatisfied: true, video: { duration: 30, primary_category: '' } })];
    const reported = ['go', 'java'].map((shape) => bidOf({ bids, settings: { response: { shape } } })?.ext?.srv);
    expect(reported.map((srv) => [srv?.dealpriority, srv?.dealtiersatisfied, srv?.video])).toEqual([
      [3, true, { duration: 30, primary_category: '' }],
      [undefined, true, { duration: 30 }],
    ]);
  });

  it("contains the known fields of the bidder's meta, and nothing that could reach a prototype", () => {
    const ext = JSON.parse('{"srv":{"meta":{"brandName":"b","other":1},"x":1},"__proto__":{"evil":1}}') as BidExt;
    const made = bidOf({ bids: [aBid({ ext })] })?.ext;
    expect([made?.srv?.meta, made?.srv?.['x'], (made as { evil?: unknown }).evil]).toEqual([
      { brandName: 'b', adaptercode: 'alpha' },
      undefined,
      undefined,
    ]);
  });

  it("of a stored seat keeps the seat's ext", () => {
    const find = ({ seats }: Auction) => seats.set('s', { seat: 's', currency: '', bids: [aBid()], ext: { own: 1 } });
    const { response } = runRespond({ find });
    expect([response?.seatbid?.[0]?.ext, response?.cur]).toEqual([{ own: 1 }, undefined]);
  });
});

describe('ext of the response', () => {
  const ext = (over: RespondInput) => runRespond(over).response?.ext;

  it("contains errors and warnings with the caller's extension key; debug-only ones with debug", () => {
    const find = ({ diagnostics }: Auction) => {
      diagnostics.error('srv', 999, 'bad ext.srv.cache', { impIds: ['imp-1'] });
      diagnostics.error('alpha', 1, 'late', { debugOnly: true });
      diagnostics.warn('general', 10002, 'debug turned off for account');
    };
    expect(ext({ find, auction: { extKey: 'prebid', outcomes: [outcome('alpha')] } })).toEqual({
      errors: { prebid: [{ code: 999, message: 'bad ext.prebid.cache' }] },
      responsetimemillis: { alpha: 73 },
      warnings: { general: [{ code: 10002, message: 'debug turned off for account' }] },
    });
    const many = ({ diagnostics }: Auction) => {
      for (let i = 0; i < 300; i++) for (const bidder of ['alpha', 'beta']) diagnostics.error(bidder, 1, `error ${i}`);
    };
    const limited = ext({ find: many, auction: { outcomes: [outcome('alpha')] } })?.errors ?? {};
    expect(Object.entries(limited).map(([bidder, { length }]) => [bidder, length])).toEqual([
      ['alpha', 300],
      ['beta', 200],
    ]);
    // No bidder was called: the Go variant leaves out its own errors.
    expect(ext({ find })?.errors).toBeUndefined();
    const java = ext({
      find,
      settings: { response: { shape: 'java' } },
      auction: { debug: { requested: true, shown: true, capture: true, override: false } },
    });
    expect(java?.errors).toEqual({
      srv: [{ code: 999, message: 'bad ext.srv.cache', imp_ids: ['imp-1'] }],
      alpha: [{ code: 1, message: 'late' }],
    });
  });

  it('contains passthrough data, times, auction configs and modules', () => {
    const srv = { passthrough: { any: 1 }, auctiontimestamp: 77 };
    const auctionConfigs = [
      { impid: 'imp-1', bidder: 'own', config: {}, seat: 'alpha' },
      { impid: 'imp-1', config: {}, seat: 'beta' },
    ];
    expect(ext({ srv, request: { tmax: 500 }, auction: { auctionConfigs, moduleReport: { trace: {} }, startedAt: 99 } })).toEqual({
      tmaxrequest: 500,
      srv: {
        auctiontimestamp: 99,
        passthrough: { any: 1 },
        fledge: {
          auctionconfigs: [
            { impid: 'imp-1', bidder: 'alpha', adapter: 'own', config: {} },
            { impid: 'imp-1', bidder: 'beta', adapter: 'beta', config: {} },
          ],
        },
        modules: { trace: {} },
      },
    });
  });

  it('contains analytics tags if the account lets clients see them', () => {
    const srv = { analytics: { options: { enableclientdetails: true } } };
    const analyticsTags = [{ stage: 's' }];
    expect(ext({ srv, auction: { analyticsTags }, account: { analytics: { allow_client_details: true } } })?.srv).toEqual({
      analytics: { tags: analyticsTags },
    });
    expect(ext({ srv, auction: { analyticsTags } })).toEqual({
      warnings: { srv: [{ code: 999, message: 'analytics.options.enableclientdetails not enabled for account' }] },
    });
  });

  it('lists non-bids on request', () => {
    const find = ({ nonBids }: Auction) => nonBids.push({ seat: 'alpha', impId: 'imp-1', code: 101 });
    expect(ext({ find, srv: { returnallbidstatus: true } })).toEqual({
      seatnonbid: [{ seat: 'alpha', nonbid: [{ impid: 'imp-1', statuscode: 101 }] }],
    });
    expect(ext({ find })).toEqual({});
    const java = { settings: { response: { shape: 'java' } }, srv: { returnallbidstatus: true } };
    expect(ext({ ...java, find, bids: [aBid()] })).toEqual({});
    expect(ext({ ...java, find })).toEqual(ext({ find, srv: { returnallbidstatus: true } }));
  });
});
