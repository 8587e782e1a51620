import { describe, expect, test } from 'vitest';
import { customBidders, customTargeting } from '#src/auction/amp/custom-targeting.ts';
import { ampExt, ampModuleReply, ampTargeting } from '#src/auction/amp/reply.ts';
import type { BidResponse } from '#src/wire/ortb.ts';
import { anAuction } from '#test/helpers/auction.ts';
import { testServices } from '#test/helpers/services.ts';

const response = (...targeting: (object | undefined)[]): BidResponse =>
  ({
    id: 'r',
    seatbid: [{ seat: 'a', bid: targeting.map((keys) => ({ id: 'b', impid: 'i', price: 1, ext: { srv: { targeting: keys } } })) }],
  }) as unknown as BidResponse;

describe('what an AMP page is told', () => {
  test('are the keys of cached bids, later ones over earlier ones', () => {
    expect(
      ampTargeting(response({ hb_pb: '1', hb_cache_id: 'x', a: '1' }, { lost: '1' }, undefined, { xx_cache_id_alpha: 'y', a: '2' }), false),
    ).toEqual({ hb_pb: '1', hb_cache_id: 'x', a: '2', xx_cache_id_alpha: 'y' });
  });

  test('takes those of the whole response below or above them', () => {
    const whole = { ...response({ hb_cache_id: 'x', a: '1' }), ext: { srv: { targeting: { a: '9', b: '2' } } } };
    expect(ampTargeting(whole, false)).toEqual({ hb_cache_id: 'x', a: '1', b: '2' });
    expect(ampTargeting(whole, true)).toEqual({ hb_cache_id: 'x', a: '9', b: '2' });
  });

  test('has the own key-values of bidders that are named for it', () => {
    const rp = {
      targeting: [{ key: 'tier', values: ['2', '3'] }, { key: 'a', values: ['own'] }, { key: 'none', values: [] }, 7, { values: ['x'] }],
    };
    const bid = { id: 'b', impid: 'i', price: 1, ext: { srv: { targeting: { hb_cache_id: 'x', a: '1' } }, rp } };
    const whole = {
      id: 'r',
      seatbid: [{ seat: 'Magnite', bid: [bid] }],
      ext: { srv: { targeting: { tier: '9' } } },
    } as unknown as BidResponse;
    expect(ampTargeting(whole, false, customBidders('other, magnite'))).toEqual({ hb_cache_id: 'x', a: 'own', tier: '2' });
    expect(ampTargeting(whole, true, customBidders(['magnite']))).toEqual({ hb_cache_id: 'x', a: 'own', tier: '9' });
    expect(ampTargeting(whole, false, customBidders(['other']))).toEqual({ hb_cache_id: 'x', a: '1', tier: '9' });
    expect(customBidders(' ')).toBeUndefined();
    expect(customTargeting({})).toEqual({});
  });

  test.each([{ id: 'r' }, { id: 'r', seatbid: [{} as never] }])('is nothing of %j', (empty) => {
    expect(ampTargeting(empty, false)).toEqual({});
  });

  test('is of the ext what concerns it', () => {
    const errors = { alpha: [{ code: 1, message: 'late' }] };
    const ext = { errors, debug: {}, seatnonbid: [], responsetimemillis: { alpha: 1 }, tmaxrequest: 5, srv: { modules: {}, other: 1 } };
    expect(ampExt(ext)).toEqual({ errors, debug: {}, seatnonbid: [], srv: { modules: {} } });
  });

  test('is no targeting where a module turned it away', () => {
    const services = testServices();
    const auction = anAuction(services, undefined, { moduleReport: { trace: {} } });
    const reply = ampModuleReply(auction, services);
    const ext = { srv: { modules: { trace: {} } } };
    expect([reply.status, JSON.parse(reply.body)]).toEqual([200, { targeting: {}, ext, ortb2: { ext } }]);
  });
});
