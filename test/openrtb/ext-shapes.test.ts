import { describe, expect, test } from 'vitest';
import { shapeError } from '#src/json/checks.ts';
import { type ExtShapeName, extError } from '#src/openrtb/ext-shapes.ts';

const textOf = (shape: ExtShapeName, value: unknown, lenient = false): string | undefined => {
  const error = extError(shape, value, lenient);
  return error && shapeError(error, 'srv');
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
  ])('reject %j', (value, text) => {
    expect(textOf('RequestSrv', value)).toBe(text);
  });

  test('have price factors as numbers: null is 0, and in lenient mode strings are read', () => {
    const srv = { bidadjustmentfactors: { a: null, b: 0.5, mediatypes: { video: { a: null } } } };
    expect([textOf('RequestSrv', srv), srv]).toEqual([
      undefined,
      { bidadjustmentfactors: { a: 0, b: 0.5, mediatypes: { video: { a: 0 } } } },
    ]);
    const lenient = { bidadjustmentfactors: { a: '0.5', mediatypes: { video: { a: '2' } } } };
    expect([textOf('RequestSrv', lenient, true), lenient]).toEqual([
      undefined,
      { bidadjustmentfactors: { a: 0.5, mediatypes: { video: { a: 2 } } } },
    ]);
  });

  test('have a legacy granularity name replaced by its ranges', () => {
    const srv = { targeting: { PriceGranularity: 'low', mediatypepricegranularity: { video: 'high' } } };
    expect(textOf('RequestSrv', srv)).toBeUndefined();
    expect(srv.targeting).toEqual({
      pricegranularity: { precision: 2, ranges: [{ min: 0, max: 5, increment: 0.5 }] },
      mediatypepricegranularity: { video: { precision: 2, ranges: [{ min: 0, max: 20, increment: 0.01 }] } },
    });
  });

  test('keep a granularity name, and accept 0 and 1 for booleans, in lenient mode', () => {
    const srv = { debug: 1, supportdeals: 0, targeting: { pricegranularity: 'other' } };
    expect(textOf('RequestSrv', srv, true)).toBeUndefined();
    expect(srv).toEqual({ debug: 1, supportdeals: false, targeting: { pricegranularity: 'other' } });
  });

  test('accept one stored bid response for a list of them', () => {
    const srv = { storedbidresponse: { bidder: 'a', id: '1' } };
    expect(textOf('ImpSrv', srv)).toBeUndefined();
    expect(srv).toEqual({ storedbidresponse: [{ bidder: 'a', id: '1' }] });
  });

  test('keep null levels of bid adjustments, which are validated later', () => {
    const srv = { bidadjustments: { mediatype: { banner: { a: null } } } };
    expect(textOf('RequestSrv', srv)).toBeUndefined();
    expect(srv).toEqual({ bidadjustments: { mediatype: { banner: { a: null } } } });
  });

  test('may contain names that would reach a prototype', () => {
    const srv = JSON.parse('{"aliases":{"__proto__":null,"a":null}}');
    expect(textOf('RequestSrv', srv)).toBeUndefined();
    expect(srv.aliases.a).toBe('');
  });
});
