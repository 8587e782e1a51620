import { describe, expect, test } from 'vitest';
import { decodeRequest } from '#src/openrtb/decode.ts';

describe('decoding a request', () => {
  test.each([
    [[], 'expect { or n, but found ['],
    ['text', 'expect { or n, but found "'],
    [7, 'expect { or n, but found 7'],
    [{ id: 5 }, 'cannot unmarshal request.id: expects " or n, but found 5'],
    [{ imp: {} }, 'cannot unmarshal request.imp: decode slice: expect [ or n, but found {'],
    [{ imp: [{ banner: 'm' }] }, 'cannot unmarshal request.imp[0].banner: expect { or n, but found "'],
    [
      { imp: [{}, { banner: { format: [{ w: 1.5 }] } }] },
      'cannot unmarshal request.imp[1].banner.format[0].w: can not decode float as int',
    ],
    [{ tmax: '5' }, 'cannot unmarshal request.tmax: unexpected character: "'],
    [{ test: 300 }, 'cannot unmarshal request.test: overflow: 300'],
    [{ imp: [{ bidfloor: 'x' }] }, 'cannot unmarshal request.imp[0].bidfloor: invalid number'],
    [JSON.parse('{ "imp": [{ "bidfloor": 1e400 }] }'), 'cannot unmarshal request.imp[0].bidfloor: overflow: Infinity'],
    [{ cur: ['USD', true] }, 'cannot unmarshal request.cur[1]: expects " or n, but found t'],
  ])('rejects %j with the path and the error', (body, error) => {
    expect(decodeRequest(body)).toEqual({ error });
  });

  test('normalizes the spelling of fields and keeps unknown ones', () => {
    const decoded = decodeRequest({ ID: 'a', Imp: [{ Banner: { W: 1 }, MyOwn: 1 }], unknown: { x: null }, Ext: {} });
    expect(decoded).toEqual({ value: { id: 'a', imp: [{ banner: { w: 1 }, MyOwn: 1 }], unknown: { x: null }, ext: {} } });
  });

  test('removes fields in another spelling in lenient mode', () => {
    expect(decodeRequest({ id: 'a', imp: [{ tagId: 'x', MyOwn: 1 }] }, true)).toEqual({ value: { id: 'a', imp: [{ MyOwn: 1 }] } });
  });

  test('lets the last spelling win', () => {
    expect(decodeRequest({ id: 'a', ID: 'b' })).toEqual({ value: { id: 'b' } });
    expect(decodeRequest({ ID: 'a', id: 'b' })).toEqual({ value: { id: 'b' } });
  });

  test('treats null as a missing field, an empty object or an empty item', () => {
    expect(decodeRequest(null)).toEqual({ value: {} });
    expect(decodeRequest({ tmax: null, imp: [null], cur: [null] })).toEqual({ value: { imp: [{}], cur: [''] } });
  });

  test('accepts any ext of an inner object, in lenient mode only an object', () => {
    const body = { site: { ext: false }, device: { geo: { ext: 'text' } }, imp: [{ banner: { ext: [] } }] };
    expect(decodeRequest(structuredClone(body))).toEqual({ value: body });
    expect(decodeRequest({ site: { ext: false } }, true)).toEqual({
      error: 'cannot unmarshal request.site.ext: expect { or n, but found f',
    });
  });

  test('leaves the ext of request, imps, user, regs and source for later', () => {
    const body = { ext: 1, imp: [{ ext: 'x' }], user: { ext: [] }, regs: { ext: 2 }, source: { ext: 3 } };
    expect(decodeRequest(structuredClone(body))).toEqual({ value: body });
  });

  test('accepts one value for a list in lenient mode', () => {
    expect(decodeRequest({ cur: 'USD', imp: { id: '1' } }, true)).toEqual({ value: { cur: ['USD'], imp: [{ id: '1' }] } });
  });
});
