import { describe, expect, test } from 'vitest';
import { faultText } from '#src/wire/checks.ts';
import { type ExtShapeName, extFault } from '#src/wire/ext-shapes.ts';

const textOf = (shape: ExtShapeName, value: unknown, loose = false): string | undefined => {
  const fault = extFault(shape, value, loose);
  return fault && faultText(fault, 'srv');
};

describe('our own extension objects', () => {
  test.each([
    [{ debug: 1 }, 'cannot unmarshal srv.debug: expect t or f, but found 1'],
    [{ aliases: { a: 1 } }, 'cannot unmarshal srv.aliases.a: expects " or n, but found 1'],
    [{ aliasgvlids: { a: 65536 } }, 'cannot unmarshal srv.aliasgvlids.a: overflow: 65536'],
    [{ bidadjustmentfactors: { a: 'x' } }, 'cannot unmarshal srv.bidadjustmentfactors.a: invalid number'],
    [{ bidadjustmentfactors: 5 }, 'cannot unmarshal srv.bidadjustmentfactors: expect { or n, but found 5'],
    [
      { bidadjustmentfactors: { mediatypes: { banner: { a: [] } } } },
      'cannot unmarshal srv.bidadjustmentfactors.mediatypes.banner.a: invalid number',
    ],
    [{ bidadjustmentfactors: { mediatypes: 'x' } }, 'cannot unmarshal srv.bidadjustmentfactors.mediatypes: invalid number'],
    [{ currency: { rates: { USD: { EUR: null, GBP: '1' } } } }, 'cannot unmarshal srv.currency.rates.USD.GBP: invalid number'],
    [{ currency: { rates: { USD: [] } } }, 'cannot unmarshal srv.currency.rates.USD: expect { or n, but found ['],
    [{ multibid: [{ maxbids: 1.5 }] }, 'cannot unmarshal srv.multibid[0].maxbids: can not decode float as int'],
    [{ targeting: { pricegranularity: 'other' } }, 'cannot unmarshal srv.targeting.pricegranularity: unknown price granularity: other'],
    [{ targeting: { pricegranularity: [] } }, 'cannot unmarshal srv.targeting.pricegranularity: expect { or n, but found ['],
    [{ cache: { bids: true } }, 'cannot unmarshal srv.cache.bids: expect { or n, but found t'],
    ['text', 'expect { or n, but found "'],
  ])('refuse %j', (value, text) => {
    expect(textOf('RequestSrv', value)).toBe(text);
  });

  test('get an old granularity name replaced by what it means', () => {
    const srv = { targeting: { PriceGranularity: 'low', mediatypepricegranularity: { video: 'high' } } };
    expect(textOf('RequestSrv', srv)).toBeUndefined();
    expect(srv.targeting).toEqual({
      pricegranularity: { precision: 2, ranges: [{ min: 0, max: 5, increment: 0.5 }] },
      mediatypepricegranularity: { video: { precision: 2, ranges: [{ min: 0, max: 20, increment: 0.01 }] } },
    });
  });

  test('keep a granularity name, and take 0 and 1 for booleans, when read loosely', () => {
    const srv = { debug: 1, supportdeals: 0, targeting: { pricegranularity: 'other' } };
    expect(textOf('RequestSrv', srv, true)).toBeUndefined();
    expect(srv).toEqual({ debug: 1, supportdeals: false, targeting: { pricegranularity: 'other' } });
  });

  test('take one stored bid response for a list of them', () => {
    const srv = { storedbidresponse: { bidder: 'a', id: '1' } };
    expect(textOf('ImpSrv', srv)).toBeUndefined();
    expect(srv).toEqual({ storedbidresponse: [{ bidder: 'a', id: '1' }] });
  });

  test('keep null levels of bid adjustments, whose meaning is looked at later', () => {
    const srv = { bidadjustments: { mediatype: { banner: { a: null } } } };
    expect(textOf('RequestSrv', srv)).toBeUndefined();
    expect(srv).toEqual({ bidadjustments: { mediatype: { banner: { a: null } } } });
  });

  test('hold values whose names would reach a prototype', () => {
    const srv = JSON.parse('{"aliases":{"__proto__":null,"a":null}}');
    expect(textOf('RequestSrv', srv)).toBeUndefined();
    expect(srv.aliases.a).toBe('');
  });
});
