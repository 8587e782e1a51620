import { describe, expect, test } from 'vitest';
import { ampExt, ampModuleClientResponse, ampTargeting } from '#src/auction/endpoints/amp/client-response.ts';
import { customBidders, customTargeting } from '#src/auction/endpoints/amp/custom-targeting.ts';
import type { BidResponse } from '#src/openrtb/ortb.ts';
import { anAuction } from '#test/helpers/auction.ts';
import { dialects } from '#test/helpers/dialects.ts';
import { testServices } from '#test/helpers/services.ts';

const response = (...targeting: (object | undefined)[]): BidResponse =>
  ({
    id: 'r',
    seatbid: [{ seat: 'a', bid: targeting.map((keys) => ({ id: 'b', impid: 'i', price: 1, ext: { srv: { targeting: keys } } })) }],
  }) as unknown as BidResponse;

describe('AMP targeting', () => {
  test('contains the keys of cached bids, later ones over earlier ones', () => {
    expect(
      ampTargeting(
        response({ hb_pb: '1', hb_cache_id: 'x', a: '1' }, { lost: '1' }, undefined, { xx_cache_id_alpha: 'y', a: '2' }),
        dialects.go.response,
      ),
    ).toEqual({ hb_pb: '1', hb_cache_id: 'x', a: '2', xx_cache_id_alpha: 'y' });
  });

  test("merges the response's own keys below or above them", () => {
    const full = { ...response({ hb_cache_id: 'x', a: '1' }), ext: { srv: { targeting: { a: '9', b: '2' } } } };
    expect(ampTargeting(full, dialects.go.response)).toEqual({ hb_cache_id: 'x', a: '1', b: '2' });
    expect(ampTargeting(full, dialects.java.response)).toEqual({ hb_cache_id: 'x', a: '9', b: '2' });
  });

  test('has the own key-values of configured bidders', () => {
    const rp = {
      targeting: [{ key: 'tier', values: ['2', '3'] }, { key: 'a', values: ['own'] }, { key: 'none', values: [] }, 7, { values: ['x'] }],
    };
    const bid = { id: 'b', impid: 'i', price: 1, ext: { srv: { targeting: { hb_cache_id: 'x', a: '1' } }, rp } };
    const full = {
      id: 'r',
      seatbid: [{ seat: 'Magnite', bid: [bid] }],
      ext: { srv: { targeting: { tier: '9' } } },
    } as unknown as BidResponse;
    expect(ampTargeting(full, dialects.go.response, customBidders('other, Magnite'))).toEqual({ hb_cache_id: 'x', a: 'own', tier: '2' });
    expect(ampTargeting(full, dialects.java.response, customBidders(['magnite']))).toEqual({ hb_cache_id: 'x', a: 'own', tier: '9' });
    expect(ampTargeting(full, dialects.go.response, customBidders(['other']))).toEqual({ hb_cache_id: 'x', a: '1', tier: '9' });
    expect(customBidders(' ')).toBeUndefined();
    expect(customTargeting({})).toEqual({});
  });

  test.each([{ id: 'r' }, { id: 'r', seatbid: [{} as never] }])('is empty for %j', (empty) => {
    expect(ampTargeting(empty, dialects.go.response)).toEqual({});
  });

  test('is accompanied by the relevant part of the ext', () => {
    const errors = { alpha: [{ code: 1, message: 'late' }] };
    const ext = { errors, debug: {}, seatnonbid: [], responsetimemillis: { alpha: 1 }, tmaxrequest: 5, srv: { modules: {}, other: 1 } };
    expect(ampExt(ext)).toEqual({ errors, debug: {}, seatnonbid: [], srv: { modules: {} } });
  });

  test('is empty if a module rejected the request', () => {
    const services = testServices();
    const auction = anAuction(services, undefined, { moduleReport: { trace: {} } });
    const clientResponse = ampModuleClientResponse(auction, services);
    const ext = { srv: { modules: { trace: {} } } };
    expect([clientResponse.status, JSON.parse(clientResponse.body)]).toEqual([200, { targeting: {}, ext, ortb2: { ext } }]);
  });
});
