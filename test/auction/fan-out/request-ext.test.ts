import { describe, expect, test } from 'vitest';
import { multiBidFor, ownMultiBid } from '#src/auction/fan-out/multibid.ts';
import { extForBidder, shareExt } from '#src/auction/fan-out/request-ext.ts';

const ext = () => ({
  other: 1,
  srv: {
    trace: 'basic',
    auctiontimestamp: 5,
    debug: true,
    cache: { bids: {} },
    unknown: 1,
    targeting: { includewinners: true, includebrandcategory: { primaryadserver: 1 } },
    aliases: { alias: 'core', second: 'core' },
    bidadjustmentfactors: { alias: 0.5, second: 0.6, mediatypes: { banner: { alias: 0.7 }, video: { second: 0.8 } } },
    bidadjustments: { mediatype: { banner: { alias: { '*': [] }, second: { '*': [] } }, native: { '*': {} } } },
    multibid: [
      { bidder: 'alias', maxbids: 2 },
      { bidder: 'second', maxbids: 2 },
    ],
    alternatebiddercodes: { enabled: true, bidders: { alias: { enabled: true, allowedbiddercodes: ['seat'] }, second: {} } },
  },
});
const params = { alias: { p: 1 }, second: { p: 2 } };

describe('extForBidder', () => {
  test("contains the listed fields, and only the bidder's own bidder-specific data", () => {
    expect(extForBidder(shareExt(ext(), 'listed'), 'alias', params, undefined)).toEqual({
      other: 1,
      srv: {
        trace: 'basic',
        auctiontimestamp: 5,
        debug: true,
        targeting: { includebrandcategory: { primaryadserver: 1 } },
        aliases: { alias: 'core' },
        bidderparams: { p: 1 },
        multibid: [{ bidder: 'alias', maxbids: 2 }],
        alternatebiddercodes: { enabled: true, bidders: { alias: { enabled: true, allowedbiddercodes: ['seat'] } } },
      },
    });
  });

  test('contains everything the Java variant passes on if configured', () => {
    expect(extForBidder(shareExt(ext(), 'wide'), 'alias', params, undefined)).toEqual({
      other: 1,
      srv: {
        trace: 'basic',
        auctiontimestamp: 5,
        debug: true,
        targeting: ext().srv.targeting,
        bidderparams: { alias: { p: 1 } },
        bidadjustmentfactors: { alias: 0.5, mediatypes: { banner: { alias: 0.7 } } },
        bidadjustments: { mediatype: { banner: { alias: { '*': [] } } } },
        multibid: [{ bidder: 'alias', maxbids: 2 }],
        alternatebiddercodes: { enabled: true, bidders: { alias: { enabled: true, allowedbiddercodes: ['seat'] } } },
      },
    });
    expect(extForBidder(shareExt({ srv: { bidadjustmentfactors: { mediatypes: {} } } }, 'wide'), 'a', null, null)).toBeUndefined();
    expect(extForBidder(shareExt({ srv: { bidadjustmentfactors: { a: 2 } } }, 'wide'), 'a', null, null)).toEqual({
      srv: { bidadjustmentfactors: { a: 2 } },
    });
  });

  test('gives bidders without parts of their own the same object', () => {
    const shared = shareExt({ other: 1, srv: { debug: true } }, 'listed');
    expect(extForBidder(shared, 'a', undefined, undefined)).toBe(extForBidder(shared, 'b', undefined, undefined));
    expect(extForBidder(shareExt({ srv: { cache: { bids: {} } } }, 'listed'), 'a', undefined, undefined)).toBeUndefined();
    expect(extForBidder(shareExt('text' as never, 'listed'), 'a', undefined, undefined)).toEqual({ 0: 't', 1: 'e', 2: 'x', 3: 't' });
  });

  test("uses the account's alternate codes if the request has none", () => {
    const codes = { enabled: true, bidders: { a: { enabled: true } } };
    expect(extForBidder(shareExt(undefined, 'listed'), 'a', undefined, codes)).toEqual({ srv: { alternatebiddercodes: codes } });
  });
});

test('multibid entries are limited to the codes a bidder may bid under', () => {
  const entries = [{ bidder: 'Alpha', maxbids: 2 }, { bidders: ['beta', 'gamma'], maxbids: 3 }, {}];
  expect(multiBidFor(entries, 'alpha', null)).toEqual([{ bidder: 'Alpha', maxbids: 2 }]);
  expect(multiBidFor(entries, 'beta', { bidders: { beta: { allowedbiddercodes: ['GAMMA'] } } })).toEqual([
    { bidders: ['beta'], maxbids: 3 },
    { bidders: ['gamma'], maxbids: 3 },
  ]);
  expect(multiBidFor(entries, 'delta', undefined)).toBeUndefined();
});

test('multibid has one entry per bidder in the Java variant', () => {
  const entries = [
    { bidder: 'Alpha', maxbids: 2, targetbiddercodeprefix: 'al' },
    { bidders: ['beta', 'gamma'], maxbids: 3, targetbiddercodeprefix: 'bg' },
    {},
  ];
  expect(ownMultiBid(entries, 'alpha')).toEqual([{ bidder: 'alpha', maxbids: 2, targetbiddercodeprefix: 'al' }]);
  expect(ownMultiBid(entries, 'gamma')).toEqual([{ bidder: 'gamma', maxbids: 3 }]);
  expect(ownMultiBid(entries, 'delta')).toBeUndefined();
  expect(ownMultiBid(undefined, 'alpha')).toBeUndefined();
});
